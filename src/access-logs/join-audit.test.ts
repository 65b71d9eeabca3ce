import { describe, expect, it } from "vitest";
import type { AccessBot, AccessPart, AccessReport } from "#core/access/access-report.ts";
import type { ReachRow, Report } from "#core/report.ts";
import type { RobotsGroup, RobotsRule } from "#core/robots-rules.ts";
import { joinAudit } from "./join-audit.ts";

const NONE = { pages: 0, ok: 0, redirects: 0, forbidden: 0, limited: 0, clientErrors: 0, serverErrors: 0 };
const REST = { bytes: 0, milliseconds: 0, timed: 0, robots: 0, markdown: 0, llms: 0 };
const NOTHING = { ...NONE, ...REST };
const NO_ANSWER = { pages: 0, ok: 0, redirects: 0, refused: 0, limited: 0, clientErrors: 0, failed: 0 };
const NO_REQUEST = { ...NO_ANSWER, bytes: 0, milliseconds: 0, timed: 0, robots: 0 };
const END = "2026-11-20T12:00:00.000Z";

interface Came {
	readonly verified?: number;
	readonly refused?: number;
	readonly limited?: number;
	readonly unauthorized?: number;
	readonly failed?: number;
	readonly spoofed?: number;
	readonly unverifiable?: number;
	/** Days before the end of the logs. */
	readonly ago?: number;
}

function perplexity(came: Came, token = "PerplexityBot"): AccessBot {
	const { verified = 0, refused = 0, limited = 0, unauthorized = 0, failed = 0 } = came;
	const { spoofed = 0, unverifiable = 0, ago = 1 } = came;
	const at = new Date(Date.parse(END) - ago * 86_400_000).toISOString();
	const day = { day: at.slice(0, 10), ...NO_REQUEST, verified, pages: verified, refused, limited, failed };
	const part: AccessPart = {
		requests: verified,
		...NONE,
		pages: verified,
		forbidden: refused - limited,
		limited,
		serverErrors: failed,
		...REST,
		first: at,
		last: at,
	};
	return {
		token,
		vendor: "Perplexity",
		role: "answer-index",
		...(verified > 0 ? { verified: part } : {}),
		paths: 1,
		refused:
			refused > 0
				? [
						{
							path: "/products",
							requests: refused,
							forbidden: refused - limited,
							unauthorized,
							unpaid: 0,
							limited,
							serverErrors: 0,
						},
					]
				: [],
		edges: [],
		traps: [],
		...(spoofed > 0 ? { spoofed: { ...NOTHING, requests: spoofed, addresses: 1, first: at, last: at } } : {}),
		days: [{ ...day, spoofed, unverifiable }],
	};
}

const CLOSED: ReachRow = {
	name: "Perplexity",
	kind: "answers",
	state: "blocked",
	says: "",
	because: { url: "https://example.com/robots.txt", at: "line 2", excerpt: "Disallow: /" },
};

function rowOf(
	bots: readonly AccessBot[],
	reach: ReachRow = { name: "Perplexity", kind: "answers", state: "allowed", says: "" },
	robots?: Parameters<typeof joinAudit>[2],
) {
	const access = {
		kind: "sightline-access",
		v: 1,
		domain: "example.com",
		period: { from: END, to: END },
		bots,
	} as unknown as AccessReport;
	const report = {
		domain: "example.com",
		source: "network",
		responses: [{ url: "https://example.com/", status: 200 }],
		reach: [reach],
	} as unknown as Report;
	const joined = joinAudit(access, report, robots);
	const named = (name: string) => joined.engines?.find((row) => row.name === name);
	return { row: named(reach.name), named, findings: joined.findings?.filter(({ engine }) => engine === reach.name) };
}

