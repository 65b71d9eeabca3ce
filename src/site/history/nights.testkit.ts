import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding, Report } from "#core/report.ts";
import { createReceipt } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { makeFinding } from "../publication/receipt.testkit.ts";

export const CHECKS = ["title", "canonical", "meta-description"] as const;

/** Receipt of a site that fails these checks. */
export async function receiptOf(
	domain: string,
	auditedAt: string,
	failing: readonly string[],
	change: Partial<Report> = {},
	words: Partial<Finding> = {},
): Promise<StoredReceipt> {
	const findings = CHECKS.map((id) => {
		const broken = { outcome: "fail", says: `${domain} lacks it.`, fix: "Add it.", ...words } as const;
		return makeFinding(id, "discovery", failing.includes(id) ? { title: `No ${id}`, ...broken } : {});
	});
	return createReceipt({ ...exampleReport(), domain, auditedAt, findings, ...change }, "e".repeat(64));
}

/** The time of a night's audit. */
export function night(number: number): string {
	return new Date(Date.UTC(2026, 10, 1, 2) + number * 86_400_000).toISOString();
}
