import { join } from "node:path";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, type ExitCode } from "#config/exit-code.ts";
import { requireFolder } from "#config/named-file.ts";
import { plainCount } from "#core/wording.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { type RescanOptions, rescan } from "#rescan/rescan.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";
import { createInk, createProgressLine, fold, type Ink, report, tame } from "./terminal.ts";

export async function run({ options }: Given<"rescan">, { stdout, stderr, env }: Io): Promise<ExitCode> {
	const settings = readEnvironment(env);
	// With a watchlist from elsewhere, the first run creates the folder.
	if (options.watchlist === undefined) await requireFolder(settings.reports, "SIGHTLINE_REPORTS");
	const progress = createProgressLine(stderr);
	const tally = createTally();
	const request: RescanOptions = {
		watchlist: options.watchlist ?? join(settings.reports, "watchlist.json"),
		onStart({ resumed, done, total }) {
			if (resumed) stderr.write(`Continuing the interrupted run: ${done} of ${total} are done.\n`);
			progress.bar(done, total, "");
		},
		onNote: (says) => stderr.write(`${tame(says)}\n`),
		onProgress: ({ done, total, domain }) => progress.bar(done, total, domain),
		onLine(line) {
			tally.add(line);
			if (options.json) stdout.write(`${JSON.stringify(line)}\n`);
		},
	};
	const { runFile, ofAccounts } = await rescan(request, settings);
	progress.clear();
	if (!options.json) stdout.write(rescanReport(tally, runFile, createInk(stdout), ofAccounts));
	return rescanExitCode(tally);
}

/** Only sums, because a run may have a million lines. */
export interface Tally {
	add(line: RunLine): void;
	readonly outcomes: ReadonlyMap<string, number>;
	readonly scores: ReadonlyMap<number, number>;
	readonly trouble: readonly RunLine[];
	readonly total: number;
	readonly missed: number;
}

const EXPLAINED = 200;

export function createTally(): Tally {
	const outcomes = new Map<string, number>();
	const scores = new Map<number, number>();
	const trouble: RunLine[] = [];
	let [total, missed] = [0, 0];
	return {
		add(line) {
			total++;
			increment(outcomes, outcomeOf(line));
			if (line.score !== undefined) increment(scores, line.score);
			if (line.ok) return;
			missed++;
			if (trouble.length < EXPLAINED) trouble.push(line);
		},
		outcomes,
		scores,
		trouble,
		get total() {
			return total;
		},
		get missed() {
			return missed;
		},
	};
}

function increment<T>(counts: Map<T, number>, key: T): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Only counts of accounts' private sites, because the report's readers may not know their names. */
interface OfAccounts {
	readonly total: number;
	readonly missed: number;
}

const NONE: OfAccounts = { total: 0, missed: 0 };

export function rescanReport(tally: Tally, runFile: string, ink: Ink, ofAccounts = NONE): string {
	const { total, missed, outcomes, scores } = tally;
	if (total === 0 && ofAccounts.total === 0)
		return 'The watchlist is empty. Add {"domain": "example.com"} to its entries.\n';
	const table = [...outcomes]
		.toSorted(([, a], [, b]) => b - a)
		.map(([outcome, count]) => `  ${String(count).padStart(5)}  ${outcome}`);
	const trouble = tally.trouble.flatMap((line) => explain(line, ink));
	const more = missed > tally.trouble.length ? [`  and ${missed - tally.trouble.length} more, in the run file`] : [];
	const scored = sum(scores.values());
	const median = scored > 0 ? [`Median score ${medianOf(scores, scored)} of 100 over ${scored}.`] : [];
	const sections = [
		total > 0 ? [ink.strong(`${plainCount(total, "site")}, by outcome`), ...table] : [],
		ofAccounts.total > 0 ? [inAccounts(ofAccounts)] : [],
		trouble.length > 0 ? [ink.strong("Not audited, and why"), ...trouble, ...more] : [],
		[...median, ink.quiet(`Run file ${runFile}`)],
	];
	return report(sections);
}

function inAccounts({ total, missed }: OfAccounts): string {
	const unseen = missed > 0 ? `; ${missed} could not be audited` : "";
	return `Accounts watch ${plainCount(total, "further site")}${unseen}. The results are on their dashboards.`;
}

/** 0 if all were audited, 1 if some failed, 3 if all failed. */
export function rescanExitCode({ total, missed }: Pick<Tally, "total" | "missed">): ExitCode {
	if (missed === 0) return EXIT.fine;
	return missed === total ? EXIT.notAudited : EXIT.under;
}

function outcomeOf(line: RunLine): string {
	if (line.status === "refused") return `refused: ${line.reason ?? ""}`;
	if (line.status === "error") return `error: ${line.reason ?? ""}`;
	if (line.status === "unreached") return `could not be checked: ${line.reason ?? ""} (the last receipt is kept)`;
	if (line.status === "missing") return "missing: the night ended before its audit (the last receipt is kept)";
	if (line.status === "withdrawn") return "withdrawn: taken down at the owner's request";
	const audited = line.ok ? "scored" : `not audited: ${line.reason ?? ""}`;
	return `${audited} (${line.status === "recorded" ? "new receipt" : "unchanged"})`;
}

function explain(line: RunLine, ink: Ink): string[] {
	const [first = "", ...rest] = fold(tame(line.says ?? ""), ink.width, 4);
	return [`  ${ink.middling(tame(line.domain))}`, ink.quiet(first), ...rest.map(ink.quiet)];
}

function sum(numbers: Iterable<number>): number {
	let sum = 0;
	for (const number of numbers) sum += number;
	return sum;
}

/** @param scores number of sites by score. For an even number, the mean of the two in the middle. */
function medianOf(scores: ReadonlyMap<number, number>, scored: number): number {
	const inOrder = [...scores].toSorted(([a], [b]) => a - b);
	const at = (place: number) => {
		let before = 0;
		for (const [score, count] of inOrder) {
			before += count;
			if (before > place) return score;
		}
		return 0;
	};
	const middle = Math.floor(scored / 2);
	return scored % 2 === 1 ? at(middle) : Math.round((at(middle - 1) + at(middle)) / 2);
}
