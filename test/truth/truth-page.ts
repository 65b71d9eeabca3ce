import { counted } from "#core/wording.ts";
import { EXPLANATIONS, type Explanation } from "./explanations.ts";
import type { JudgeResult } from "./judge-result.ts";
import { firstExpiry } from "./review-dates.ts";

type Disagreement = JudgeResult["disagreements"][number];

/** What the table asks of a judge: the share of cases that must agree before any explanation. */
export interface Bar {
	readonly judge: string;
	/** Cases that must agree, or the share of them, 0 to 1. */
	readonly atLeast: number | `${number} of ${number}`;
}

/** What is asked for before any explanation. */
export const BARS: readonly Bar[] = [
	{ judge: "planted faults and their opposites", atLeast: 1 },
	{ judge: "Five exemplary sites", atLeast: 1 },
	{ judge: "Sites with one root cause", atLeast: 1 },
	{ judge: "Ladder of our own sites", atLeast: 1 },
	{ judge: "Mutations of home pages", atLeast: 1 },
	{ judge: "google/robotstxt, its own tests", atLeast: "145 of 145" },
	{ judge: "W3C ACT, 26 static rules", atLeast: "377 of 393" },
	{ judge: "schema.org JSON-LD", atLeast: 1 },
	{ judge: "WCXB, authors", atLeast: 0.82 },
	{ judge: "WCXB, dates", atLeast: 0.82 },
	{ judge: "WCXB, article or not", atLeast: 0.92 },
	{ judge: "axe-core", atLeast: 0.92 },
	{ judge: "Lighthouse", atLeast: 0.92 },
];

export interface TruthPage {
	readonly markdown: string;
	/** The table alone. */
	readonly table: string;
	/** Agreement by check, as a table. */
	readonly checks: string;
	/** What is under its bar, or disagrees without an explanation; empty when the table stands. */
	readonly faults: readonly string[];
}

/** One table of all judges, and below it every disagreement: those with an explanation by their reason, the rest alone. */
export function truthPage(results: readonly JudgeResult[], bars: readonly Bar[], methodology: string): TruthPage {
	const settled = results.map((result) => ({ result, ...settle(result) }));
	const rows = settled.map(({ result, open }) => row(result, open.length, bars));
	const faults = [
		...results.flatMap((result) => [...underBar(result, bars), ...underMeasure(result)]),
		...settled.flatMap(({ result, open }) =>
			open.length > 0 ? [`${result.judge}: ${counted(open.length, "disagreement")} without an explanation`] : [],
		),
	];
	const table = [
		"| judge | cases | agree | raw agreement | with a fault | explained | open | required |",
		"|---|--:|--:|--:|--:|--:|--:|---|",
		...rows,
	].join("\n");
	const checks = checkTable(results);
	const markdown = [
		"# Agreement with independent judges",
		"",
		`How often methodology ${methodology} agrees with independent judges and published cases. Written by \`npm run truth\`.`,
		"Agreement is raw: counted before any explanation. *With a fault* counts only the cases in which at least one side finds",
		"one. An explanation cites the standard that decides; there are at most 20 (`test/truth/explanations.ts`).",
		`Every check, the list of crawlers and every unscored signal is compared with its sources once a year; the first review expires on ${firstExpiry()}.`,
		"Rehearsals count the faults that stop an agent and that the named check also finds, without a browser. No check finds faults that appear only when a page is used ([more](rehearsal.md#agreement-with-the-checks)).",
		"In addition, [rehearsals](rehearsal.md#tests) and [log reports](bot-access.md#performance-and-accuracy) are compared with sites and logs of ours whose truth is known.",
		"",
		table,
		"",
		...results.flatMap(({ judge, leftOut }) => (leftOut === undefined ? [] : [`${judge} left out ${leftOut}.`, ""])),
		...results.flatMap(ownTable),
		...checks,
		"## Disagreements",
		...settled.flatMap(({ result, explained, open }) => section(result, explained, open)),
		"",
	].join("\n");
	return { markdown, table, checks: checks.join("\n"), faults };
}

/** How often each judge that speaks of checks agreed about each: `agreed of cases`. */
function checkTable(results: readonly JudgeResult[]): string[] {
	const judges = results.filter(({ byCheck }) => byCheck !== undefined);
	if (judges.length === 0) return [];
	const ids = [...new Set(judges.flatMap(({ byCheck }) => [...(byCheck?.keys() ?? [])]))].sort();
	const rows = ids.map((id) => {
		const cells = judges.map(({ byCheck }) => {
			const row = byCheck?.get(id);
			return row ? `${row.agreed} of ${row.cases}` : "";
		});
		return `| ${[id, ...cells].join(" | ")} |`;
	});
	return [
		"## Agreement by check",
		"",
		"How often a judge and the check agreed, out of all cases. Judges of files and of whole sites are left out.",
		"",
		`| ${["check", ...judges.map(({ judge }) => judge)].join(" | ")} |`,
		`|---|${"--:|".repeat(judges.length)}`,
		...rows,
		"",
	];
}

