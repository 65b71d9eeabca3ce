import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	absent,
	aLink,
	aMeta,
	aPage,
	aRobots,
	aText,
	CONTEXT,
	failed,
	found,
	type PageParts,
	type RobotsLines,
} from "#checks/page.testkit.ts";
import { CHECKS } from "#checks/registry.ts";
import { crawlersOf } from "#core/crawlers.ts";
import type { ReachRow } from "#core/report.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { evaluate } from "./evaluate.ts";
import { contradictoryReach, NAMED_ENGINES, reachOf } from "./reach.ts";

const BESIDE = new Set(["text-without-js", "canonical-foreign", "https"]);
const ACCESS = CHECKS.filter(({ pillar, id }) => pillar === "access" || BESIDE.has(id));
const ROBOTS = "https://example.com/robots.txt";

/** Access findings and rows for the same evidence; anything not given counts as failed. */
function look(given: Partial<Evidence>, access?: "credentials") {
	const keys = CHECKS.flatMap(({ needs, wants = [] }) => [...needs, ...wants]);
	const unseen = Object.fromEntries([...keys, "home", "pages"].map((key) => [key, failed("not-shown")]));
	const evidence = { ...unseen, ...given } as unknown as Evidence;
	const { preset, auditedAt } = CONTEXT;
	const findings = evaluate(ACCESS, { evidence, source: "network", mode: "light", preset, context: CONTEXT }).map(
		({ finding }) => finding,
	);
	const reach = reachOf({ evidence, judged: findings, auditedAt, access });
	return { reach, findings: findings.map((each) => ({ ...each, lift: 0 })) };
}

function site(robots: readonly RobotsLines[], page: PageParts = {}) {
	return look({ home: found(aPage(page)), robots: found(aRobots(...robots), ROBOTS) });
}

function row({ reach = [] }: { readonly reach?: readonly ReachRow[] | undefined }, name: string): ReachRow {
	const named = reach.find((each) => each.name === name);
	if (!named) throw new RangeError(`There is no row of ${name}.`);
	return named;
}

describe("who can reach a home page", () => {
	it("is everyone if nothing is blocked", () => {
		const { reach } = site([]);
		expect(reach?.map(({ name }) => name)).toEqual(NAMED_ENGINES.map(({ name }) => name));
		for (const { state, because, check } of reach ?? [])
			expect({ state, because, check }).toEqual({ state: "allowed" });
	});

	it("names the robots.txt line that blocks, and what remains", () => {
		const seen = site([[["PerplexityBot", "Claude-SearchBot", "Claude-User"], ["Disallow: /"]]]);
		const because = { url: ROBOTS, at: expect.stringMatching(/^line \d+$/), excerpt: "Disallow: /" };
		expect(row(seen, "Perplexity")).toMatchObject({ state: "partly", because, check: "answer-indexers" });
		expect(row(seen, "Claude")).toMatchObject({ state: "blocked", because, check: "answer-indexers" });
		expect(row(seen, "Google").state).toBe("allowed");
	});

	it("distinguishes assistants that may cite from those that users may also send", () => {
		const seen = site([[["Claude-User", "ChatGPT-User"], ["Disallow: /"]]]);
		expect(row(seen, "Claude")).toMatchObject({ state: "partly", check: "user-fetchers" });
		// Its vendor says that it may come anyway.
		expect(row(seen, "ChatGPT").state).toBe("allowed");
	});

	it("requires Google-Extended for Gemini's answers, but not for Google's results", () => {
		const seen = site([[["Google-Extended"], ["Disallow: /"]]]);
		expect(row(seen, "Gemini")).toMatchObject({ state: "partly", check: "training-stance" });
		expect(row(seen, "Google").state).toBe("allowed");
	});

	it("applies robots tags and headers as far as vendors document them", () => {
		const seen = site([], { digest: { metas: [aMeta("robots", "noindex")] } });
		expect(row(seen, "Google")).toMatchObject({ state: "blocked", check: "noindex" });
		expect(row(seen, "ChatGPT")).toMatchObject({ state: "partly", check: "noindex" });
		expect(row(seen, "Claude")).toMatchObject({ state: "unknown", check: "noindex" });
		const quiet = site([], { headers: { "x-robots-tag": "nosnippet, noarchive" } });
		expect(row(quiet, "Google")).toMatchObject({ state: "partly", because: { at: "header x-robots-tag" } });
		expect(row(quiet, "Copilot")).toMatchObject({ state: "blocked", check: "bing-ai-controls" });
	});

	it("is no one behind a login, and unknown if our agent is refused", () => {
		const robots = found(aRobots(), ROBOTS);
		for (const { state } of look({ home: absent(401), robots }).reach ?? []) expect(state).toBe("blocked");
		for (const { state } of look({ home: absent(403), robots }).reach ?? []) expect(state).toBe("unknown");
	});

	it("is another site if the home page names it as canonical", () => {
		const seen = site([], { digest: { links: [aLink("canonical", "https://other.example.net/")] } });
		for (const name of ["Google", "Bing", "Gemini", "Copilot"])
			expect(row(seen, name)).toMatchObject({ state: "partly", check: "canonical-foreign", because: { at: /line/ } });
		expect(row(seen, "Claude").state).toBe("allowed");
	});

	it("excludes engines that quote if all text is withheld", () => {
		const seen = site([], { digest: { text: aText({ main: 400, noSnippet: 400 }) } });
		expect(row(seen, "Google")).toMatchObject({ state: "partly", check: "snippet-eligible" });
	});

	it("is unknown if browsers warn, or if others get another response", () => {
		const https = found({ state: "invalid", reason: "CERT_HAS_EXPIRED" } as const);
		const robots = found(aRobots(), ROBOTS);
		for (const { state, check } of look({ home: found(aPage()), robots, https }).reach ?? [])
			expect({ state, check }).toEqual({ state: "unknown", check: "https" });
		expect(look({ home: found(aPage()), robots }, "credentials").reach).toBeUndefined();
	});

	it("excludes all but exempt fetchers if robots.txt has a server error", () => {
		const seen = look({ home: found(aPage()), robots: absent(503, ROBOTS) });
		expect(row(seen, "Google")).toMatchObject({ state: "blocked", check: "robots-fetch", because: { excerpt: "503" } });
		expect(row(seen, "ChatGPT").state).toBe("partly");
		expect(row(look({ home: found(aPage()), robots: failed("connection-refused", ROBOTS) }), "Bing").state).toBe(
			"blocked",
		);
		expect(row(look({ home: found(aPage()), robots: absent(429, ROBOTS) }), "Bing").state).toBe("unknown");
	});

	it("is unknown if robots.txt could not be read, and absent without a home page", () => {
		for (const { state } of look({ home: found(aPage()), robots: failed("challenged") }).reach ?? [])
			expect(state).toBe("unknown");
		expect(look({ home: failed("connection-refused") }).reach).toBeUndefined();
	});
});

