import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { openAuditClaims } from "#store/audit-leases.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type AuditOutcome, outcomeOf } from "./audit-events.ts";
import type { AuditTarget } from "./audit-lease.ts";
import { type AuditDesk, createAuditDesk, type DeskOptions } from "./audit-service.ts";
import { exampleAudit } from "./live.testkit.ts";
import { openLiveRecords } from "./live-records.ts";

/** For tests only: one run that the test brings to its end. */
export interface HeldRun {
	readonly target: AuditTarget;
	readonly signal: AbortSignal;
	finish(found?: Audit): void;
	fail(error: unknown): void;
}

export interface TestDesk {
	readonly desk: AuditDesk;
	readonly database: Database;
	/** Runs so far, in the order in which they began. */
	readonly runs: HeldRun[];
	/** What onlookers heard. */
	readonly heard: string[];
	readonly outcomes: AuditOutcome[];
	readonly faults: unknown[];
	/** Row of the claim: whether it is held, and whether an audit was noted. */
	claimOf(target: AuditTarget): Promise<{ held: boolean; ended: boolean } | undefined>;
}

/** A folder with the store of this test. */
export async function storeFile(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "sightline-desk-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return join(folder, "live.sqlite");
}

/** For tests only: a desk on a real store whose audits end when the test says so. Aborted ones end by themselves. */
export async function openTestDesk(
	file: string,
	options: Partial<DeskOptions<Audit>> = {},
	ignoreAbort = false,
): Promise<TestDesk> {
	const database = await openDatabase({ file });
	const records = openLiveRecords(database, { hides: async () => false });
	const test = {
		runs: [] as HeldRun[],
		heard: [] as string[],
		outcomes: [] as AuditOutcome[],
		faults: [] as unknown[],
	};
	const desk = createAuditDesk<Audit>({
		run: (target, signal) =>
			new Promise((resolve, reject) => {
				const finish = (found = exampleAudit(target)) => resolve(found);
				test.runs.push({ target, signal, finish, fail: reject });
				if (!ignoreAbort) signal.addEventListener("abort", () => reject(signal.reason));
			}),
		keep: records.keep,
		recall: records.recall,
		claims: openAuditClaims(database),
		watch: {
			answered: (way) => test.heard.push(way),
			refused: (code) => test.heard.push(code),
			ended: (_target, end) => test.outcomes.push(outcomeOf(end)),
			fault: (error) => test.faults.push(error),
		},
		concurrency: 2,
		callerPlaces: 4,
		giveUpMs: { light: 10_000, deep: 10_000 },
		leaseMs: 2_000,
		...options,
	});
	onTestFinished(async () => {
		await desk.drain(0);
		await database.close();
	});
	return { desk, database, ...test, claimOf: (target) => claimOf(database, target) };
}

async function claimOf(database: Database, { domain, mode }: AuditTarget) {
	const row = await database.sql
		.selectFrom("audit_claim")
		.selectAll()
		.where("domain", "=", domain)
		.where("mode", "=", mode)
		.executeTakeFirst();
	return row && { held: row.owner !== null, ended: row.finished_ms !== null };
}
