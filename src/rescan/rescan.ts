import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { removalOf } from "#core/notice.ts";
import { type RunLine, runLineSchema, withdrawLine } from "#core/run-line.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { sha256Hex } from "#log/sha256.ts";
import { type JobQueue, LEASE_MS, type Run } from "#queue/job-queue.ts";
import { openLeaseTable } from "#queue/lease-table.ts";
import { noticesPath } from "#receipts/removal/removal.ts";
import { removeAbandoned } from "#receipts/store/durable-file.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { writeRunFile } from "#receipts/store/run-file.ts";
import { openFleetRecords } from "#receipts/watched/fleet-records.ts";
import { doJob, type RunContext, refusedLines } from "./rescan-job.ts";
import { readWatchlist, type WatchedSite } from "./watchlist-file.ts";

export interface RescanOptions {
	readonly watchlist: string;
	readonly onStart?: (run: Run, total: number) => void;
	readonly onProgress?: (progress: { done: number; total: number; domain: string }) => void;
}

/**
 * Audits every site of a watchlist: exactly one final line per domain, however often the process is killed on the way.
 * @throws Failure `input-invalid` when the watchlist as a whole cannot be read
 */
export async function rescan(options: RescanOptions, settings: Settings) {
	const { sites, faults } = await readWatchlist(options.watchlist);
	// One that cannot be read ends the run here, not site by site.
	await readNotices(noticesPath(settings));
	await Promise.all([settings.reports, settings.data].map(removeAbandoned));
	const records = await openFleetRecords(settings);
	const queue = openLeaseTable(join(settings.data, "jobs.sqlite"));
	const auditor = createAuditor(settings, { load: "many" });
	try {
		const byKey = new Map(sites.map((site) => [`${site.domain} ${site.source} ${site.mode}`, site]));
		const run = await openRun(queue, byKey, settings);
		options.onStart?.(run, byKey.size);
		let done = run.done;
		const onDone = (domain: string) => options.onProgress?.({ done: ++done, total: byKey.size, domain });
		await workAll({ settings, queue, auditor, records, run: run.id }, byKey, onDone);
		const notices = await readNotices(noticesPath(settings));
		// What was taken down since its audit must not come back with the run file.
		const finished = await queue.finished(run.id);
		const audited = finished
			.map(({ outcome }) => readLine(outcome))
			.map((line) => (removalOf(notices, line.domain, line.receipt) ? withdrawLine(line) : line));
		const lines: readonly RunLine[] = [...audited, ...refusedLines(run.id, faults, audited)];
		const runFile = await writeRunFile(join(settings.reports, "runs"), run.id, lines);
		await queue.closeRun(run.id, Date.now());
		return { run: run.id, resumed: run.resumed, lines, runFile };
	} finally {
		await auditor.close();
		await queue.close();
		await records.close();
	}
}

async function openRun(queue: JobQueue, sites: ReadonlyMap<string, WatchedSite>, { reports }: Settings): Promise<Run> {
	// Where an entry stands in the file does not change what there is to do.
	const list = [...sites.values()].map(({ line: _, ...site }) => site);
	const digest = await sha256Hex(canonicalJson({ reports, list }));
	const isPassing = (outcome: string) => ["error", "unreached"].includes(readLine(outcome).status);
	return queue.openRun({ digest, keys: [...sites.keys()], now: Date.now(), isPassing });
}

/** Sites that are audited at once: nobody waits for a rescan. */
const AT_ONCE = 6;

type OnDone = (domain: string) => void;

/** Several workers alike; a defect in one lets the others end before it is thrown. */
async function workAll(context: RunContext, sites: ReadonlyMap<string, WatchedSite>, onDone: OnDone): Promise<void> {
	const owner = context.queue.newOwner();
	const workers = Array.from({ length: context.settings.concurrency ?? AT_ONCE }, () =>
		work(context, sites, owner, onDone),
	);
	const ended = await Promise.allSettled(workers);
	const defect = ended.find((each) => each.status === "rejected");
	if (defect) throw defect.reason;
}

/** Takes the next job until none is left. */
async function work(context: RunContext, sites: ReadonlyMap<string, WatchedSite>, owner: string, onDone: OnDone) {
	const { queue, run } = context;
	for (;;) {
		const job = await queue.claim(run, owner, Date.now());
		if (job === undefined) return;
		if (job === "busy") {
			await pause(250);
			continue;
		}
		const site = sites.get(job.key);
		if (!site) throw new Error(`The run ${run} has a job that its watchlist lacks: ${job.key}.`);
		// An extension that fails is made up for by the next; a queue that stays away shows when the job is finished.
		const extend = () => void queue.extend(run, job.key, owner, Date.now()).catch(() => {});
		const heartbeat = setInterval(extend, LEASE_MS / 3);
		try {
			const line = await doJob(context, site, job);
			if (await queue.finish(run, job.key, canonicalJson(line))) onDone(site.domain);
		} finally {
			clearInterval(heartbeat);
		}
	}
}

function readLine(outcome: string): RunLine {
	return runLineSchema.parse(JSON.parse(outcome));
}
