import type { AccessBot, AccessPart, AccessReport } from "#core/access/access-report.ts";
import { byCodeUnits, digitGroups, shortDate, utcMinute } from "#core/wording.ts";
import { csvText } from "../export/csv.ts";
import { markdownCell, markdownText } from "../page/page-text.ts";
import {
	ACCESS_COLUMNS,
	ACCESS_TITLE,
	accessLead,
	CHANGES_TITLE,
	ENGINES_TITLE,
	lineWords,
	MISSED_TITLE,
	periodWords,
	ROLE_WORDS,
	rangesWords,
	refusedOf,
	siteWords,
	sizeWords,
	UNREAD_WORDS,
	unreadWords,
	WEEKS_TITLE,
} from "./access-words.ts";

export type AccessColumn = keyof typeof ACCESS_COLUMNS;

/** A row of every table of bots, with unformatted numbers. */
export function botRow(bot: AccessBot): Readonly<Record<AccessColumn, string | number>> {
	const { token, role, verified = NO_REQUEST, spoofed, unverifiable } = bot;
	const { requests, ok, redirects, clientErrors, serverErrors, pages, llms, markdown } = verified;
	const { bytes, milliseconds, timed, first, last, robotsLast } = verified;
	const claims = [spoofed?.last ?? "", unverifiable?.last ?? ""].toSorted(byCodeUnits).at(-1) ?? "";
	return {
		bot: token,
		role: ROLE_WORDS[role],
		verified: requests,
		answered: ok,
		redirects,
		refused: refusedOf(verified),
		missing: clientErrors,
		failed: serverErrors,
		pages,
		site: siteWords(bot),
		llms,
		markdown,
		data: bytes > 0 ? sizeWords(bytes) : "",
		time: timed > 0 ? `${digitGroups(Math.round(milliseconds / timed))} ms` : "",
		spoofed: spoofed?.requests ?? 0,
		unverifiable: unverifiable?.requests ?? 0,
		robots: minuteOf(robotsLast),
		first: minuteOf(first),
		last: minuteOf(last || claims),
	};
}

/** The column heading names the time zone. */
function minuteOf(at: string | undefined): string {
	return at ? utcMinute(at).replace(/ UTC$/, "") : "";
}

const NO_REQUEST: AccessPart = {
	requests: 0,
	pages: 0,
	ok: 0,
	redirects: 0,
	forbidden: 0,
	limited: 0,
	clientErrors: 0,
	serverErrors: 0,
	bytes: 0,
	milliseconds: 0,
	timed: 0,
	robots: 0,
	markdown: 0,
	llms: 0,
	first: "",
	last: "",
};

/** One row per bot and day, to be summed in a spreadsheet. */
export function accessCsv({ bots, domain }: AccessReport): string {
	const header = [
		"domain",
		"day",
		"bot",
		"vendor",
		"for",
		"verified",
		"pages",
		"answered",
		"redirected",
		"refused",
		"other 4xx",
		"server errors",
		"bytes",
		"milliseconds",
		"timed requests",
		"robots.txt",
		"fake",
		"unverifiable",
	];
	const rows = bots.flatMap(({ token, vendor, role, days }) =>
		days.map((each) => [
			domain,
			each.day,
			token,
			vendor,
			ROLE_WORDS[role],
			each.verified,
			each.pages,
			each.ok,
			each.redirects,
			each.refused,
			each.clientErrors,
			each.failed,
			each.bytes,
			each.milliseconds,
			each.timed,
			each.robots,
			each.spoofed,
			each.unverifiable,
		]),
	);
	return csvText(header, rows);
}

export function accessMarkdown(report: AccessReport): string {
	const columns = shownColumns(report);
	const cell = (value: string | number) =>
		markdownCell(markdownText(typeof value === "number" ? digitGroups(value) : value));
	const table = [
		`| ${columns.map((name) => ACCESS_COLUMNS[name]).join(" | ")} |`,
		`|${columns.map((name) => (isNumber(name) ? "---:" : "---")).join("|")}|`,
		...report.bots.map((bot) => `| ${columns.map((name) => cell(botRow(bot)[name])).join(" | ")} |`),
	];
	const sections = [
		[`# ${ACCESS_TITLE}: ${markdownText(report.domain)}`],
		[markdownText(accessLead(report))],
		...changesMarkdown(report),
		...enginesMarkdown(report),
		...(report.bots.length > 0 ? [table] : []),
		...weeksMarkdown(report),
		...refusedMarkdown(report),
		...missedMarkdown(report),
		...assistantsMarkdown(report),
		[
			periodWords(report),
			"",
			lineWords(report),
			...(unreadWords(report) ? [unreadWords(report) ?? ""] : []),
			rangesWords(report),
		],
		...unreadMarkdown(report),
	];
	return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Columns that are not empty for these logs. */
export function shownColumns({ bots }: AccessReport): readonly AccessColumn[] {
	const rows = bots.map(botRow);
	const always: readonly AccessColumn[] = ["bot", "role", "verified", "answered", "refused"];
	return (Object.keys(ACCESS_COLUMNS) as AccessColumn[]).filter(
		(name) => always.includes(name) || rows.some((row) => row[name] !== 0 && row[name] !== ""),
	);
}

export function isNumber(name: AccessColumn): boolean {
	return !["bot", "role", "site", "robots", "first", "last"].includes(name);
}

function changesMarkdown({ changes }: AccessReport): string[][] {
	if (changes.length === 0) return [];
	return [[`## ${CHANGES_TITLE}`, "", ...changes.map(({ says }) => `- ${markdownText(says)}`)]];
}

function weeksMarkdown(report: AccessReport): string[][] {
	const [heads, ...rows] = weekTable(report);
	if (!heads) return [];
	const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(" | ")} |`;
	return [[`## ${WEEKS_TITLE}`, "", line(heads), `|---|${"---:|".repeat(heads.length - 1)}`, ...rows.map(line)]];
}

