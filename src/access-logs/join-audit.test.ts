import { describe, expect, it } from "vitest";
import type { AccessBot, AccessPart, AccessReport } from "#core/access/access-report.ts";
import type { ReachRow, Report } from "#core/report.ts";
import { joinAudit } from "./join-audit.ts";

const NONE = { pages: 0, ok: 0, redirects: 0, forbidden: 0, limited: 0, clientErrors: 0, serverErrors: 0 };
const REST = { bytes: 0, milliseconds: 0, timed: 0, robots: 0, markdown: 0, llms: 0 };
const END = "2026-11-20T12:00:00.000Z";

interface Came {
	readonly verified?: number;
	readonly refused?: number;
	readonly limited?: number;
	readonly failed?: number;
	readonly spoofed?: number;
	readonly unverifiable?: number;
	/** Days before the end of the logs. */
	readonly ago?: number;
}

function perplexity(came: Came): AccessBot {
	const { verified = 0, refused = 0, limited = 0, failed = 0, spoofed = 0, unverifiable = 0, ago = 1 } = came;
	const at = new Date(Date.parse(END) - ago * 86_400_000).toISOString();
	const day = { day: at.slice(0, 10), verified, refused, failed, spoofed, unverifiable };
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
		token: "PerplexityBot",
		vendor: "Perplexity",
		role: "answer-index",
		...(verified > 0 ? { verified: part } : {}),
		paths: 1,
		refused:
			refused > 0
				? [{ path: "/products", requests: refused, forbidden: refused - limited, limited, serverErrors: 0 }]
				: [],
		edges: [],
		traps: [],
		days: [day],
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
	const joined = joinAudit(access, report);
	const row = joined.engines?.find(({ name }) => name === "Perplexity");
	return { row, findings: joined.findings?.filter(({ engine }) => engine === "Perplexity") };
}

describe("an engine beside the audit", () => {
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
		["partly-refused", { verified: 100, refused: 10 }, "refused 10 of 100 verified requests"],
		["limited", { verified: 100, refused: 20, limited: 19 }, '"too many requests" (429)'],
		["fails", { verified: 100, failed: 10 }, "failed on 10 of 100 verified requests"],
		["only-pretended", { spoofed: 3 }, "all 3 came from addresses that are not the vendor's"],
		["unverifiable", { unverifiable: 3 }, "3 requests named PerplexityBot"],
		["stopped-coming", { verified: 5, ago: 40 }, "The last verified request was on 11 October 2026."],
	] as const)("whose bot came so is %s, in a sentence with its figures", (outcome, came, says) => {
		const { row, findings } = rowOf([perplexity(came)]);
		expect(row?.outcome).toBe(outcome);
		expect(row?.says).toContain(says);
		const isFine = outcome === "reads" || outcome === "unverifiable";
		expect(findings?.map(({ kind }) => kind)).toEqual(isFine ? [] : ["observed"]);
	});

	it("that never came says so, with what our own request got", () => {
		const { row } = rowOf([]);
		expect(row).toMatchObject({ outcome: "never-came", audit: "our own request got 200" });
	});

	it("that robots.txt forbids names the line, whether its bot takes pages or not", () => {
		expect(rowOf([perplexity({ verified: 7 })], CLOSED).row).toMatchObject({
			outcome: "forbidden-and-taken",
			says: expect.stringContaining('(line 2: "Disallow: /"), and 7 pages went to verified requests all the same.'),
		});
		expect(rowOf([], CLOSED).row?.outcome).toBe("forbidden-and-absent");
	});
});
