import type { Report } from "#core/report.ts";
import type { Database } from "#store/database.ts";
import { exampleReport } from "../store/report.testkit.ts";
import type { LiveAuditOptions } from "./save-live-audit.ts";
import { openSubmissions } from "./submissions.ts";

export const START = Date.UTC(2026, 10, 22);
export const MINUTE = 60_000;

/** An audit at that minute. A different coverage is a different result. */
export function auditOf(minute: number, coverage = 1, change: Partial<Report> = {}): LiveAuditOptions {
	const now = START + minute * MINUTE;
	const report = { ...exampleReport(), auditedAt: new Date(now).toISOString(), coverage, ...change };
	return { report, evidence: { minute, coverage, ...change }, sight: "whole", now };
}

/** ISO 8601. */
export const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();

/** Pending leaves as `<kind> <minute>`, not in time order. */
export async function waitingLeaves(db: Database): Promise<string[]> {
	const pending = await openSubmissions(db).pending();
	return pending.map(({ kind, auditedAt }) => `${kind} ${(Date.parse(auditedAt) - START) / MINUTE}`).toSorted();
}

export async function countRows(
	db: Database,
	table: "receipt" | "evidence" | "page" | "submission" | "audit_claim",
): Promise<number> {
	return (await db.sql.selectFrom(table).selectAll().execute()).length;
}