function enginesMarkdown({ engines = [] }: AccessReport): string[][] {
	if (engines.length === 0) return [];
	return [[`## ${ENGINES_TITLE}`, "", ...engines.map(({ name, says }) => `- **${name}**: ${markdownText(says)}`)]];
}

function refusedMarkdown({ bots }: AccessReport): string[][] {
	const rows = bots.flatMap(({ token, refused }) =>
		refused.slice(0, 3).map((each) => `- ${token}, ${markdownText(each.path)}: ${markdownText(refusedSentence(each))}`),
	);
	return rows.length === 0 ? [] : [["## Where verified bots were refused", "", ...rows]];
}

export function refusedSentence(refused: AccessBot["refused"][number]): string {
	const { forbidden, unauthorized, unpaid, limited, serverErrors, edges = [] } = refused;
	const counts = [
		["401", unauthorized],
		["402", unpaid],
		["403", forbidden - unauthorized - unpaid],
		["429", limited],
		["5xx", serverErrors],
	] as const;
	const parts = counts.flatMap(([status, count]) => (count > 0 ? `${digitGroups(count)} × ${status}` : []));
	const places = edges.map(({ edge, requests }) => `${edge} (${digitGroups(requests)})`);
	return parts.join(", ") + (places.length > 0 ? `, at ${places.join(", ")}` : "");
}

function missedMarkdown({ bots }: AccessReport): string[][] {
	const rows = bots.flatMap(({ token, site }) =>
		site && site.missed.length > 0 ? [`- ${token}: ${site.missed.map(markdownText).join(", ")}`] : [],
	);
	return rows.length === 0 ? [] : [[`## ${MISSED_TITLE}`, "", ...rows]];
}

function assistantsMarkdown({ assistants }: AccessReport): string[][] {
	if (assistants.length === 0) return [];
	return [
		["## Visitors from assistants", "", ...assistants.map(({ name, visits }) => `- ${name}: ${digitGroups(visits)}`)],
	];
}

function unreadMarkdown({ unread }: AccessReport): string[][] {
	if (unread.length === 0) return [];
	const rows = unread.map(
		({ log, line, why, form }) => `- ${markdownText(log)}, line ${line}: ${UNREAD_WORDS[why]}: ${markdownText(form)}`,
	);
	return [["## Lines that could not be read", "", ...rows]];
}

interface Week {
	readonly from: string;
	readonly verified: number;
	readonly refused: number;
}

/** Weeks start on Monday. Includes weeks without requests in between. */
export function weeksOf(bots: readonly Pick<AccessBot, "days">[]): readonly Week[] {
	const sums = new Map<string, { verified: number; refused: number }>();
	for (const { day, verified, refused } of bots.flatMap(({ days }) => days)) {
		const from = mondayOf(day);
		const sum = sums.get(from) ?? { verified: 0, refused: 0 };
		sums.set(from, { verified: sum.verified + verified, refused: sum.refused + refused });
	}
	const [first, last] = [[...sums.keys()].sort(byCodeUnits)[0], [...sums.keys()].sort(byCodeUnits).at(-1)];
	const weeks: Week[] = [];
	for (let from = first; from !== undefined && last !== undefined && from <= last; from = daysAfter(from, 7))
		weeks.push({ from, ...(sums.get(from) ?? { verified: 0, refused: 0 }) });
	return weeks;
}

function mondayOf(day: string): string {
	return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function daysAfter(day: string, days: number): string {
	return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Weeks that fit a terminal. */
const SHOWN_WEEKS = 6;

/**
 * Verified requests per bot and week, followed by refused ones: a row of headings, then a row for each
 * bot. Empty for fewer than 2 weeks.
 */
export function weekTable({ bots }: AccessReport): string[][] {
	const weeks = weeksOf(bots).slice(-SHOWN_WEEKS);
	if (weeks.length < 2) return [];
	const rows = bots
		.filter(({ verified }) => verified)
		.map((bot) => {
			const own = new Map(weeksOf([bot]).map((week) => [week.from, week]));
			const cells = weeks.map(({ from }) => {
				const { verified = 0, refused = 0 } = own.get(from) ?? {};
				return refused > 0 ? `${digitGroups(verified)} (${digitGroups(refused)})` : digitGroups(verified);
			});
			return [bot.token, ...cells];
		});
	return rows.length === 0 ? [] : [["Bot", ...weeks.map(({ from }) => shortDate(from))], ...rows];
}
