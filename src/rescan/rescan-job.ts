import { relative } from "node:path";
import type { Audit } from "#audit/audit.ts";
import { type AuditOptions, type Auditor, givenUpMs, type JournalOptions } from "#audit/auditor.ts";
import { journalFile, PageJournal } from "#audit/page-journal.ts";
import type { Settings } from "#config/environment.ts";
import { Failure, type FailureCode, isFailure, isInputFailure } from "#core/failure.ts";
import { canonicalJson } from "#core/json-object.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import { type AuditMode, DEEP_PAGES } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import type { Watchers } from "#people/watched/watchers.ts";
import type { Entries, Job, JobQueue, PutBack } from "#queue/job-queue.ts";
import { type RecordingPlaces, recordAudit } from "#receipts/store/record-audit.ts";
import { type RunLine, runLineSchema, withdrawLine } from "#receipts/store/run-file.ts";
import type { WatchedSite, WatchlistFault } from "./rescan.ts";

/** Only the planner needs the entry's place in the file. */
type JobSite = Omit<WatchedSite, "line">;

/** Says nothing of the site; another run, or a person, repeats the job. */
export function isPassing({ status }: RunLine): boolean {
	return status === "error" || status === "unreached";
}

export function readLine(outcome: string): RunLine {
	return runLineSchema.parse(JSON.parse(outcome));
}

function baseOf(run: string, { domain, source, mode }: JobSite) {
	return { run, domain, source, mode };
}

function endOf({ ok, auditedAt, failure, scores }: Report) {
	return {
		ok,
		auditedAt,
		...(failure ? { reason: failure.code, says: failure.says } : {}),
		...(scores ? { score: scores.overall } : {}),
	};
}

type Why = Pick<RunLine, "status" | "reason" | "says">;

/** What was seen is left out: it would read as what the site is like. */
function whyUnreached({ failure }: Report): Why {
	if (failure) {
		const says = `${failure.says} Nothing was recorded; the earlier receipt is kept.`;
		return { status: "unreached", reason: failure.code, says };
	}
	const says = "The time ran out; an earlier audit saw more, so its receipt is kept.";
	return { status: "unreached", reason: "deadline-exceeded", says };
}

/** Our own limits or time ended the audit. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(["overloaded", "deadline-exceeded"]);

function whatWentWrong(error: unknown, places: Places, site: JobSite): Why {
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

/** Run files are published; places on this machine are private. */
function withoutLocalPaths(text: string, { reports, data }: Places, { folder }: JobSite): string {
	const shown = folder === undefined ? text : text.replaceAll(folder, relative(reports, folder));
	return shown.replaceAll(reports, "reports").replaceAll(data, "data");
}

/** Parses only likely jobs: there may be a million, of which few are private. */
function isPrivate(data: string): boolean {
	return data.includes('"private":true') && JSON.parse(data).private === true;
}

/** In list order, also of jobs left undone, then unusable entries; no private sites. One by one: maybe a million. */
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
	/** For each private site, with whether it was audited. */
	readonly onPrivate?: (ok: boolean) => void;
}

function missingLine(run: string, site: JobSite): RunLine {
	const says = "The night ended before its audit: it was due for another try, or its worker was lost.";
	return { ...baseOf(run, site), status: "missing", ok: false, says };
}

/** A domain that has its line already is named by the entry's place, so that none has two. */
function refusedLines(run: string, faults: readonly WatchlistFault[], taken: Set<string>): RunLine[] {
	return faults.map(({ line, domain, source, mode, says }) => {
		const name = domain === "" || taken.has(domain) ? `line ${line}` : domain;
		taken.add(name);
		const refusal = `Watchlist line ${line}: ${says.toWellFormed()}`;
		return { run, domain: name, source, mode, status: "refused", ok: false, reason: "input-invalid", says: refusal };
	});
}

export interface RunContext {
	readonly settings: Pick<Settings, "reports" | "data" | "concurrency">;
	readonly queue: JobQueue;
	readonly auditor: Pick<Auditor, "audit">;
	readonly records: Pick<RecordingPlaces, "store" | "archive">;
	/** They get what is found on the sites that they watch. */
	readonly watchers?: Pick<Watchers, "keepPrivately" | "give" | "ended"> | undefined;
	readonly run: string;
	/** Between two audits of a host; only a retry after a passing fault of the way comes sooner. Milliseconds. */
	readonly hostIntervalMs: number;
	readonly retries: number;
	/** @throws Failure `removal-asked` for a host whose owner wants no audits of it kept */
	readonly refuse: (host: string) => Promise<void>;
	/** Aborts when jobs under way are to be handed back. */
	readonly giveUp?: AbortSignal | undefined;
}

