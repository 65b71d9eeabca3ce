import { canonicalJson } from "./canonical-json.ts";
import { malformed } from "./encoding.ts";

/**
 * One entry of the log: that a receipt was drawn up (`audit`), or that a later audit found the same (`recheck`). It
 * names nobody: a receipt can be taken down while the log stays whole.
 */
export interface Leaf {
	readonly kind: "audit" | "recheck";
	/** The receipt's id: hex SHA-256 of its file. */
	readonly receipt: string;
	/** When the site was audited: ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
}

const LEAF =
	/^\{"auditedAt":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","kind":"(audit|recheck)","receipt":"sha256:([0-9a-f]{64})","v":1\}$/;

/**
 * Bytes of a leaf: the canonical JSON of `{v: 1, kind, receipt: "sha256:…", auditedAt}`.
 * @throws Failure `log-malformed` for what is no id or no moment: an entry of the log can never be mended
 */
export function formatLeaf({ kind, receipt, auditedAt }: Leaf): Uint8Array {
	const entry = new TextEncoder().encode(canonicalJson({ v: 1, kind, receipt: `sha256:${receipt}`, auditedAt }));
	parseLeaf(entry);
	return entry;
}

/** @throws Failure `log-malformed` for bytes that `formatLeaf` would not write */
export function parseLeaf(entry: Uint8Array): Leaf {
	// A single-byte decoding keeps every byte apart, so that nothing but ASCII can match.
	const text = new TextDecoder("latin1").decode(entry);
	const [, auditedAt, kind, receipt] = LEAF.exec(text) ?? [];
	if (!auditedAt || !receipt || !(kind === "audit" || kind === "recheck"))
		throw malformed("log entry of ours", "It is not the canonical JSON of an audit or a recheck.");
	if (!isMoment(auditedAt)) throw malformed("log entry of ours", `${auditedAt} is no moment in time.`);
	return { kind, receipt, auditedAt };
}

function isMoment(text: string): boolean {
	const time = Date.parse(text);
	return !Number.isNaN(time) && new Date(time).toISOString() === text;
}