describe("an engine compared with the audit", () => {
	it.each([
		[
			"reads",
			{ verified: 100, refused: 9 },
			"PerplexityBot gets your pages: 100 verified requests in 30 days, 91 % answered.",
		],
		[
			"refused",
			{ verified: 1310, refused: 1204 },
			"robots.txt lets PerplexityBot in, but your firewall or server refused 1,204 of 1,310 verified requests, such as /products (403).",
		],
		[
			"refused",
			{ verified: 100, refused: 60, unauthorized: 60 },
			"refused 60 of 100 verified requests, such as /products (401).",
		],
		["partly-refused", { verified: 100, refused: 10 }, "refused 10 of 100 verified requests"],
		[
			"limited",
			{ verified: 100, refused: 20, limited: 19 },
			'refused 20 of 100 verified requests, most with "too many',
		],
		["fails", { verified: 100, failed: 10 }, "failed on 10 of 100 verified requests"],
		["only-pretended", { spoofed: 3 }, "3 requests claimed to be PerplexityBot, and none came"],
		["unverifiable", { unverifiable: 3 }, "3 requests claimed to be PerplexityBot"],
		["stopped-coming", { verified: 5, ago: 40 }, "The last verified request was on 11 October 2026."],
	] as const)("with such visits is %s, in a sentence with figures", (outcome, came, says) => {
		const { row, findings } = rowOf([perplexity(came)]);
		expect(row?.outcome).toBe(outcome);
		expect(row?.says).toContain(says);
		const isFine = outcome === "reads" || outcome === "unverifiable";
		expect(findings?.map(({ kind }) => kind)).toEqual(isFine ? [] : ["observed"]);
	});

	it("without visits says so, with the response to our own request", () => {
		const { row } = rowOf([]);
		expect(row).toMatchObject({ outcome: "never-came", audit: "our own request got 200" });
	});

	it("disallowed by robots.txt names the line, whether its bot fetches pages or not", () => {
		expect(rowOf([perplexity({ verified: 7 })], CLOSED).row).toMatchObject({
			outcome: "forbidden-and-taken",
			says: expect.stringContaining(
				'to PerplexityBot (line 2: "Disallow: /"), but verified requests still got 7 pages in 30 days.',
			),
		});
		expect(rowOf([], CLOSED).row?.outcome).toBe("forbidden-and-absent");
		expect(rowOf([perplexity({ verified: 7, ago: 31 })], CLOSED).row?.outcome).toBe("forbidden-and-absent");
	});

	it("with only its fetcher disallowed is not accused for its indexer's fetches, while the fetcher is", () => {
		const reach: ReachRow = { ...CLOSED, state: "partly", check: "user-fetchers" };
		expect(rowOf([perplexity({ verified: 7 })], reach).row?.outcome).toBe("reads");
		const { row } = rowOf([perplexity({ verified: 3 }, "Perplexity-User")], reach);
		expect(row?.says).toContain("closes the site to Perplexity-User (line 2");
	});

	it("disallowed by Google-Extended, which sends no requests, is not accused for Googlebot's fetches", () => {
		const reach: ReachRow = { ...CLOSED, name: "Gemini", state: "partly", check: "training-stance" };
		expect(rowOf([perplexity({ verified: 7 }, "Googlebot")], reach).row).toMatchObject({
			...{ outcome: "reads", robots: "partly", because: "line 2: Disallow: /" },
		});
	});

	it("is not accused of breaking a rule if robots.txt has a server error", () => {
		const because = { url: "https://example.com/robots.txt", at: "status", excerpt: "503" };
		expect(rowOf([perplexity({ verified: 7 })], { ...CLOSED, because }).row?.outcome).toBe("reads");
	});
});

describe("a bot without an engine compared with the audit", () => {
	const robotsOf = (...rules: readonly RobotsRule[]) => {
		const robots = { state: "found", url: "https://example.com/robots.txt", value: { groups: [] as RobotsGroup[] } };
		robots.value.groups.push({ agents: ["gptbot"], rules, line: 1 });
		return robots as unknown as Parameters<typeof joinAudit>[2];
	};
	const refused = perplexity({ verified: 1310, refused: 1204 }, "GPTBot");

	it("allowed by robots.txt but refused by the firewall has a sentence and a finding", () => {
		const { named } = rowOf([refused], undefined, robotsOf());
		expect(named("GPTBot")).toMatchObject({
			...{ outcome: "refused", robots: "allowed" },
			says: "robots.txt lets GPTBot in, but your firewall or server refused 1,204 of 1,310 verified requests, such as /products (403).",
		});
	});

	it("disallowed by robots.txt has the line", () => {
		const { named } = rowOf(
			[perplexity({ verified: 3 }, "GPTBot")],
			undefined,
			robotsOf({ allow: false, pattern: "/", line: 2, text: "Disallow: /" }),
		);
		expect(named("GPTBot")?.says).toBe(
			'robots.txt closes the site to GPTBot (line 2: "Disallow: /"), but verified requests still got 3 pages in 30 days.',
		);
	});

	it("has no rule if the audit's robots.txt was not saved, and no row without visits", () => {
		expect(rowOf([refused]).named("GPTBot")).toMatchObject({ robots: "unknown", outcome: "refused" });
		expect(rowOf([]).named("GPTBot")).toBeUndefined();
	});
});