export interface Later extends PutBack {
	readonly status: "later";
}

/** Of the way there, of ours, or an answer that passes, such as a restart's; never a lasting one, nor a rule of ours. */
const PASSING: ReadonlySet<FailureCode> = new Set([
	"name-lookup-failed",
	"connection-timeout",
	"connection-failed",
	"headers-timeout",
	"deadline-exceeded",
	"wait-requested",
	"site-unavailable",
	"machine-busy",
	"overloaded",
	"store-busy",
	"store-unavailable",
]);

/** A job that lost so many owners likely ends them. */
const LOST_MAX = 3;

/** One site never ends the run. */
export async function doJob(context: RunContext, site: JobSite, job: Job, owner: string): Promise<RunLine | Later> {
	try {
		const line = await auditOnce(context, site, job, owner);
		// For dashboards; the next run writes it anew, and what was recorded stays so without it.
		if (line.status !== "later") await context.watchers?.ended(line, modeOf(site)).catch(ignoreFailure);
		return line;
	} catch (error) {
		if (isFailure(error) && error.code === "shutting-down") return { status: "later" };
		return lineOfFault(error, context, site);
	}
}

function ignoreFailure(error: unknown): void {
	if (!isFailure(error)) throw error;
}

async function auditOnce(context: RunContext, site: JobSite, job: Job, owner: string): Promise<RunLine | Later> {
	try {
		if (job.lost >= LOST_MAX) throw endsWorkers(job.lost);
		await context.refuse(site.domain);
		return (await lineOfIntent(context, site, job)) ?? (await auditAndRecord(context, site, job, owner));
	} catch (error) {
		if (isFailure(error) && error.code === "shutting-down") throw error;
		return (isFailure(error) && tryLater(context, job, error.code)) || lineOfFault(error, context, site);
	}
}

function lineOfFault(error: unknown, { run, settings }: RunContext, site: JobSite): RunLine {
	return { ...baseOf(run, site), ok: false, ...whatWentWrong(error, settings, site) };
}

/** A private site is for its watchers in that mode: others need not know of them. */
function modeOf(site: JobSite): AuditMode | undefined {
	return site.private ? site.mode : undefined;
}

function endsWorkers(lost: number): Error {
	return new Error(`${lost} processes in a row crashed during its audit. Audit it alone to see if it is the cause.`);
}

const FIRST_RETRY_MS = 4_000;
const RETRY_FACTOR = 8;
/** A site that is restarted or too busy is given this time at least. */
const SITE_RETRY_MS = 30_000;
const OF_THE_SITE: ReadonlySet<FailureCode> = new Set(["headers-timeout", "wait-requested", "site-unavailable"]);
/** No site can cause these, so the run waits for this machine and its stores even where somebody waits for the run. */
const OURS: ReadonlySet<FailureCode> = new Set(["machine-busy", "overloaded", "store-busy", "store-unavailable"]);
const OUR_RETRIES = 3;

/** Exponential backoff with full jitter: what failed together does not come back together. */
function tryLater({ retries }: RunContext, { tries }: Job, code: FailureCode): Later | undefined {
	const most = OURS.has(code) ? Math.max(retries, OUR_RETRIES) : retries;
	if (!PASSING.has(code) || tries >= most) return undefined;
	const first = OF_THE_SITE.has(code) ? SITE_RETRY_MS * (1 + Math.random()) : FIRST_RETRY_MS * Math.random();
	return { status: "later", hasFailed: true, afterMs: first * RETRY_FACTOR ** tries };
}

/** A lost process may have written its receipt; then the audit is not repeated, but its watchers get it. */
async function lineOfIntent(
	{ records, watchers }: RunContext,
	site: JobSite,
	{ intent }: Job,
): Promise<RunLine | undefined> {
	if (intent === undefined) return undefined;
	const line = readLine(intent);
	const stored = (await records.store.list(site)).find(({ id }) => id === line.receipt);
	if (!stored) return undefined;
	await watchers?.give(site.domain, { stored, auditedAt: stored.receipt.auditedAt });
	return line;
}

