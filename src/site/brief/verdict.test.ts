import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import type { ReachRow } from "#core/report.ts";
import { ENGLISH } from "./languages.ts";
import { fairGate, verdictOf } from "./verdict.ts";

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
			"Search engines and AI assistants cannot read your home page. Line 12 of robots.txt causes it.",
		],
		[
			{ Perplexity: uncited, Claude: uncited },
			"Google and Bing can list your home page, but Perplexity and Claude cannot find and cite it. Line 12 of robots.txt causes it.",
		],
		[
			{ Google: { ...noindex, state: "partly", check: "snippet-eligible" } as const },
			"Google can list your home page but not quote it. One line in its head causes it.",
		],
		[
			{ ChatGPT: { state: "partly", check: "text-without-js" } as const },
			"Google and Bing can list your home page, but ChatGPT finds hardly any text on it. The text appears only after JavaScript has run.",
		],
		[
			{ Claude: { state: "unknown" } as const },
			"Google and Bing can list your home page; we cannot see from outside what Claude can do. We found no fault that costs points.",
		],
		[
			{ Google: closed, Bing: { ...closed, because: { ...ROBOTS, at: "line 9" } } },
			"Google and Bing cannot list your home page. Lines 9 and 12 of robots.txt cause it.",
		],
		[
			{ ChatGPT: { state: "partly", check: "training-stance", because: ROBOTS } as const },
			"Google and Bing can list your home page; ChatGPT can use only part of it. Line 12 of robots.txt causes it. We found no fault that costs points.",
		],
	])("names who is shut out and why: %j", (changed, says) => {
		expect(verdictOf({ ...basis, reach: reach(changed) }, ENGLISH)).toBe(says);
	});

	it("has 2 sentences with the cause for every grave fault", () => {
		for (const { id, says } of CURRENT_METHODOLOGY.gates) {
			const verdict = verdictOf({ ...basis, gates: [{ id, cap: 40, says }], reach: reach() }, ENGLISH);
			expect(verdict.match(/\.(?: |$)/g), id).toHaveLength(2);
		}
	});

	it("gives the effort if an assistant is blocked without a grave fault", () => {
		const repair = { says: "4 fixes, about 1 day of work: from 87 to 100." };
		const says = verdictOf({ ...basis, repair, reach: reach({ Claude: uncited }) }, ENGLISH);
		expect(says).toMatch(/Claude cannot find and cite it\..* from 87 to 100\.$/);
	});

	it("gives the loss and the effort if nothing is blocked, with 2 losses below 70 points", () => {
		const recommendations = [
			{ title: "The page has no title", problem: "people cannot tell what your page offers" },
			{ title: "Images lack a text alternative", problem: "some of your pictures say nothing" },
		];
		const repair = { says: "5 fixes, about 2 days of work: from 74 to 97." };
		const verdict = (given: object) => verdictOf({ ...basis, recommendations, reach: reach(), ...given }, ENGLISH);
		expect(verdict({ repair, overall: 74 })).toBe(
			`Search engines and AI assistants can reach your home page, but people cannot tell what your page offers. ${repair.says}`,
		);
		expect(verdict({ overall: 69 })).toBe(
			"Search engines and AI assistants can reach your home page, but people cannot tell what your page offers, and some of your pictures say nothing.",
		);
		expect(verdict({ reach: [] })).toBe("Biggest problem: people cannot tell what your page offers.");
		expect(verdict({ reach: [], recommendations: [{ title: "Of an old check" }] })).toBe(
			"Biggest problem: Of an old check.",
		);
		expect(verdict({ recommendations: [] })).toBe(
			"Search engines and AI assistants can reach your home page. We found no fault that costs points.",
		);
	});

	it("claims no more about a page that refuses us than the table of engines", () => {
		const unseen = {
			state: "unknown",
			check: "home-status",
			because: { ...HEAD, at: "status", excerpt: "403" },
		} as const;
		const rows = reach(Object.fromEntries(NAMES.map((name) => [name, unseen])));
		const gate = { id: "home-error", cap: 30, says: "Nobody can read it." } as const;
		expect(verdictOf({ ...basis, gates: [gate], reach: rows }, ENGLISH)).toBe(
			"Your home page answers our visit with 403. We cannot see from outside how it answers search engines.",
		);
		expect(fairGate(gate, rows, ENGLISH).says).not.toContain("Nobody");
	});

	it("never contradicts the table of engines", () => {
		const state = fc.constantFrom("allowed", "partly", "blocked", "unknown");
		const check = fc.constantFrom("search-bots", "noindex", "snippet-eligible", "answer-indexers", "training-stance");
		const row = fc.record({ state, check, because: fc.constantFrom(HEAD, ROBOTS) });
		fc.assert(
			fc.property(fc.array(row, { minLength: 5, maxLength: 5 }), (rows) => {
				const table = reach(Object.fromEntries(NAMES.map((name, index) => [name, rows[index]])) as never);
				const says = verdictOf({ ...basis, reach: table }, ENGLISH);
				const named = (words: RegExp) => NAMES.filter((name) => words.exec(says)?.[0]?.includes(name));
				const open = new Set(table.filter((each) => each.state === "allowed").map(({ name }) => name));
				// "… can list your home page but not quote it."
				const unquoted = table.filter(({ state, check }) => state === "partly" && check === "snippet-eligible");
				const listed = new Set([...open, ...unquoted.map(({ name }) => name)]);
				for (const name of named(/^[^.;]*?(?= can list)/)) expect(listed).toContain(name);
				for (const name of named(/^[^.]*?(?= cannot list| may list)/)) expect(open).not.toContain(name);
				if (says.startsWith("Search engines and AI assistants can ")) expect(open.size).toBe(NAMES.length);
			}),
		);
	});

	it("says why there is no score", () => {
		const failure = { says: "The name has no address." };
		expect(verdictOf({ ...basis, failure }, ENGLISH)).toBe("a.example could not be audited. The name has no address.");
	});
});
