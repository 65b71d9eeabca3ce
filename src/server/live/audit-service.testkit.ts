import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { AuditLeases } from "#store/audit-leases.ts";
import { type Database, openDatabase } from "#store/database.ts";
import type { AuditJob } from "../api/live-app.ts";
import type { RunOptions } from "./audit-service.ts";
import { type AuditOutcome, AuditService, type AuditServiceOptions, outcomeOf } from "./audit-service.ts";
import { exampleAudit } from "./live.testkit.ts";
import { openLiveRecords } from "./live-records.ts";

/** For tests only: a run that the test ends. */
export interface HeldRun {
	readonly job: AuditJob;
	readonly caller: string;
	readonly signal: AbortSignal;
	readonly onProgress: RunOptions["onProgress"];
	finish(found?: Audit): void;
	fail(error: unknown): void;
}

export interface TestService {
	readonly service: AuditService<Audit>;
	readonly database: Database;
	/** Runs so far, in start order. */
	readonly runs: HeldRun[];
	/** Calls of the observer. */
	readonly observed: string[];
	readonly outcomes: AuditOutcome[];
	readonly faults: unknown[];
	/** Row of the lease. */
	leaseOf(job: AuditJob): Promise<{ held: boolean; ended: boolean } | undefined>;
}

const unasked = async () => {
	throw new RangeError("No brief is made here.");
};
const NO_AGENCIES = {
	brands: { brand: async () => undefined },
	briefs: { make: unasked, approve: unasked, replaced: unasked },
	clients: { onBrief: unasked },
};

/** Path of a store in a new folder. */
export async function storeFile(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-audits-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return join(folder, "live.sqlite");
}

/** For tests only: a service on a real store. The test ends its audits; aborted ones end by themselves. */
export async function openTestService(
	file: string,
	options: Partial<AuditServiceOptions<Audit>> = {},
	ignoreAbort = false,
): Promise<TestService> {
	const database = await openDatabase({ file });
	const records = openLiveRecords(database, { hides: async () => false }, NO_AGENCIES);
	const test = {
		runs: [] as HeldRun[],
		observed: [] as string[],
		outcomes: [] as AuditOutcome[],
		faults: [] as unknown[],
	};
	const service = new AuditService<Audit>({
		run: (job, { caller, signal, onProgress }) =>
			new Promise((resolve, reject) => {
				const finish = (found = exampleAudit(job)) => resolve(found);
				test.runs.push({ job, caller, signal, onProgress, finish, fail: reject });
				if (!ignoreAbort) signal.addEventListener("abort", () => reject(signal.reason));
			}),
		keep: records.keep,
		recall: records.recall,
		leases: new AuditLeases(database),
		observer: {
			answered: (source) => test.observed.push(source),
			refused: (code) => test.observed.push(code),
			ended: (_job, end) => test.outcomes.push(outcomeOf(end)),
			fault: (error) => test.faults.push(error),
		},
		concurrency: 2,
		callerLimit: 4,
		timeoutMs: () => 10_000,
		leaseMs: 2_000,
		...options,
	});
	onTestFinished(async () => {
		await service.drain(0);
		await database.close();
	});
	return { service, database, ...test, leaseOf: (job) => leaseOf(database, job) };
}

async function leaseOf(database: Database, { target, mode }: AuditJob) {
	const row = await database.sql
		.selectFrom("audit_claim")
		.selectAll()
		.where("domain", "=", target.host)
		.where("mode", "=", mode)
		.executeTakeFirst();
	return row && { held: row.owner !== null, ended: row.finished_ms !== null };
}
