import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import type { RunLine } from "#core/run-line.ts";
import { plainCount } from "#core/wording.ts";
import { rescan } from "#rescan/rescan.ts";
import type { Io } from "./command-spec.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options }: Given<"rescan">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	// With a watchlist from elsewhere, the first run makes the folder.
	if (options.watchlist === undefined) await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const progress = createProgressLine(stderr);
	const request = {
		watchlist: options.watchlist ?? join(settings.reports, "watchlist.json"),
		onStart({ resumed, done }: { readonly resumed: boolean; readonly done: number }, total: number) {
			if (resumed) stderr.write(`Taking up the run that was stopped: ${done} of ${total} are done.\n`);
			progress.bar(done, total, "");
		},
		onProgress: ({ done, total, domain }: { done: number; total: number; domain: string }) =>
			progress.bar(done, total, domain),
	};
	const { lines, runFile } = await rescan(request, settings);
	progress.clear();
	if (options.json) stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	else stdout.write(rescanReport(lines, runFile, createInk(stdout)));
	return rescanExitCode(lines);
}

/** The outcome of a run for a person at a terminal: how many ended how, and why those that did not. */
export function rescanReport(lines: readonly RunLine[], runFile: string, ink: Ink): string {
	if (lines.length === 0) return 'The watchlist is empty. Add {"domain": "example.com"} to its entries.\n';
	const counts = [...countBy(lines, outcomeOf)].toSorted(([, a], [, b]) => b - a);
	const table = counts.map(([outcome, count]) => `  ${String(count).padStart(5)}  ${outcome}`);
	const trouble = lines.filter((line) => !line.ok).flatMap((line) => explain(line, ink));
	const scores = lines.flatMap((line) => (line.score === undefined ? [] : [line.score])).toSorted((a, b) => a - b);
	const median = scores.length > 0 ? [`Median score ${medianOf(scores)} of 100 over ${scores.length}.`] : [];
	const sections = [
		[ink.strong(`${plainCount(lines.length, "site")}, by outcome`), ...table],
		trouble.length > 0 ? [ink.strong("Not audited, and why"), ...trouble] : [],
		[...median, ink.quiet(`Run file ${runFile}`)],
	];
	return report(sections);
}

/** 0 all audited, 1 some were not, 3 none was. */
export function rescanExitCode(lines: readonly RunLine[]): ExitCode {
	const missed = lines.filter((line) => !line.ok).length;
	if (missed === 0) return EXIT.fine;
	return missed === lines.length ? EXIT.notAudited : EXIT.under;
}

function outcomeOf(line: RunLine): string {
	if (line.status === "refused") return `refused: ${line.reason ?? ""}`;
	if (line.status === "error") return `error: ${line.reason ?? ""}`;
	if (line.status === "unreached") return `could not be looked at: ${line.reason ?? ""} (the last receipt stays)`;
	if (line.status === "withdrawn") return "withdrawn: taken down at the owner's request";
	const audited = line.ok ? "scored" : `not audited: ${line.reason ?? ""}`;
	return `${audited} (${line.status === "recorded" ? "new receipt" : "unchanged"})`;
}

function explain(line: RunLine, ink: Ink): string[] {
	const [first = "", ...rest] = fold(tame(line.says ?? ""), ink.width, 4);
	return [`  ${ink.middling(tame(line.domain))}`, ink.quiet(first), ...rest.map(ink.quiet)];
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
	return counts;
}

function medianOf(sorted: readonly number[]): number {
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2);
}