async function auditAndRecord(context: RunContext, site: JobSite, job: Job, owner: string): Promise<RunLine | Later> {
	const { queue, run, records } = context;
	const interval = job.tries > 0 ? 0 : context.hostIntervalMs;
	const wait = site.source === "network" ? await queue.visit(site.domain, interval) : 0;
	if (wait > 0) return { status: "later", afterMs: wait };
	const found = await auditInTime(context, {
		...site,
		journal: await journalOf(site, context.settings),
		target: parseTarget(site.domain),
		// A home page may lead to a domain whose owner said no.
		refuse: context.refuse,
	});
	const { report } = found;
	const code = report.failure?.code ?? (found.sight === "cut" ? "deadline-exceeded" : undefined);
	const later = code && tryLater(context, job, code as FailureCode);
	if (later) return later;
	// Once more: it may have been taken down while the site was being read.
	await context.refuse(site.domain);
	const line = { ...baseOf(run, site), ...endOf(report) };
	if (site.private) return recordPrivately(context, site, found, line);
	const intend = ({ id }: { id: string }) =>
		queue.intend({ run, key: job.key, owner }, canonicalJson({ ...line, status: "recorded", receipt: id }));
	const recorded = await recordAudit(found, { ...records, night: run, intend });
	if (recorded.status === "unreached") return { ...baseOf(run, site), ok: false, ...whyUnreached(report) };
	const { status, stored } = recorded;
	await context.watchers?.give(site.domain, { stored, auditedAt: report.auditedAt });
	// Another process may have ended this job meanwhile: then the line follows its receipt.
	const ended = status === "recorded" ? { ...baseOf(run, site), ...endOf(stored.receipt) } : line;
	return { ...ended, status, receipt: stored.id };
}

/** Older, what was seen before its pages is no longer what the site is like. Milliseconds. */
const RESUMED_MS = 6 * 3_600_000;

/** Of many pages: a killed night goes on where it was, and the next reads again only what has changed. */
async function journalOf(
	{ domain, source, pages = 0 }: JobSite,
	{ data }: Pick<Settings, "data">,
): Promise<JournalOptions | undefined> {
	if (source === "folder" || pages <= DEEP_PAGES) return undefined;
	const file = journalFile(data, domain);
	const [cutOff, last] = [await PageJournal.unfinished(file), await PageJournal.finished(file)];
	cutOff?.close();
	last?.close();
	const age = cutOff && Date.now() - Date.parse(cutOff.head.record.auditedAt);
	return { file, resume: age !== undefined && age < RESUMED_MS, since: last?.head.record.auditedAt };
}

/** Beside the accounts only the log, which names no site, hears of it. */
async function recordPrivately(
	{ watchers, run }: RunContext,
	site: JobSite,
	{ report, record: evidence, occurrences, sight }: Audit,
	line: Omit<RunLine, "status">,
): Promise<RunLine> {
	if (!watchers) throw new RangeError("A private site came from no account.");
	const { status, stored } = await watchers.keepPrivately({ report, evidence, occurrences, sight, now: Date.now() });
	if (status === "unreached") return { ...baseOf(run, site), ok: false, ...whyUnreached(report) };
	// Its watchers have left since the run began, so its line names nothing that is kept.
	if (status === "unwanted") return { ...line, status: "unchanged" };
	return { ...line, status, receipt: stored.id };
}

/** Milliseconds: 50,000 pages. */
const FOLDER_MS = 3_600_000;

/** @throws Failure `deadline-exceeded` where the audit ignores its deadline; `shutting-down` where this process ends */
async function auditInTime({ auditor, giveUp }: RunContext, options: AuditOptions): Promise<Audit> {
	const { promise: givenUp, reject } = Promise.withResolvers<never>();
	const ending = new AbortController();
	const end = (failure: Failure) => {
		ending.abort(failure);
		reject(failure);
	};
	const { host } = options.target;
	const what = `The audit of ${host} was stopped.`;
	const timeIsUp = { what, why: "It exceeded its time limit." };
	// All pages of a folder are read, however many there are; each of them ends in time.
	const ms = options.folder === undefined ? givenUpMs(options) : FOLDER_MS;
	const timer = setTimeout(() => end(new Failure("deadline-exceeded", timeIsUp)), ms);
	const stop = () => end(new Failure("shutting-down", { what, why: "This process is shutting down." }));
	giveUp?.addEventListener("abort", stop);
	try {
		if (giveUp?.aborted) stop();
		return await Promise.race([givenUp, auditor.audit({ ...options, signal: ending.signal })]);
	} finally {
		clearTimeout(timer);
		giveUp?.removeEventListener("abort", stop);
	}
}
