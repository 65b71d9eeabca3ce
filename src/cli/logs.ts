import { glob, stat } from "node:fs/promises";
import { basename } from "node:path";
import { buildAccessReport, type ReportSettings } from "#access-logs/access-report.ts";
import { type BotRanges, shippedRanges, withRangesFile } from "#access-logs/bot-ranges.ts";
import { openLogFile, openLogStream } from "#access-logs/log-source.ts";
import { type NamedLog, readLogs } from "#access-logs/read-logs.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { readNamedText } from "#config/named-file.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, digitGroups } from "#core/wording.ts";
import {
	accessCsv,
	accessMarkdown,
	botRow,
	isNumber,
	refusedSentence,
	shownColumns,
} from "#site/access/access-tables.ts";
import {
	ACCESS_COLUMNS,
	accessLead,
	END_WORDS,
	lineWords,
	periodWords,
	rangesWords,
	UNREAD_WORDS,
	unreadWords,
} from "#site/access/access-words.ts";
import { type Io, usage } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report as sections, tame, titled } from "./terminal.ts";

const COMMAND = "sightline logs";
type Options = Given<"logs">["options"];

export async function run({ all, options }: Given<"logs">, { stdout, stderr }: Io): Promise<ExitCode> {
	const settings = await settingsOf(options);
	const logs = await logsOf(all);
	const progress = createProgressLine(stderr);
	let done = 0;
	const read = await readLogs(logs, {
		settings,
		now: Date.now(),
		...(await threadsFor(all)),
		onProgress: (bytes) => {
			done += bytes;
			progress.show(`Reading logs: ${digitGroups(Math.round(done / 1e6))} MB …`);
		},
	}).finally(() => progress.clear());
	const report = buildAccessReport(read, settings);
	stdout.write(written(report, options.format, createInk(stdout)));
	return exitOf(report);
}

async function settingsOf(options: Options): Promise<ReportSettings> {
	if (options.as === undefined) throw usage(COMMAND, "--as is missing: name the domain that the logs are of");
	return {
		domain: parseTarget(options.as).host,
		pages: [],
		ranges: await rangesOf(options.ranges),
		format: options["log-format"],
		proxies: options.proxies,
		dns: false,
		signatures: false,
	};
}

const MOST_RANGES = 4 * 1024 * 1024;

export async function rangesOf(files: readonly string[]): Promise<BotRanges> {
	let ranges = shippedRanges();
	for (const file of files) {
		const text = await readNamedText(file, { most: MOST_RANGES, todo: "Name a vendor's list of address ranges." });
		const { mtime } = await stat(file);
		ranges = withRangesFile(ranges, basename(file), text, mtime.toISOString().slice(0, 10));
	}
	return ranges;
}

export const STDIN = "-";

/** Patterns too, for shells that leave them to programs. */
async function pathsOf(given: readonly string[]): Promise<string[]> {
	const paths: string[] = [];
	for (const each of given) {
		if (each === STDIN || !/[*?[{]/.test(each)) paths.push(each);
		else {
			const found: string[] = [];
			for await (const path of glob(each)) found.push(path);
			found.sort(byCodeUnits);
			if (found.length === 0) throw usage(COMMAND, `No file is named like ${each}`);
			paths.push(...found);
		}
	}
	return paths;
}

async function logsOf(given: readonly string[]): Promise<NamedLog[]> {
	return (await pathsOf(given)).map((path) =>
		path === STDIN
			? { name: "standard input", open: () => openLogStream(process.stdin) }
			: { name: basename(path), open: () => openLogFile(path) },
	);
}

/** Bytes that are read sooner than a thread starts. */
const READ_HERE = 8 * 1024 * 1024;

async function threadsFor(given: readonly string[]): Promise<{ threads?: number }> {
	if (given.includes(STDIN)) return {};
	const sizes = await Promise.all(
		given.map((path) =>
			stat(path).then(
				({ size }) => size,
				() => 0,
			),
		),
	);
	return sizes.reduce((all, size) => all + size, 0) < READ_HERE ? { threads: 0 } : {};
}

/** More lines that cannot be read than this make the counts doubtful. */
const DOUBTFUL = 0.05;

function exitOf({ lines, logs }: AccessReport): ExitCode {
	const isWhole = logs.every(({ end }) => end === "whole");
	return isWhole && lines.unread <= lines.read * DOUBTFUL ? EXIT.fine : EXIT.under;
}

function written(report: AccessReport, form: Options["format"], ink: Ink): string {
	if (form === "json") return `${JSON.stringify(report, null, 2)}\n`;
	if (form === "csv") return accessCsv(report);
	if (form === "markdown") return accessMarkdown(report);
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
		botTable(report, ink),
		titled(
			ink.strong("Where verified bots were refused"),
			bots.flatMap(({ token, refused }) =>
				refused.slice(0, 3).map((each) => `  ${token}  ${tame(each.path)}  ${ink.middling(refusedSentence(each))}`),
			),
		),
		titled(
			ink.strong("People who came from assistants"),
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

function botTable(report: AccessReport, ink: Ink): string[] {
	const columns = shownColumns(report).filter((name) => name !== "robots");
	const cells = [
		columns.map((name) => ACCESS_COLUMNS[name]),
		...report.bots.map((bot) => {
			const row = botRow(bot);
			return columns.map((name) => (typeof row[name] === "number" ? digitGroups(row[name]) : row[name]));
		}),
	];
	if (cells.length === 1) return [];
	const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
	const lines = cells.map((row) =>
		row
			.map((text, at) =>
				isNumber(columns[at] ?? "bot") ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
			)
			.join("  ")
			.trimEnd(),
	);
	return lines.map((line, index) => (index === 0 ? ink.quiet(line) : line));
}