function settle({ judge, disagreements }: JudgeResult) {
	const explained = new Map<Explanation, Disagreement[]>();
	const open: Disagreement[] = [];
	for (const each of disagreements) {
		const why = EXPLANATIONS.find(
			(row) => row.judges.includes(judge) && row.cases.test(each.case) && (row.expected?.test(each.expected) ?? true),
		);
		if (why) explained.set(why, [...(explained.get(why) ?? []), each]);
		else open.push(each);
	}
	return { explained, open };
}

function row(
	{ judge, cases, agreed, faulted, disagreements }: JudgeResult,
	open: number,
	bars: readonly Bar[],
): string {
	const bar = bars.find((each) => each.judge === judge);
	const asked = bar === undefined ? "" : typeof bar.atLeast === "number" ? `${percent(bar.atLeast)}` : bar.atLeast;
	const both = faulted
		? `${faulted.agreed} of ${faulted.cases} (${percent(faulted.agreed / (faulted.cases || 1))})`
		: "";
	const cells = [judge, cases, agreed, percent(agreed / (cases || 1)), both, disagreements.length - open, open, asked];
	return `| ${cells.join(" | ")} |`;
}

function underBar({ judge, cases, agreed }: JudgeResult, bars: readonly Bar[]): string[] {
	const bar = bars.find((each) => each.judge === judge);
	if (!bar) return [];
	const need = typeof bar.atLeast === "number" ? bar.atLeast * cases : Number.parseInt(bar.atLeast, 10);
	return agreed >= need ? [] : [`${judge}: ${agreed} of ${cases} agree, required ${bar.atLeast}`];
}

function underMeasure({ judge, measures = [] }: JudgeResult): string[] {
	const under = measures.filter(({ value, atLeast }) => value < atLeast);
	return under.map(
		({ name, value, atLeast }) => `${judge}: ${name} is ${percent(value)}, required ${percent(atLeast)}`,
	);
}

/** What a judge measures besides agreement, and its own table. */
function ownTable({ judge, measures = [], table = [] }: JudgeResult): string[] {
	if (measures.length === 0 && table.length === 0) return [];
	const shares = measures.map(
		({ name, value, atLeast }) => `- ${name}: ${percent(value)}, required ${percent(atLeast)}`,
	);
	const parts = [shares, table].filter(({ length }) => length > 0);
	return [`## ${judge}`, "", ...parts.flatMap((part) => [...part, ""])];
}

function section(
	result: JudgeResult,
	explained: ReadonlyMap<Explanation, readonly Disagreement[]>,
	open: readonly Disagreement[],
): string[] {
	if (result.disagreements.length === 0) return [];
	const reasons = [...explained].flatMap(([{ because, standard }, cases]) => [
		"",
		`**${counted(cases.length, "case")}: ${because}** <${standard}>`,
		"",
		...grouped(cases),
	]);
	const rest = open.length === 0 ? [] : ["", "**Without an explanation**", "", ...open.map(line)];
	return ["", `### ${result.judge}`, ...reasons, ...rest];
}

/** Cases of one site that say the same of one topic stand on one line, each page by its path. */
function grouped(cases: readonly Disagreement[]): string[] {
	const places = cases.map((each) => ({ each, place: placeOf(each.case) }));
	const alike = Map.groupBy(places, ({ each, place }) => `${place.site} ${place.topic} ${each.expected} ${each.ours}`);
	return [...alike.values()].flatMap((same) => {
		const [first] = same;
		if (!first) return [];
		if (same.length === 1) return [line(first.each)];
		const { site, topic } = first.place;
		const name = `${site} · ${topic}, ${same.length} pages`;
		return [`${line({ ...first.each, case: name })}: ${same.map(({ place }) => plain(place.path)).join(", ")}`];
	});
}

/** `host/path · topic`, as judges of pages name their cases; others stand for themselves. */
function placeOf(name: string): { readonly site: string; readonly path: string; readonly topic: string } {
	const [page = name, topic] = name.split(" · ");
	const slash = page.indexOf("/");
	if (topic === undefined || slash < 0) return { site: name, path: "", topic: "" };
	return { site: page.slice(0, slash), path: page.slice(slash), topic };
}

function line({ case: name, expected, ours }: Disagreement): string {
	return `- ${plain(name)}: judge says ${plain(expected)}; we say ${plain(ours)}`;
}

/** Foreign text in a line of Markdown. */
function plain(text: string): string {
	return text
		.replaceAll(/[\s|]+/g, " ")
		.replaceAll(/[<>`*_[\]]/g, (mark) => `\\${mark}`)
		.slice(0, 240);
}

function percent(share: number): string {
	return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}
