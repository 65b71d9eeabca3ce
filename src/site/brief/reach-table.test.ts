import { expect, test } from "vitest";
import { reachTable } from "./reach-table.ts";

const noindex = { url: "https://example.com/", at: "line 4", excerpt: '<meta name="robots" content="noindex">' };
const robots = { url: "https://example.com/robots.txt", at: "line 12", excerpt: "Disallow: /" };
const row = (name: string, kind: "search" | "answers", because?: typeof noindex) => ({
	name,
	kind,
	state: because ? ("blocked" as const) : ("allowed" as const),
	says: because ? "May not." : "May.",
	...(because ? { because } : {}),
});

test("what is said of several stands once, as does the line responsible, which rows name by its number", () => {
	const { groups, lines } = reachTable([
		row("Google", "search", noindex),
		row("Perplexity", "answers", robots),
		row("Bing", "search", { ...noindex }),
		row("Claude", "answers"),
	]);
	expect(lines.map(({ number, excerpt }) => [number, excerpt])).toEqual([
		[1, noindex.excerpt],
		[2, robots.excerpt],
	]);
	expect(groups.map(({ kind, rows }) => [kind, rows.map(({ names, line }) => [names.join(), line])])).toEqual([
		["search", [["Google,Bing", 1]]],
		[
			"answers",
			[
				["Perplexity", 2],
				["Claude", undefined],
			],
		],
	]);
});

test("a kind that nobody is of has no group", () => {
	expect(reachTable([row("Claude", "answers")]).groups.map(({ kind }) => kind)).toEqual(["answers"]);
});

test("the tally counts everybody once", () => {
	const { tally } = reachTable([row("Google", "search", noindex), row("Claude", "answers")]);
	expect(tally.filter(({ count }) => count > 0)).toEqual([
		{ state: "allowed", count: 1 },
		{ state: "blocked", count: 1 },
	]);
});
