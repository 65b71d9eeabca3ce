import type { AccessReport } from "#core/access/access-report.ts";
import { digitGroups } from "#core/wording.ts";
import { accessPage } from "#site/access/access-page.ts";
import {
	type AccessColumn,
	accessCsv,
	accessMarkdown,
	botRow,
	isNumber,
	refusedSentence,
	shownColumns,
	weekTable,
} from "#site/access/access-tables.ts";
import {
	ACCESS_COLUMNS,
	accessLead,
	CHANGES_TITLE,
	END_WORDS,
	ENGINES_TITLE,
	lineWords,
	MISSED_TITLE,
	periodWords,
	rangesWords,
	UNREAD_WORDS,
	unreadWords,
	WEEKS_TITLE,
} from "#site/access/access-words.ts";
import { fold, type Ink, report as sections, tame, titled } from "../terminal.ts";

export type AccessForm = "table" | "json" | "csv" | "markdown" | "html";

export function writtenAccess(report: AccessReport, form: AccessForm, ink: Ink): string {
	if (form === "json") return `${JSON.stringify(report, null, 2)}\n`;
	if (form === "csv") return accessCsv(report);
	if (form === "markdown") return accessMarkdown(report);
	if (form === "html") return accessPage(report);
	return table(report, ink);
}

function table(report: AccessReport, ink: Ink): string {
	const { bots, assistants, unread, logs } = report;
	const doubts = [
		unreadWords(report),
		...logs.filter(({ end }) => end !== "whole").map(({ name, end }) => `${tame(name)} ${END_WORDS[end]}.`),
	].filter((each) => each !== undefined);
	return sections([
		[`${ink.strong(report.domain)}  ${ink.quiet(periodWords(report))}`, ...fold(accessLead(report), ink.width, 0)],
		titled(
			ink.strong(CHANGES_TITLE),
			report.changes.flatMap(({ says }) => fold(tame(says), ink.width, 2)).map(ink.bad),
		),
		titled(ink.strong(ENGINES_TITLE), engineLines(report, ink)),
		botTable(report, ink),
		titled(
			ink.strong(WEEKS_TITLE),
			aligned(weekTable(report), (at) => at > 0, ink),
		),
		titled(
			ink.strong("Where verified bots were refused"),
			bots.flatMap(({ token, refused }) =>
				refused.slice(0, 3).map((each) => `  ${token}  ${tame(each.path)}  ${ink.middling(refusedSentence(each))}`),
			),
		),
		titled(
			ink.strong(MISSED_TITLE),
			bots.flatMap(({ token, site }) =>
				site && site.missed.length > 0
					? fold(tame(`${token}: ${site.missed.slice(0, MISSED_SHOWN).join(", ")}`), ink.width, 2)
					: [],
			),
		),
		titled(
			ink.strong("Visitors from assistants"),
			assistants.map(({ name, visits }) => `  ${name.padEnd(14)}${digitGroups(visits).padStart(9)}`),
		),
		[
			...fold(lineWords(report), ink.width, 0).map(ink.quiet),
			...doubts.flatMap((each) => fold(each, ink.width, 0)).map(ink.bad),
			...unread.map(
				({ log, line, why, form }) => `  ${tame(log)}:${line}  ${UNREAD_WORDS[why]}  ${ink.quiet(tame(form))}`,
			),
			...fold(rangesWords(report), ink.width, 0).map(ink.quiet),
		],
	]);
}

function engineLines({ engines = [] }: AccessReport, ink: Ink): string[] {
	const widest = Math.max(...engines.map(({ name }) => name.length));
	return engines.flatMap(({ name, says, outcome }) => {
		const [first = "", ...rest] = fold(says, ink.width, widest + 4);
		const paint = QUIET_OUTCOMES.has(outcome) ? (text: string) => text : ink.middling;
		return [`  ${name.padEnd(widest + 2)}${first.trimStart()}`, ...rest].map(tame).map(paint);
	});
}

const QUIET_OUTCOMES: ReadonlySet<string> = new Set(["reads", "never-came", "forbidden-and-absent", "unverifiable"]);

function botTable(report: AccessReport, ink: Ink): string[] {
	const columns = fitting(
		report,
		shownColumns(report).filter((name) => name !== "robots"),
		ink.width,
	);
	const cells = cellsOf(report, columns);
	if (cells.length === 1) return [];
	return aligned(cells, (at) => isNumber(columns[at] ?? "bot"), ink);
}

function aligned(cells: readonly (readonly string[])[], isRight: (column: number) => boolean, ink: Ink): string[] {
	const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const lines = cells.map((row) =>
		row
			.map((text, at) => (isRight(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
			.join("  ")
			.trimEnd(),
	);
	return lines.map((line, index) => (index === 0 ? ink.quiet(line) : line));
}

const MISSED_SHOWN = 5;

/** Columns to drop on a narrow terminal, first one first; other formats have all. */
const DISPENSABLE: readonly AccessColumn[] = [
	"first",
	"last",
	"data",
	"time",
	"role",
	"markdown",
	"llms",
	"missing",
	"redirects",
	"pages",
	"answered",
];

function fitting(report: AccessReport, columns: readonly AccessColumn[], width: number): readonly AccessColumn[] {
	const cells = cellsOf(report, columns);
	const needed = columns.reduce((all, _, at) => all + 2 + Math.max(...cells.map((row) => row[at]?.length ?? 0)), -2);
	const least = DISPENSABLE.find((name) => columns.includes(name));
	if (needed <= width || least === undefined) return columns;
	return fitting(
		report,
		columns.filter((name) => name !== least),
		width,
	);
}

function cellsOf(report: AccessReport, columns: readonly AccessColumn[]): string[][] {
	return [
		columns.map((name) => ACCESS_COLUMNS[name]),
		...report.bots.map((bot) => {
			const row = botRow(bot);
			return columns.map((name) => (typeof row[name] === "number" ? digitGroups(row[name]) : row[name]));
		}),
	];
}
