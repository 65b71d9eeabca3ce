import { hash } from "node:crypto";
import { canonicalJson } from "#core/canonical-json.ts";
import { Failure } from "#core/failure.ts";
import type { PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Gate, Report, Scores } from "#core/report.ts";
import { byCodeUnits } from "#core/wording.ts";
import { fitReceipt, readForm, receiptText } from "./receipt-text.ts";

/** The receipt of a report: the report, what it rests on, and what it found, in one canonical document. */
export async function createReceipt(report: Report, evidenceDigest: string): Promise<StoredReceipt> {
	const resultDigest = hash("sha256", canonicalJson(resultOf(report)), "hex");
	const whole: Receipt = { ...report, v: 2, kind: "sightline-receipt", evidenceDigest, resultDigest };
	const receipt = await fitReceipt(whole);
	return { id: hash("sha256", await receiptText(receipt), "hex"), receipt };
}

/**
 * Reads a receipt's text. Strict: bytes that we would not have written are refused, so that a text has one id.
 * @param todo how a reader gets the right text back
 * @throws Failure `receipt-invalid`
 */
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
	// Its text is the canonical one, so its digest is the id.
	return { id: hash("sha256", text, "hex"), receipt };
}

/**
 * What two audits must share to have found the same: everything but times, digests, words and program version. Another
 * choice of members is another version of receipts.
 */
function resultOf(report: Report): unknown {
	const { domain, source, mode, methodology, preset, ok, failure, scores, coverage, gates, findings } = report;
	const found = findings.map(({ id, outcome, ratio, scored, weight, chargedTo }) => {
		return { id, outcome, ratio, scored, weight, chargedTo };
	});
	const base = { domain, source, mode, methodology, preset: preset.key, ok, failure: failure?.code, scores, coverage };
	return { ...base, gates: gates.map(({ id }) => id), findings: found };
}

/**
 * Whether a later audit says what a receipt says, so that it confirms that one: the same result, and the same engines let
 * in. A receipt that does not tell of engines is not confirmed by an audit that does, so that each site gets one that does.
 */
export function isConfirmedBy(earlier: Receipt, later: Receipt): boolean {
	return earlier.resultDigest === later.resultDigest && reachStates(earlier) === reachStates(later);
}

function reachStates({ reach }: Receipt): string | undefined {
	return reach?.map(({ name, state }) => `${name} ${state}`).join();
}

/** What lists and charts need of a receipt; a hundredth of its size, so that all of them fit into memory. */
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

/** By time, then by id, so that two audits of one moment always have the same order. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return byCodeUnits(b.auditedAt, a.auditedAt) || byCodeUnits(a.id, b.id);
}
