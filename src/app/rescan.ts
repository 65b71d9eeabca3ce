import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Failure, type FailureCode, isInputFailure } from "#core/failure.ts";
import { type RunLine, runLineSchema } from "#core/run-line.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { sha256Hex } from "#log/sha256.ts";
import { type Job, type JobQueue, LEASE_MS, type Run } from "#queue/job-queue.ts";
import { openLeaseTable } from "#queue/lease-table.ts";
import { recordAudit } from "#receipts/record-audit.ts";
import { writeRunFile } from "#receipts/run-file.ts";
import { type Auditor, createAuditor } from "./auditor.ts";
import type { Settings } from "./environment.ts";
import { openRecords } from "./records.ts";
import { readWatchlist, type WatchedSite, type WatchlistFault } from "./watchlist-file.ts";

export interface RescanProgress {
	readonly done: number;
	readonly total: number;
	/** The domain that was finished last. */
	readonly domain: string;
}

export interface RescanOrder {
	readonly watchlist: string;
	readonly onStart?: (run: Run, total: number) => void;
	readonly onProgress?: (progress: RescanProgress) => void;
}

export interface RescanResult {
	readonly run: string;
	readonly resumed: boolean;
	/** One line for each domain, in the order of the watchlist; refused entries last. */
	readonly lines: readonly RunLine[];
	readonly runFile: string;
}

/** A host is audited once in this time, whoever asks. Milliseconds. */
const HOST_INTERVAL_MS = 60_000;
/** Passing faults of the way there, worth one more try; never a site's own answer. */
const PASSING: ReadonlySet<FailureCode> = new Set(["name-lookup-failed", "connection-timeout", "connection-failed"]);

interface Workshop {
	readonly settings: Settings;
	readonly queue: JobQueue;
	readonly auditor: Auditor;
	readonly run: Run;
	readonly sites: ReadonlyMap<string, WatchedSite>;
	readonly owner: string;
	readonly report: (domain: string) => void;
}

/**
 * Audits every site of a watchlist: exactly one final line per domain, however often the process is killed on the way.
 * @throws Failure `input-invalid` when the watchlist as a whole cannot be read
 */
export async function rescan(order: RescanOrder, settings: Settings): Promise<RescanResult> {
	const { sites, faults } = await readWatchlist(order.watchlist);
	const byKey = new Map(sites.map((site) => [keyOf(site), site]));
	const queue = openLeaseTable(join(settings.data, "jobs.sqlite"), isAlive);
	const auditor = createAuditor(settings, { load: "many" });
	try {
		const digest = await sha256Hex(canonicalJson({ reports: settings.reports, sites }));
		const run = queue.openRun({ digest, keys: [...byKey.keys()], now: Date.now() });
		order.onStart?.(run, byKey.size);
		let done = run.done;
		const report = (domain: string) => order.onProgress?.({ done: ++done, total: byKey.size, domain });
		const owner = `${hostname()}/${process.pid}`;
		const shop: Workshop = { settings, queue, auditor, run, sites: byKey, owner, report };
		await Promise.all(Array.from({ length: settings.concurrency }, () => work(shop)));
		const lines = [...finishedLines(queue, run), ...faults.map((fault) => refusedLine(run.id, fault))];
		const runFile = await writeRunFile(join(settings.reports, "runs"), run.id, lines);
		queue.closeRun(run.id, Date.now());
		return { run: run.id, resumed: run.resumed, lines, runFile };
	} finally {
		await auditor.close();
		queue.close();
	}
}

function keyOf(site: WatchedSite): string {
	return `${site.domain} ${site.source} ${site.mode}`;
}

/** One of several alike: takes the next job until none is left. */
async function work(shop: Workshop): Promise<void> {
	for (;;) {
		const job = shop.queue.claim(shop.run.id, shop.owner, Date.now());
		if (job === undefined) return;
		if (job === "busy") {
			await pause(250);
			continue;
		}
		const site = shop.sites.get(job.key);
		if (!site) throw new Error(`The run ${shop.run.id} has a job that its watchlist lacks: ${job.key}.`);
		const heartbeat = setInterval(() => shop.queue.extend(shop.run.id, job.key, shop.owner, Date.now()), LEASE_MS / 3);
		try {
			const line = (await lineOfIntent(shop, job, site)) ?? (await auditSite(shop, site, job.key));
			if (shop.queue.finish(shop.run.id, job.key, canonicalJson(line))) shop.report(site.domain);
		} finally {
			clearInterval(heartbeat);
		}
	}
}

/** A killed process may have written the receipt it intended; then the audit is not repeated. */
async function lineOfIntent(shop: Workshop, job: Job, site: WatchedSite): Promise<RunLine | undefined> {
	if (job.intent === undefined) return undefined;
	const line = runLineSchema.parse(JSON.parse(job.intent));
	const written = await openRecords(shop.settings).store.list(site);
	return written.some((stored) => stored.id === line.receipt) ? line : undefined;
}

async function auditSite(shop: Workshop, site: WatchedSite, key: string): Promise<RunLine> {
	const base = { run: shop.run.id, domain: site.domain, source: site.source, mode: site.mode } as const;
	try {
		if (site.source === "network") await waitForHost(shop.queue, site.domain);
		const { record, report } = await auditTwiceIfPassing(shop.auditor, site);
		const ended = {
			ok: report.ok,
			auditedAt: report.auditedAt,
			...(report.failure ? { reason: report.failure.code, says: report.failure.says } : {}),
			...(report.scores ? { score: report.scores.overall } : {}),
		};
		const recorded = await recordAudit(report, record, {
			...openRecords(shop.settings),
			intend: ({ id }) => {
				const line: RunLine = { ...base, ...ended, status: "recorded", receipt: id };
				shop.queue.intend(shop.run.id, key, canonicalJson(line));
			},
		});
		return { ...base, ...ended, status: recorded.status, receipt: recorded.stored.id };
	} catch (error) {
		if (isInputFailure(error))
			return { ...base, status: "refused", ok: false, reason: error.code, says: error.message };
		// One site must not end the run; the line carries what a report of the fault needs.
		const says = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
		return {
			...base,
			status: "error",
			ok: false,
			reason: error instanceof Failure ? error.code : "internal-error",
			says,
		};
	}
}

async function auditTwiceIfPassing(auditor: Auditor, site: WatchedSite) {
	const first = await auditor.audit(site);
	if (!first.report.failure || !PASSING.has(first.report.failure.code)) return first;
	await pause(1000 + Math.random() * 2000);
	return auditor.audit(site);
}

async function waitForHost(queue: JobQueue, host: string): Promise<void> {
	for (;;) {
		const wait = queue.visit(host, Date.now(), HOST_INTERVAL_MS);
		if (wait === 0) return;
		await pause(wait);
	}
}

function finishedLines(queue: JobQueue, run: Run): RunLine[] {
	return queue.finished(run.id).map(({ outcome }) => runLineSchema.parse(JSON.parse(outcome)));
}

function refusedLine(run: string, fault: WatchlistFault): RunLine {
	return {
		run,
		domain: fault.domain || `line ${fault.line}`,
		source: "network",
		mode: "light",
		status: "refused",
		ok: false,
		reason: "input-invalid",
		says: `Watchlist line ${fault.line}: ${fault.says}`,
	};
}

/** Another machine's owner is taken for alive until its lease ends. */
function isAlive(owner: string): boolean {
	const [host, pid] = owner.split("/");
	if (host !== hostname()) return true;
	try {
		process.kill(Number(pid), 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