const token = fc.constantFrom(
	"*",
	"bingbot",
	...crawlersOf("search", "answer-index", "user-fetch", "training").map((each) => each.token),
);
const line = fc.constantFrom("Disallow: /", "Allow: /", "Disallow: /private", "Disallow: /$", "Disallow:");
const group = fc.tuple(fc.uniqueArray(token, { minLength: 1, maxLength: 4 }), fc.array(line, { maxLength: 3 }));
const meta = fc.record({
	key: fc.constantFrom("robots", "googlebot", "bingbot", "applebot", "otherbot"),
	content: fc
		.subarray(["noindex", "nosnippet", "noarchive", "nocache", "max-snippet:0", "index"])
		.map((words) => words.join(", ")),
});
const canonical = fc
	.constantFrom("https://other.example.net/", "/", undefined)
	.map((to) => (to ? [aLink("canonical", to)] : []));
const text = fc.constantFrom({}, { noSnippet: 1600 }, { main: 0, visible: 0, words: 0 }).map(aText);
const tls = fc.constantFrom(
	found({ state: "valid" } as const),
	found({ state: "invalid", reason: "CERT_HAS_EXPIRED" } as const),
);
const home = fc.oneof(
	fc.record({ metas: fc.array(meta, { maxLength: 3 }), canonical, text }).map((parts) => {
		const metas = parts.metas.map(({ key, content }) => aMeta(key, content));
		return found(aPage({ digest: { metas, links: parts.canonical, text: parts.text } }));
	}),
	fc.constantFrom(401, 403, 404, 429, 503).map((status) => absent(status)),
);
const robots = fc.oneof(
	fc.array(group, { maxLength: 4 }).map((groups) => found(aRobots(...groups), ROBOTS)),
	fc.constantFrom(404, 429, 503).map((status) => absent(status, ROBOTS)),
	fc.constantFrom("challenged", "connection-refused").map((code) => failed(code, ROBOTS)),
);

describe("the rows and the checks", () => {
	it("agree on any robots.txt, tags and status", () => {
		fc.assert(
			fc.property(home, robots, tls, (seen, file, https) => {
				expect(contradictoryReach(look({ home: seen, robots: file, https }))).toEqual([]);
			}),
		);
	});

	it("disagree if one of them is changed", () => {
		const seen = site([[["*"], ["Disallow: /"]]]);
		const reach = (seen.reach ?? []).map((each) => ({ ...each, state: "allowed" as const }));
		expect(contradictoryReach({ ...seen, reach })).toContain("reach of Google");
		const groundless = reach.map((each) => ({ ...each, ...(each.name === "Meta" && { state: "blocked" as const }) }));
		expect(contradictoryReach({ reach: groundless, findings: [] })).toEqual(["reach of Meta"]);
		const findings = seen.findings.map((each) => ({ ...each, outcome: "pass" as const, own: undefined }));
		expect(contradictoryReach({ ...seen, findings })).toContain("reach of Bing");
	});
});
