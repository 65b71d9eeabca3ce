/** Where the key that a proof was checked with is known from. */
export type KeySource = "given" | "pinned" | "checkout" | "site";

/** One thing that was looked at. */
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
		| "newest-receipt"
		| "log-state";
	/** `open`: this could not be decided, or there is nothing to decide. */
	readonly state: "proved" | "disproved" | "open";
	/** What it came to, in a sentence or two. */
	readonly says: string;
}

/** What the verification of one receipt has shown. */
export interface Verification {
	/**
	 * `self-consistent`: the key came from the site that is being checked, so this shows only that it agrees with itself.
	 * `sample`: all is right, in a log whose key is public. `undecided`: whether this is what was asked for cannot be told.
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
	/** What the log's signature stands for; absent where it is wrong. */
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
	/** Sentences about what this can not show, and the command that could. */
	readonly notProved: readonly { readonly says: string; readonly command?: string }[];
	/** Corrections and removals that stand beside the receipt. */
	readonly notices: readonly string[];
	/** What was read, and from where. */
	readonly sources: readonly VerificationSource[];
}

export interface VerificationSource {
	readonly what: "receipt" | "proof" | "embed" | "key" | "log";
	/** A path, or an address. */
	readonly from: string;
	/** Whether it came over the network. */
	readonly fetched: boolean;
}
