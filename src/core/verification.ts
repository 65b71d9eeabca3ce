import * as z from "zod";

const keySourceSchema = z
	.enum(["given", "pinned", "checkout", "remembered", "site"])
	.describe("Where the key is known from; `remembered`: this machine watches that site with it.");
export type KeySource = z.infer<typeof keySourceSchema>;

const stepSchema = z.object({
	id: z.enum([
		"subject",
		"bytes",
		"signature",
		"inclusion",
		"witness",
		"sample",
		"form",
		"score",
		"list",
		"newest-receipt",
		"log-state",
		"log-memory",
	]),
	state: z
		.enum(["proved", "disproved", "open"])
		.describe("`open`: this could not be decided, or there is nothing to decide."),
	says: z.string(),
});
export type VerificationStep = Readonly<z.infer<typeof stepSchema>>;

const sourceSchema = z.object({
	what: z.enum(["receipt", "proof", "embed", "key", "log"]),
	from: z.string().describe("A path, or an address."),
	fetched: z.boolean(),
});
export type VerificationSource = Readonly<z.infer<typeof sourceSchema>>;

export const verdictSchema = z
	.enum(["proved", "self-consistent", "sample", "undecided", "disproved"])
	.describe(
		"`self-consistent`: the key came from the checked site, so the proof only agrees with itself. `sample`: all is right, but the log's key is public. `undecided`: whether this is what was asked for cannot be decided.",
	);

export const verificationSchema = z.object({
	verdict: verdictSchema,
	receipt: z
		.string()
		.describe("SHA-256 of the receipt, hex: of its file where there is one, else as the log's entry names it."),
	content: z
		.object({
			domain: z.string(),
			mode: z.string(),
			source: z.string(),
			auditedAt: z.string(),
			methodology: z.string(),
			engine: z.string(),
			overallScore: z.number().exactOptional().describe("Absent where the site could not be audited."),
		})
		.exactOptional()
		.describe("What the receipt says; absent where only a proof was given, or it cannot be read."),
	log: z
		.object({
			origin: z.string(),
			size: z.number(),
			root: z.string().describe("Hex."),
			index: z.number().describe("Of the leaf, from 0."),
			kind: z.enum(["audit", "recheck"]),
			auditedAt: z.string(),
			key: z.string().describe("The key that signed it, as `<name>+<key id>+<base64>`."),
			keySource: keySourceSchema,
			witnesses: z
				.array(z.object({ name: z.string(), at: z.string() }))
				.readonly()
				.describe("Known witnesses that have cosigned, and when (ISO 8601)."),
		})
		.exactOptional()
		.describe("What the log's signature covers; absent where it is wrong."),
	steps: z.array(stepSchema).readonly(),
	notProved: z.array(z.object({ says: z.string(), command: z.string().exactOptional() })).readonly(),
	notices: z.array(z.string()).readonly(),
	sources: z.array(sourceSchema).readonly(),
});
export type Verification = Readonly<z.infer<typeof verificationSchema>>;

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
