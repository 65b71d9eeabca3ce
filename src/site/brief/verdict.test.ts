import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import type { ReachRow } from "#core/report.ts";
import { verdictOf } from "./verdict.ts";

const NAMES = ["Google", "Bing", "ChatGPT", "Perplexity", "Claude"];
const SEARCH = ["Google", "Bing"];
const HEAD = { url: "https://a.example/", at: "line 5, column 2", excerpt: '<meta name="robots" content="noindex">' };
const ROBOTS = { url: "https://a.example/robots.txt", at: "line 12", excerpt: "Disallow: /" };
const basis = { displayDomain: "a.example", gates: [], recommendations: [] };

function reach(changed: Readonly<Record<string, Partial<ReachRow>>> = {}): ReachRow[] {
	return NAMES.map((name) => ({
		name,
		kind: SEARCH.includes(name) ? "search" : "answers",
		state: "allowed",
		says: "It may.",
		...changed[name],
	}));
}
const noindex = { state: "blocked", check: "noindex", because: HEAD } as const;
const closed = { state: "blocked", check: "search-bots", because: ROBOTS } as const;
const uncited = { state: "partly", check: "answer-indexers", because: ROBOTS } as const;

describe("the verdict", () => {
	it.each([
		[{ Google: noindex, Bing: noindex }, "Google and Bing cannot list your home page. One line in its head causes it."],
		[
			{ Google: { ...noindex, because: { ...HEAD, at: "header x-robots-tag" } } },
			"Google cannot list your home page. One line that your server sends with it causes it.",
		],
		[{ Google: closed, Bing: closed }, "Google and Bing cannot list your home page. Line 12 of robots.txt causes it."],
		[
			Object.fromEntries(NAMES.map((name) => [name, closed])),
			"Neither search engines nor AI assistants can read your home page. Line 12 of robots.txt causes it.",
		],
		[
			{ Perplexity: uncited, Claude: uncited },
			"Google and Bing can list your home page, but Perplexity and Claude cannot find and cite it. Line 12 of robots.txt causes it.",
		],
		[
			{ Google: { ...noindex, state: "partly", check: "snippet-eligible" } as const },
			"Google may list your home page, and quote nothing of it. One line in its head causes it.",
		],
		[
			{ ChatGPT: { state: "partly", check: "text-without-js" } as const },
			"Google and Bing can list your home page, but ChatGPT finds hardly any text on it. The text is there only after scripts have run.",
		],
		[
			{ Claude: { state: "unknown" } as const },
			"Search engines and AI assistants can reach your home page. Nothing that is scored is left to fix.",
		],
	])("names who is shut out and why: %j", (changed, says) => {
		expect(verdictOf({ ...basis, reach: reach(changed) })).toBe(says);
	});

	it("has a sentence with its cause for every grave fault, two sentences each", () => {
		for (const { id, says } of CURRENT_METHODOLOGY.gates) {
			const verdict = verdictOf({ ...basis, gates: [{ id, cap: 40, says }], reach: reach() });
			expect(verdict.match(/\.(?: |$)/g), id).toHaveLength(2);
		}
	});

	it("says what costs most where all is open, and names no engine where the receipt names none", () => {
		const recommendations = [{ title: "The page has no title" }];
		expect(verdictOf({ ...basis, recommendations, reach: reach() })).toBe(
			"Search engines and AI assistants can reach your home page. What costs most: The page has no title.",
		);
		expect(verdictOf({ ...basis, recommendations, overall: 69, reach: reach() })).toBe(
			"Everybody may come in, but much of what machines need is missing or broken. What costs most: The page has no title.",
		);
		expect(verdictOf({ ...basis, recommendations, means: "Faults hold it back." })).toBe(
			"Faults hold it back. What costs most: The page has no title.",
		);
	});

	it("says that there is no score, and why", () => {
		const failure = { says: "The name has no address." };
		expect(verdictOf({ ...basis, failure })).toBe("a.example could not be audited. The name has no address.");
	});
});
