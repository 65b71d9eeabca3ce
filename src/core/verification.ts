/** Where the key that a proof was checked with is known from; `remembered`: this machine watches that site with it. */
export type KeySource = "given" | "pinned" | "checkout" | "remembered" | "site";

export interface VerificationStep {
	readonly id:
		| "subject"
		| "bytes"
		| "signature"
		| "inclusion"
		| "witness"
		| "sample"
		| "form"
		| "score"
		| "list"
		| "newest-receipt"
		| "log-state"
		| "log-memory";
	/** `open`: this could not be decided, or there is nothing to decide. */
	readonly state: "proved" | "disproved" | "open";
	readonly says: string;
}

export interface Verification {
	/**
	 * `self-consistent`: the key came from the checked site, so the proof only agrees with itself. `sample`: all is
	 * right, but the log's key is public. `undecided`: whether this is what was asked for cannot be decided.
	 */
	readonly verdict: "proved" | "self-consistent" | "sample" | "undecided" | "disproved";
	/** SHA-256 of the receipt, hex: of its file where there is one, else as the log's entry names it. */
	readonly receipt: string;
	/** What the receipt says; absent where only a proof was given, or it cannot be read. */
	readonly content?: {
		readonly domain: string;
		readonly mode: string;
		readonly source: string;
		readonly auditedAt: string;
		readonly methodology: string;
		readonly engine: string;
		/** Absent where the site could not be audited. */
		readonly overallScore?: number;
	};
	/** What the log's signature covers; absent where it is wrong. */
	readonly log?: {
		readonly origin: string;
		readonly size: number;
		/** Hex. */
		readonly root: string;
		/** Index of the leaf, from 0. */
		readonly index: number;
		readonly kind: "audit" | "recheck";
		readonly auditedAt: string;
		/** The key that signed it, as `<name>+<key id>+<base64>`. */
		readonly key: string;
		readonly keySource: KeySource;
		/** Known witnesses that have cosigned, and when (ISO 8601). */
		readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	};
	readonly steps: readonly VerificationStep[];
	readonly notProved: readonly { readonly says: string; readonly command?: string }[];
	readonly notices: readonly string[];
	readonly sources: readonly VerificationSource[];
}

export interface NewestAudit {
	/** `self-consistent`: the key is from the asked site. `disproved`: its receipt or an earlier state contradicts it. */
	readonly verdict: "proved" | "self-consistent" | "disproved";
	readonly domain: string;
	readonly origin: string;
	/** Leaves of the log. */
	readonly size: number;
	/** Date of the newest leaf, as ISO 8601: what was sealed later is not known. */
	readonly asOf?: string;
	readonly keySource: KeySource;
	/** Absent where the log has no receipt of the domain that is published. */
	readonly newest?: { readonly index: number; readonly auditedAt: string; readonly receipt: string };
	readonly says: string;
	readonly from: string;
}

export interface VerificationSource {
	readonly what: "receipt" | "proof" | "embed" | "key" | "log";
	/** A path, or an address. */
	readonly from: string;
	readonly fetched: boolean;
}

export interface LogFault {
	/** The file that is wrong, relative to the reports directory. */
	readonly file: string;
	readonly says: string;
	readonly todo: string;
	/** Index of the leaf that says how it must be, where it is one. */
	readonly leaf?: number;
	/** Number of other wrong files of this kind that have no fault of their own here. */
	readonly more?: number;
	readonly others?: readonly { readonly file: string; readonly leaf?: number }[];
}

export interface LogAudit {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** `<name>+<key id>` of the log's keys whose signature on the checkpoint is right. */
	readonly signedBy: readonly string[];
	/** Known witnesses that have cosigned the checkpoint, and when (ISO 8601). */
	readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	/** Older checkpoints that were shown to be prefixes of this one. */
	readonly earlierCheckpoints: number;
	readonly receipts: number;
	readonly withdrawn: number;
	readonly pending: number;
	readonly notes: readonly string[];
	readonly faults: readonly LogFault[];
	/** Files that were written anew or removed, relative to the reports directory. */
	readonly repaired: readonly string[];
}

export interface LogProgress {
	readonly done: number;
	readonly total: number;
	readonly step: string;
}

export interface LogContradiction {
	readonly kind:
		| "other-log"
		| "went-back"
		| "two-histories"
		| "rewritten"
		| "damaged"
		| "signature"
		| "unreadable"
		| "absent";
	readonly says: string;
	readonly evidence?: string;
}

/** A leaf of the log: that a receipt was drawn up (`audit`), or that a later audit found the same (`recheck`). */
export interface ReceiptLeaf {
	readonly kind: "audit" | "recheck";
	/** The receipt's id: hex SHA-256 of its file. */
	readonly receipt: string;
	/** When the site was audited: ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
}

export interface WatchedLeaf extends ReceiptLeaf {
	readonly domain: string;
	readonly index: number;
}

export interface LogSighting {
	readonly site: string;
	/** The state that it shows; absent where its signature is not right. */
	readonly log?: {
		readonly origin: string;
		readonly size: number;
		/** Hex. */
		readonly root: string;
		/** `<name>+<key id>` of the log's keys that are trusted and have signed it. */
		readonly signedBy: readonly string[];
		readonly keySource: KeySource;
		/** Known witnesses that have cosigned it, and when (ISO 8601). */
		readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	};
	/** Leaves that the log had when it was last seen; absent the first time. */
	readonly before?: number;
	/** Leaves that were added since, all of which lead to the signed root. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly others: number };
	readonly leaves: readonly WatchedLeaf[];
	readonly removed: readonly WatchedLeaf[];
	readonly contradictions: readonly LogContradiction[];
	readonly notes: readonly string[];
	readonly requests: number;
}
