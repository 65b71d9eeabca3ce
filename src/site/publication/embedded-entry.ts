import * as z from "zod";
import { agencyBrandSchema } from "#core/agency/agency.ts";
import { correctionSchema } from "#core/notice.ts";
import { AUDIT_MODES, PRESETS, SOURCES } from "#core/preset.ts";

const score = z.number().int().min(0).max(100);
const time = z.iso.datetime({ precision: 3 });

const embeddedReceiptSchema = z.strictObject({
	id: z.string(),
	source: z.enum(SOURCES),
	auditedAt: time,
	methodology: z.string(),
	overall: score.optional(),
	/** Absent while it waits for the next seal. */
	logIndex: z.number().int().min(0).optional(),
	recheckedAt: time.optional(),
});
export type EmbeddedReceipt = z.infer<typeof embeddedReceiptSchema>;

const embeddedSiteSchema = z.strictObject({
	kind: z.literal("site"),
	domain: z.string(),
	listed: z.boolean(),
	agencyName: z.string(),
	shown: z.enum(AUDIT_MODES),
	newest: z
		.strictObject({
			preset: z.enum(PRESETS),
			axes: z.strictObject({ structure: score, accessibility: score }).optional(),
		})
		.optional(),
	light: z.array(embeddedReceiptSchema),
	/** Newest first; each has a page and a seal. */
	deep: z.array(embeddedReceiptSchema),
});
export type EmbeddedSite = z.infer<typeof embeddedSiteSchema>;

const embeddedWithdrawalSchema = z.strictObject({ kind: z.literal("withdrawn"), domain: z.string(), at: time });

const embeddedAgencySchema = z.strictObject({ kind: z.literal("agency"), brand: agencyBrandSchema });

/** Consecutive leaves of live audits, which are not published: pages of those that have ended still answer. */
const embeddedLeavesSchema = z.strictObject({
	kind: z.literal("unlisted"),
	/** Index of the first leaf. */
	first: z.number().int().min(0),
	receipts: z.array(z.string()),
});
export type EmbeddedLeaves = z.infer<typeof embeddedLeavesSchema>;

const embeddedStateSchema = z.strictObject({
	kind: z.literal("state"),
	builtAt: time,
	/** Leaves; 0 where nothing was sealed. */
	logSize: z.number().int().min(0),
	/** Start of the newest rescan; null where there was none. */
	lastRun: time.nullable(),
	removed: z.array(z.string()),
	removedReceipts: z.array(z.strictObject({ id: z.string(), at: time, logIndex: z.number().int().min(0).optional() })),
	/** In the order of the notices. */
	corrections: z.array(correctionSchema),
});
export type EmbeddedState = z.infer<typeof embeddedStateSchema>;

/** So that a server needs no reports directory at run time. */
export const embeddedEntrySchema = z.discriminatedUnion("kind", [
	embeddedSiteSchema,
	embeddedWithdrawalSchema,
	embeddedAgencySchema,
	embeddedLeavesSchema,
	embeddedStateSchema,
]);
export type EmbeddedEntry = z.infer<typeof embeddedEntrySchema>;
