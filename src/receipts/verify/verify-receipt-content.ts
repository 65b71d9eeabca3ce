import { PACKAGE, VERSION } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import type { Receipt } from "#core/receipt.ts";
import type { VerificationStep } from "#core/verification.ts";
import { shortDigest } from "#core/wording.ts";
import type { Leaf } from "#log/leaf.ts";
import { readReceipt } from "../store/receipt.ts";
import { idOf, type Material, type NamedBytes, packageOf } from "./verify-receipt-material.ts";
import { checkScore } from "./verify-receipt-score.ts";

/** Whether these bytes are those that the log's entry names. `isProved`: whether the entry is known to be in the log. */
export function checkBytes(receipt: NamedBytes | undefined, leaf: Leaf, isProved: boolean): VerificationStep {
	const entry = leaf.kind === "audit" ? "was logged" : "a later audit found again";
	if (!receipt) {
		const says = `The receipt itself is not here: the entry says that receipt ${shortDigest(leaf.receipt)} ${entry}. Give it with --receipt.`;
		return { id: "bytes", state: "open", says };
	}
	const id = idOf(receipt);
	if (id !== leaf.receipt) {
		const says = `The receipt's SHA-256 is ${shortDigest(id)}, and the entry is about ${shortDigest(leaf.receipt)}: it was changed, or this is the proof of another.`;
		return { id: "bytes", state: "disproved", says };
	}
	if (!isProved) {
		const says = "The receipt's SHA-256 is the one in the entry, which is worth nothing by itself.";
		return { id: "bytes", state: "open", says };
	}
	const says = `The receipt's bytes are the ones that ${leaf.kind === "audit" ? "were logged" : entry} (SHA-256 ${shortDigest(id)}).`;
	return { id: "bytes", state: "proved", says };
}

export interface ReadContent {
	readonly steps: readonly VerificationStep[];
	readonly receipt?: Receipt;
}

/** What the receipt says: its form, its digests, its date, its numbers. */
export async function checkContent(material: NamedBytes, leaf: Leaf): Promise<ReadContent> {
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(material.bytes);
	try {
		const { id, receipt } = await readReceipt(text, material.name);
		// Bytes that are no UTF-8 would be read as others than they are.
		if (id !== idOf(material)) return { steps: [unreadable("", `${material.name} is not UTF-8 text.`)] };
		return { receipt, steps: [formOf(receipt, leaf), checkScore(receipt)] };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { steps: [unreadable(text, error.message)] };
	}
}

function formOf({ auditedAt }: Receipt, leaf: Leaf): VerificationStep {
	// An entry about a recheck is younger than the receipt.
	const fits = leaf.kind === "audit" ? leaf.auditedAt === auditedAt : leaf.auditedAt >= auditedAt;
	const says = fits
		? "It is in canonical form (RFC 8785), and its result digest is right."
		: `It says that it was drawn up at ${auditedAt}, and the entry says ${leaf.auditedAt}.`;
	return { id: "form", state: fits ? "proved" : "disproved", says };
}

/** A receipt of another version may have members that this one does not know; that is no fault of it. */
function unreadable(text: string, why: string): VerificationStep {
	const engine = /"engine":"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
	// The last sentence is advice to the owner of a folder of receipts.
	const told = why.replace(/ Restore the file from git\.$/, "");
	if (engine === undefined || engine === VERSION) return { id: "form", state: "disproved", says: told };
	const says = `Its form was not checked: ${PACKAGE} ${engine} wrote it, and this is ${VERSION}. npx ${packageOf(engine)} verify can. (${told})`;
	return { id: "form", state: "open", says };
}

/** Whether this is the receipt that was asked for. */
export function checkSubject(
	material: Material,
	receipt: Receipt | undefined,
	leaf: Leaf,
): VerificationStep | undefined {
	const { claim } = material;
	const id = material.receipt ? idOf(material.receipt) : leaf.receipt;
	if (claim.receipt !== undefined && claim.receipt !== id) {
		const says = `The site was asked for receipt ${shortDigest(claim.receipt)}, and gave ${shortDigest(id)}.`;
		return { id: "subject", state: "disproved", says };
	}
	if (claim.domain === undefined) return undefined;
	if (!receipt) {
		const says = `Whether it is a receipt of ${claim.domain} cannot be told: this program cannot read it.`;
		return { id: "subject", state: "open", says };
	}
	if (claim.domain === receipt.domain)
		return { id: "subject", state: "proved", says: `It is a receipt of ${receipt.domain}.` };
	const says = `A receipt of ${claim.domain} was asked for, and this is one of ${receipt.domain}.`;
	return { id: "subject", state: "disproved", says };
}
