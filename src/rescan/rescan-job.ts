import { relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Audit } from "#audit/audit.ts";
import { type AuditOptions, type Auditor, GIVEN_UP_MS } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { Failure, type FailureCode, isFailure, isInputFailure } from "#core/failure.ts";
import type { Report } from "#core/report.ts";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import { parseTarget } from "#core/target.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import type { Job, JobQueue } from "#queue/job-queue.ts";
import { refuseRemoved } from "#receipts/removal/removal.ts";
import { type RecordingPlaces, recordAudit } from "#receipts/store/record-audit.ts";
import type { WatchedSite, WatchlistFault } from "./watchlist-file.ts";

/** What the workers of one run share. */
export interface RunContext {
	readonly settings: Settings;
	readonly queue: JobQueue;
	readonly auditor: Auditor;
	readonly records: Pick<RecordingPlaces, "store" | "archive">;
	readonly run: string;
}

/** Rescans audit a host once in this time; only a second try after a passing fault of the way comes sooner. Milliseconds. */
const HOST_INTERVAL_MS = 60_000;
/** Passing faults of the way there, worth one more try; never a site's own answer. */
const PASSING: ReadonlySet<FailureCode> = new Set(["name-lookup-failed", "connection-timeout", "connection-failed"]);

/** Thrown in place of an audit where our own limits or time ended it. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(["overloaded", "deadline-exceeded"]);

/** Audits one site, keeps what was found, and says how it ended. One site never ends the run. */
export async function doJob(context: RunContext, site: WatchedSite, job: Job): Promise<RunLine> {
	try {
		await refuseRemoved(site.domain, context.settings);
		return (await lineOfIntent(context, site, job)) ?? (await auditAndRecord(context, site, job.key));
	} catch (error) {
		return { ...baseOf(context, site), ok: false, ...whatWentWrong(error, context.settings, site) };
	}
}

/** A killed process may have written the receipt it intended; then the audit is not repeated. */
async function lineOfIntent(context: RunContext, site: WatchedSite, job: Job): Promise<RunLine | undefined> {
	if (job.intent === undefined) return undefined;
	const line = runLineSchema.parse(JSON.parse(job.intent));
	const written = await context.records.store.list(site);
	return written.some((stored) => stored.id === line.receipt) ? line : undefined;
}

async function auditAndRecord(context: RunContext, site: WatchedSite, key: string): Promise<RunLine> {
	if (site.source === "network") await waitForHost(context.queue, site.domain);
	const found = await auditTwiceIfPassing(context, site);
	// Once more: it may have been taken down while the site was being read.
	await refuseRemoved(site.domain, context.settings);
	const line = { ...baseOf(context, site), ...endOf(found.report) };
	const recorded = await recordAudit(found, {
		...context.records,
		night: context.run,
		intend: ({ id }) =>
			context.queue.intend(context.run, key, canonicalJson({ ...line, status: "recorded", receipt: id })),
	});
	if (recorded.status === "unreached")
		return { ...baseOf(context, site), status: "unreached", ok: false, ...whyUnreached(found.report) };
	const { status, stored } = recorded;
	// Another process may have ended this job meanwhile: then the line tells what its receipt says.
	const ended = status === "recorded" ? { ...baseOf(context, site), ...endOf(stored.receipt) } : line;
	return { ...ended, status, receipt: stored.id };
}

/** What was seen of the site is left out: it would read as what the site is like. */
function whyUnreached({ failure }: Report): Pick<RunLine, "reason" | "says"> {
	if (failure) return { reason: failure.code, says: failure.says };
	const says =
		"The time for the audit was used up before all was seen; an earlier audit saw more, and its receipt stays.";
	return { reason: "deadline-exceeded", says };
}

function baseOf({ run }: RunContext, { domain, source, mode }: WatchedSite) {
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

function whatWentWrong(
	error: unknown,
	settings: Settings,
	site: WatchedSite,
): Pick<RunLine, "status" | "reason" | "says"> {
	const message = error instanceof Error ? error.message : String(error);
	const says = withoutLocalPaths(message.toWellFormed(), settings, site);
	if (isInputFailure(error)) return { status: "refused", reason: error.code, says };
	if (isFailure(error) && UNREACHED.has(error.code)) return { status: "unreached", reason: error.code, says };
	return { status: "error", reason: error instanceof Failure ? error.code : "internal-error", says };
}

/** Run files are published; where things lie on this machine is nobody's business. */
function withoutLocalPaths(text: string, { reports, data }: Settings, { folder }: WatchedSite): string {
	const shown = folder === undefined ? text : text.replaceAll(folder, relative(reports, folder));
	return shown.replaceAll(reports, "reports").replaceAll(data, "data");
}

async function auditTwiceIfPassing({ auditor, settings }: RunContext, site: WatchedSite) {
	// A home page that leads to a domain whose owner said no is not read in its stead.
	const options = {
		...site,
		target: parseTarget(site.domain),
		refuse: (host: string) => refuseRemoved(host, settings),
	};
	const first = await auditInTime(auditor, options);
	if (!first.report.failure || !PASSING.has(first.report.failure.code)) return first;
	await pause(1000 + Math.random() * 2000);
	return auditInTime(auditor, options);
}

/** @throws Failure `deadline-exceeded` where the audit does not heed its own deadline, so that it holds up no other site */
async function auditInTime(auditor: Auditor, options: AuditOptions): Promise<Audit> {
	const { promise: givenUp, reject } = Promise.withResolvers<never>();
	const ending = new AbortController();
	const timer = setTimeout(() => {
		const failure = new Failure("deadline-exceeded", {
			what: `The audit of ${options.target.host} was given up.`,
			why: "It did not end when its time was used up.",
		});
		ending.abort(failure);
		reject(failure);
	}, GIVEN_UP_MS[options.mode]);
	try {
		return await Promise.race([auditor.audit({ ...options, signal: ending.signal }), givenUp]);
	} finally {
		clearTimeout(timer);
	}
}

async function waitForHost(queue: JobQueue, host: string): Promise<void> {
	for (;;) {
		const wait = await queue.visit(host, Date.now(), HOST_INTERVAL_MS);
		if (wait === 0) return;
		await pause(wait);
	}
}

/** Entries that could not be used. A domain that has its line already is named by the entry's place, so that none has two. */
export function refusedLines(run: string, faults: readonly WatchlistFault[], audited: readonly RunLine[]): RunLine[] {
	const taken = new Set(audited.map((line) => line.domain));
	return faults.map(({ line, domain, source, mode, says }) => {
		const name = domain === "" || taken.has(domain) ? `line ${line}` : domain;
		taken.add(name);
		const refusal = `Watchlist line ${line}: ${says.toWellFormed()}`;
		return { run, domain: name, source, mode, status: "refused", ok: false, reason: "input-invalid", says: refusal };
	});
}
