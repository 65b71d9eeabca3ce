import { hash } from "node:crypto";
import { canonicalJson } from "#core/canonical-json.ts";
import { Failure } from "#core/failure.ts";
import type { PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Gate, Report, Scores } from "#core/report.ts";
import { byCodeUnits } from "#core/wording.ts";
import { fitReceipt, readForm, receiptText } from "./receipt-text.ts";

export async function createReceipt(report: Report, evidenceDigest: string): Promise<StoredReceipt> {
	const resultDigest = hash("sha256", canonicalJson(resultOf(report)), "hex");
	const whole: Receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest, resultDigest };
	const receipt = await fitReceipt(whole);
	return { id: hash("sha256", await receiptText(receipt), "hex"), receipt };
}

/** Strict, so that a text has one id. @param todo how a reader gets the right text @throws Failure `receipt-invalid` */
export async function readReceipt(
	text: string,
	name: string,
	todo = "Restore the file from git.",
): Promise<StoredReceipt> {
	const invalid = (why: string) => new Failure("receipt-invalid", { what: `${name} is not a receipt.`, why, todo });
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw invalid(`It is not JSON: ${(error as Error).message}.`);
	}
	const { receipt, fault } = await readForm(value);
	if (!receipt) throw invalid(fault);
	if ((await receiptText(receipt)) !== text) throw invalid("Its bytes are not in canonical form (RFC 8785).");
	const result = hash("sha256", canonicalJson(resultOf(receipt)), "hex");
	if (result !== receipt.resultDigest) throw invalid("Its result digest is not that of its findings.");
	// The text is canonical, so its digest is the id.
	return { id: hash("sha256", text, "hex"), receipt };
}

/** All but times, digests, words and program version. Other members would make another version of receipts. */
function resultOf(report: Report): unknown {
	const { domain, source, mode, methodology, preset, ok, failure, scores, coverage, gates, findings } = report;
	const found = findings.map(({ id, outcome, ratio, scored, weight, chargedTo }) => {
		return { id, outcome, ratio, scored, weight, chargedTo };
	});
	const base = { domain, source, mode, methodology, preset: preset.key, ok, failure: failure?.code, scores, coverage };
	return { ...base, gates: gates.map(({ id }) => id), findings: found };
}

/** The same result and engines. A receipt without engines yields to an audit with them: each site gets one. */
export function isConfirmedBy(earlier: Receipt, later: Receipt): boolean {
	return earlier.resultDigest === later.resultDigest && reachStates(earlier) === reachStates(later);
}

function reachStates({ reach }: Receipt): string | undefined {
	return reach?.map(({ name, state }) => `${name} ${state}`).join();
}

/** For lists and charts; a hundredth of a receipt's size, so that all fit into memory. */
export interface ReceiptSummary {
	readonly id: string;
	readonly domain: string;
	readonly source: Receipt["source"];
	readonly mode: Receipt["mode"];
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	readonly methodology: string;
	readonly preset: Receipt["preset"]["key"];
	readonly gates: readonly Gate[];
	/** Index of its leaf; absent while it waits for the next seal. */
	readonly logIndex?: number;
	/** Absent where the site could not be audited. */
	readonly scores?: {
		readonly overall: number;
		readonly axes: Scores["axes"];
		readonly pillars: Readonly<Partial<Record<PillarKey, number>>>;
	};
}

/** Also of a receipt in the short form. */
export function summariseReceipt({ id, receipt }: { id: string; receipt: Omit<Receipt, "findings"> }): ReceiptSummary {
	const { domain, source, mode, auditedAt, methodology, preset, gates, scores } = receipt;
	const summary = { id, domain, source, mode, auditedAt, methodology, preset: preset.key, gates };
	if (!scores) return summary;
	const pillars = Object.fromEntries(scores.pillars.map(({ key, score }) => [key, score]));
	return { ...summary, scores: { overall: scores.overall, axes: scores.axes, pillars } };
}

/** Ids break ties, so that two audits of one moment keep their order. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.id, b.id);
}
