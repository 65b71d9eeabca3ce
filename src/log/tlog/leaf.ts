import { canonicalJson } from "#core/json-object.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { malformed } from "./canonical.ts";

/** An entry names no domain, so that a receipt can be taken down without changing the log. */
export type Leaf = ReceiptLeaf | ListLeaf;

/** Binds the content that a file beside the log had at the time of the seal. */
export interface ListLeaf {
	readonly kind: "list";
	/** The file: lower-case words, or such a word, a slash and a name, as in `run/2026-11-20`. */
	readonly name: string;
	/** Hex SHA-256 of its first `size` bytes; for a run, see `receipts/store/run-file.ts`. */
	readonly digest: string;
	/** In bytes; for a run, in lines. */
	readonly size: number;
	/** Time of the seal: ISO 8601, UTC, milliseconds. */
	readonly at: string;
}

const MOMENT = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;
const RECEIPT_LEAF = new RegExp(
	`^\\{"auditedAt":"${MOMENT}","kind":"(audit|recheck)","receipt":"sha256:([0-9a-f]{64})","v":1\\}$`,
);
const LIST_NAME = `[a-z]{1,20}(?:-[a-z]{1,20}){0,3}(?:/[0-9A-Za-z][0-9A-Za-z._-]{0,99})?`;
const LIST_LEAF = new RegExp(
	`^\\{"at":"${MOMENT}","digest":"sha256:([0-9a-f]{64})","kind":"list","name":"(${LIST_NAME})","size":(0|[1-9]\\d{0,15}),"v":1\\}$`,
);
/** Recognizes an entry of a kind that only a newer program knows. */
const OTHER_KIND = /^\{.*"kind":"((?!(?:audit|recheck|list)")[a-z-]{1,40})".*\}$/;

/**
 * Canonical JSON of `{v: 1, kind, receipt: "sha256:…", auditedAt}` or `{v: 1, kind: "list", name, digest: "sha256:…",
 * size, at}`.
 * @throws Failure `log-malformed` for a bad id, name, size or time, since a log entry can never be corrected
 */
export function formatLeaf(leaf: Leaf): Uint8Array {
	const entry = new TextEncoder().encode(canonicalJson({ v: 1, ...membersOf(leaf) }));
	parseLeaf(entry);
	return entry;
}

function membersOf(leaf: Leaf) {
	if (leaf.kind !== "list") {
		const { kind, receipt, auditedAt } = leaf;
		return { kind, receipt: `sha256:${receipt}`, auditedAt };
	}
	const { kind, name, digest, size, at } = leaf;
	return { kind, name, digest: `sha256:${digest}`, size, at };
}

/** @throws Failure `log-malformed` for bytes that `formatLeaf` would not write, and for a kind of a newer program */
export function parseLeaf(entry: Uint8Array): Leaf {
	// Latin-1 maps each byte to one character, so only ASCII bytes can match.
	const text = new TextDecoder("latin1").decode(entry);
	const [, auditedAt, kind, receipt] = RECEIPT_LEAF.exec(text) ?? [];
	if (auditedAt && receipt && (kind === "audit" || kind === "recheck"))
		return { kind, receipt, auditedAt: momentOf(auditedAt) };
	const [, at, digest, name, size = ""] = LIST_LEAF.exec(text) ?? [];
	if (at && digest && name && Number.isSafeInteger(Number(size)))
		return { kind: "list", name, digest, size: Number(size), at: momentOf(at) };
	const other = OTHER_KIND.exec(text)?.[1];
	throw malformed(
		"log entry of ours",
		other === undefined
			? "It is not the canonical JSON of an audit, a recheck or a list."
			: `Its kind is "${other}", which this version of the program does not know: use a newer one.`,
	);
}

/** @throws Failure `log-malformed` as `parseLeaf`, and for a list leaf */
export function parseReceiptLeaf(entry: Uint8Array): ReceiptLeaf {
	const leaf = parseLeaf(entry);
	if (leaf.kind !== "list") return leaf;
	throw malformed("log entry of a receipt", `It binds the file "${leaf.name}" to the log.`);
}

/** @throws Failure `log-malformed` as `parseLeaf`, and for a receipt leaf */
export function parseListLeaf(entry: Uint8Array): ListLeaf {
	const leaf = parseLeaf(entry);
	if (leaf.kind === "list") return leaf;
	throw malformed("log entry of a file", `It is about the receipt ${leaf.receipt}.`);
}

export function isReceiptLeaf(leaf: Leaf): leaf is ReceiptLeaf {
	return leaf.kind !== "list";
}

function momentOf(text: string): string {
	const time = Date.parse(text);
	if (!Number.isNaN(time) && new Date(time).toISOString() === text) return text;
	throw malformed("log entry of ours", `${text} is not a valid time.`);
}
