import { relative } from "node:path";
import type { Audit } from "#audit/audit.ts";
import { type AuditOptions, type Auditor, abandonedAfterMs, type JournalOptions } from "#audit/auditor.ts";
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

/** Only the planner needs the line in the file. */
type JobSite = Omit<WatchedSite, "line">;

/** The outcome says nothing about the site, so another run or a person retries the job. */
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

/** Omits findings, which would read as facts about the site. */
function whyUnreached({ failure }: Report): Why {
	if (failure) {
		const says = `${failure.says} Nothing was recorded; the earlier receipt is kept.`;
		return { status: "unreached", reason: failure.code, says };
	}
	const says = "The time ran out; an earlier audit saw more, so its receipt is kept.";
	return { status: "unreached", reason: "deadline-exceeded", says };
}

/** Failures caused by our own limits. */
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

/** Run files are published, so they must not contain local paths. */
function withoutLocalPaths(text: string, { reports, data }: Places, { folder }: JobSite): string {
	const shown = folder === undefined ? text : text.replaceAll(folder, relative(reports, folder));
	return shown.replaceAll(reports, "reports").replaceAll(data, "data");
}

/** Parses only likely jobs, because there may be a million with few private ones. */
function isPrivate(data: string): boolean {
	return data.includes('"private":true') && JSON.parse(data).private === true;
}

/** In list order, including unfinished jobs, then invalid entries; no private sites. Streams up to a million lines. */
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
		// Results removed since the audit must not come back with the run file.
		yield removalOf(notices, line.domain, line.receipt) ? withdrawLine(line) : line;
	}
	yield* refusedLines(run, faults, taken);
}

interface LineOptions {
	readonly notices: Notices;
	readonly faults: readonly WatchlistFault[];
	/** Called for each private site. @param ok whether it was audited */
	readonly onPrivate?: (ok: boolean) => void;
}

function missingLine(run: string, site: JobSite): RunLine {
	const says = "The night ended before its audit: it was due for another try, or its worker was lost.";
	return { ...baseOf(run, site), status: "missing", ok: false, says };
}

/** If a domain already has a line, uses the entry's position as name, so that none has 2. */
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
	/** Receive results for the sites that they watch. */
	readonly watchers?: Pick<Watchers, "keepPrivately" | "give" | "ended"> | undefined;
	readonly run: string;
	/** Milliseconds between audits of a host; only retries after transient network faults come sooner. */
	readonly hostIntervalMs: number;
	readonly retries: number;
	/** @throws Failure `removal-asked` for a removed host */
	readonly refuse: (host: string) => Promise<void>;
	/** Aborts to put back jobs in progress. */
	readonly giveUp?: AbortSignal | undefined;
}

export interface Later extends PutBack {
	readonly status: "later";
}

/** Transient failures of the network, of ours, or of a restarting site; never permanent ones or rules of ours. */
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

/** A job that lost so many owners probably kills them. */
const LOST_MAX = 3;

/** A site never ends the run. */
export async function doJob(context: RunContext, site: JobSite, job: Job, owner: string): Promise<RunLine | Later> {
	try {
		const line = await auditOnce(context, site, job, owner);
		// For dashboards only. If it fails, the next run writes it and the record is unaffected.
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

/** The mode limits results of a private site to its watchers in that mode. */
function modeOf(site: JobSite): AuditMode | undefined {
	return site.private ? site.mode : undefined;
}

function endsWorkers(lost: number): Error {
	return new Error(`${lost} processes in a row crashed during its audit. Audit it alone to see if it is the cause.`);
}

const FIRST_RETRY_MS = 4_000;
const RETRY_FACTOR = 8;
/** Minimum milliseconds before a retry for a restarting or busy site. */
const SITE_RETRY_MS = 30_000;
const OF_THE_SITE: ReadonlySet<FailureCode> = new Set(["headers-timeout", "wait-requested", "site-unavailable"]);
/** Failures that no site can cause, so the run waits for this machine and its stores even if a person is waiting. */
const OURS: ReadonlySet<FailureCode> = new Set(["machine-busy", "overloaded", "store-busy", "store-unavailable"]);
const OUR_RETRIES = 3;

/** Exponential backoff with full jitter, so that jobs that failed together are not retried together. */
function tryLater({ retries }: RunContext, { tries }: Job, code: FailureCode): Later | undefined {
	const most = OURS.has(code) ? Math.max(retries, OUR_RETRIES) : retries;
	if (!PASSING.has(code) || tries >= most) return undefined;
	const first = OF_THE_SITE.has(code) ? SITE_RETRY_MS * (1 + Math.random()) : FIRST_RETRY_MS * Math.random();
	return { status: "later", hasFailed: true, afterMs: first * RETRY_FACTOR ** tries };
}

/** A dead process may have written the receipt. Then the audit is not repeated, but the watchers get it. */
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
		// The home page may redirect to a removed domain.
		refuse: context.refuse,
	});
	const { report } = found;
	const code = report.failure?.code ?? (found.sight === "cut" ? "deadline-exceeded" : undefined);
	const later = code && tryLater(context, job, code as FailureCode);
	if (later) return later;
	// Check again, because it may have been removed during the audit.
	await context.refuse(site.domain);
	const line = { ...baseOf(run, site), ...endOf(report) };
	if (site.private) return recordPrivately(context, site, found, line);
	const intend = ({ id }: { id: string }) =>
		queue.intend({ run, key: job.key, owner }, canonicalJson({ ...line, status: "recorded", receipt: id }));
	const recorded = await recordAudit(found, { ...records, night: run, intend });
	if (recorded.status === "unreached") return { ...baseOf(run, site), ok: false, ...whyUnreached(report) };
	const { status, stored } = recorded;
	await context.watchers?.give(site.domain, { stored, auditedAt: report.auditedAt });
	// If another process has finished this job meanwhile, the line follows its receipt.
	const ended = status === "recorded" ? { ...baseOf(run, site), ...endOf(stored.receipt) } : line;
	return { ...ended, status, receipt: stored.id };
}

/** Maximum age in milliseconds of a journal to resume; older evidence is outdated. */
const RESUMED_MS = 6 * 3_600_000;

/** For many pages: a killed night resumes its crawl, and the next one rereads only changed pages. */
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

/** Stores it only for accounts and in the log, whose leaves do not name a site. */
async function recordPrivately(
	{ watchers, run }: RunContext,
	site: JobSite,
	{ report, record: evidence, occurrences, sight }: Audit,
	line: Omit<RunLine, "status">,
): Promise<RunLine> {
	if (!watchers) throw new RangeError("A private site came from no account.");
	const { status, stored } = await watchers.keepPrivately({ report, evidence, occurrences, sight, now: Date.now() });
	if (status === "unreached") return { ...baseOf(run, site), ok: false, ...whyUnreached(report) };
	// All watchers have left since the run began, so nothing was stored.
	if (status === "unwanted") return { ...line, status: "unchanged" };
	return { ...line, status, receipt: stored.id };
}

/** Milliseconds, enough for 50,000 pages. */
const FOLDER_MS = 3_600_000;

/** @throws Failure `deadline-exceeded` if the audit ignores its deadline; `shutting-down` if this process ends */
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
	// A folder audit reads all pages; each page has its own timeout.
	const ms = options.folder === undefined ? abandonedAfterMs(options) : FOLDER_MS;
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
