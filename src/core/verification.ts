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
	/** `self-consistent`: the key came from the site itself. `disproved`: its receipt or an earlier state contradicts. */
	readonly verdict: "proved" | "self-consistent" | "disproved";
	readonly domain: string;
	readonly origin: string;
	/** Number of leaves. */
	readonly size: number;
	/** Date of the newest leaf, as ISO 8601: what happened after it is unknown. */
	readonly asOf?: string;
	readonly keySource: KeySource;
	/** Absent if the log has no published receipt of the domain. */
	readonly newest?: { readonly index: number; readonly auditedAt: string; readonly receipt: string };
	readonly says: string;
	readonly from: string;
}

export interface LogFault {
	/** The faulty file, relative to the reports directory. */
	readonly file: string;
	readonly says: string;
	readonly todo: string;
	/** Index of the leaf that the file must match, if there is one. */
	readonly leaf?: number;
	/** Number of other faulty files of this kind without an entry of their own. */
	readonly more?: number;
	readonly others?: readonly { readonly file: string; readonly leaf?: number }[];
}

export interface LogAudit {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** `<name>+<key id>` of the log's keys that have validly signed the checkpoint. */
	readonly signedBy: readonly string[];
	/** Known witnesses that cosigned the checkpoint, with the time (ISO 8601). */
	readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	/** Older checkpoints proved to be prefixes of this one. */
	readonly earlierCheckpoints: number;
	readonly receipts: number;
	readonly withdrawn: number;
	readonly pending: number;
	readonly notes: readonly string[];
	readonly faults: readonly LogFault[];
	/** Files that were rewritten or removed, relative to the reports directory. */
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

/** A leaf of the log: a new receipt (`audit`), or a later audit with the same result (`recheck`). */
export interface ReceiptLeaf {
	readonly kind: "audit" | "recheck";
	/** The receipt's id: hex SHA-256 of its file. */
	readonly receipt: string;
	/** Time of the audit: ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
}

export interface WatchedLeaf extends ReceiptLeaf {
	readonly domain: string;
	readonly index: number;
}

export interface LogSighting {
	readonly site: string;
	/** The checkpoint's state; absent if its signature is invalid. */
	readonly log?: {
		readonly origin: string;
		readonly size: number;
		/** Hex. */
		readonly root: string;
		/** `<name>+<key id>` of the trusted keys that signed it. */
		readonly signedBy: readonly string[];
		readonly keySource: KeySource;
		/** Known witnesses that cosigned it, with the time (ISO 8601). */
		readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	};
	/** Number of leaves at the last run; absent at the first. */
	readonly before?: number;
	/** New leaves, all proved to be under the signed root. */
	readonly added: { readonly audits: number; readonly rechecks: number; readonly others: number };
	readonly leaves: readonly WatchedLeaf[];
	readonly removed: readonly WatchedLeaf[];
	readonly contradictions: readonly LogContradiction[];
	readonly notes: readonly string[];
	readonly requests: number;
}
