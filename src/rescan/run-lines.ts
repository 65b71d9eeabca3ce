import { relative } from "node:path";
import { Failure, type FailureCode, isFailure, isInputFailure } from "#core/failure.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import type { Report } from "#core/report.ts";
import { type RunLine, runLineSchema, withdrawLine } from "#core/run-line.ts";
import type { Entries } from "#queue/job-queue.ts";
import type { WatchedSite, WatchlistFault } from "./watchlist-file.ts";

/** A site as the job about it holds it: where its entry stands in the file is nobody's business but the planner's. */
export type JobSite = Omit<WatchedSite, "line">;

/** Outcomes that say nothing of the site; another run, or a person, has the job done again. */
export function isPassing({ status }: RunLine): boolean {
	return status === "error" || status === "unreached";
}

export function readLine(outcome: string): RunLine {
	return runLineSchema.parse(JSON.parse(outcome));
}

export function baseOf(run: string, { domain, source, mode }: JobSite) {
	return { run, domain, source, mode };
}

export function endOf({ ok, auditedAt, failure, scores }: Report) {
	return {
		ok,
		auditedAt,
		...(failure ? { reason: failure.code, says: failure.says } : {}),
		...(scores ? { score: scores.overall } : {}),
	};
}

type Why = Pick<RunLine, "status" | "reason" | "says">;

/** What was seen of the site is left out: it would read as what the site is like. */
export function whyUnreached({ failure }: Report): Why {
	if (failure) return { status: "unreached", reason: failure.code, says: failure.says };
	const says =
		"The time for the audit was used up before all was seen; an earlier audit saw more, and its receipt stays.";
	return { status: "unreached", reason: "deadline-exceeded", says };
}

/** Thrown in place of an audit where our own limits or time ended it. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(["overloaded", "deadline-exceeded"]);

export function whatWentWrong(error: unknown, places: Places, site: JobSite): Why {
	const message = error instanceof Error ? error.message : String(error);
	const says = withoutLocalPaths(message.toWellFormed(), places, site);
	if (isInputFailure(error)) return { status: "refused", reason: error.code, says };
	if (isFailure(error) && UNREACHED.has(error.code)) return { status: "unreached", reason: error.code, says };
	return { status: "error", reason: error instanceof Failure ? error.code : "internal-error", says };
}

interface Places {
	readonly reports: string;
	readonly data: string;
}

/** Run files are published; where things lie on this machine is nobody's business. */
function withoutLocalPaths(text: string, { reports, data }: Places, { folder }: JobSite): string {
	const shown = folder === undefined ? text : text.replaceAll(folder, relative(reports, folder));
	return shown.replaceAll(reports, "reports").replaceAll(data, "data");
}

/** Read from the JSON of a job only where it may be so: there may be a million, of which few are private. */
function isPrivate(data: string): boolean {
	return data.includes('"private":true') && JSON.parse(data).private === true;
}

/**
 * The lines of a run, in the order of its list: one for each job, also where the night ended without it, then those of
 * entries that could not be used. They come one by one: a night may have a million. Those of private sites are left out.
 */
export async function* linesOf(
	run: string,
	entries: Entries,
	{ notices, faults, onPrivate }: LineOptions,
): AsyncGenerator<RunLine> {
	const taken = new Set<string>();
	for await (const { data, outcome } of entries) {
		const line = outcome === undefined ? missingLine(run, JSON.parse(data)) : readLine(outcome);
		if (isPrivate(data)) {
			onPrivate?.(line.ok);
			continue;
		}
		if (faults.length > 0) taken.add(line.domain);
		// What was taken down since its audit must not come back with the run file.
		yield removalOf(notices, line.domain, line.receipt) ? withdrawLine(line) : line;
	}
	yield* refusedLines(run, faults, taken);
}

interface LineOptions {
	readonly notices: Notices;
	readonly faults: readonly WatchlistFault[];
	/** Called for each private site with whether it was audited. */
	readonly onPrivate?: (ok: boolean) => void;
}

function missingLine(run: string, site: JobSite): RunLine {
	const says = "The night ended before it was audited: it was waiting for another try, or its worker was lost.";
	return { ...baseOf(run, site), status: "missing", ok: false, says };
}

/** Entries that could not be used. A domain that has its line already is named by the entry's place, so that none has two. */
function refusedLines(run: string, faults: readonly WatchlistFault[], taken: Set<string>): RunLine[] {
	return faults.map(({ line, domain, source, mode, says }) => {
		const name = domain === "" || taken.has(domain) ? `line ${line}` : domain;
		taken.add(name);
		const refusal = `Watchlist line ${line}: ${says.toWellFormed()}`;
		return { run, domain: name, source, mode, status: "refused", ok: false, reason: "input-invalid", says: refusal };
	});
}
