import * as z from "zod";
import { AUDIT_MODES, PRESETS } from "./preset.ts";
import { receiptReferenceSchema } from "./receipt.ts";
import { scoresSchema } from "./report.ts";

const WALL_LIMIT = { default: 50, most: 200 } as const;

export const wallQuerySchema = z.strictObject({
	limit: z.coerce
		.number(`must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.int(`must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.min(1, `must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.max(WALL_LIMIT.most, `must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.default(WALL_LIMIT.default)
		.describe("Entries of one page."),
	cursor: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,400}$/, "must be the nextCursor of an earlier page")
		.optional()
		.describe("`nextCursor` of the page before."),
});
export type WallQuery = z.infer<typeof wallQuerySchema>;

const score = z.number().int().min(0).max(100);

export const wallEntrySchema = z
	.strictObject({
		domain: z.string().describe("ASCII host."),
		overallScore: score.optional().describe("Absent where the site could not be audited."),
		axes: scoresSchema.shape.axes.optional(),
		industryPreset: z.enum(PRESETS).describe("Kind of site."),
		mode: z.enum(AUDIT_MODES).describe("How much was read: `deep` for a site that is watched by deep audits."),
		methodology: z.string().describe("Version of the scoring methodology."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("Time of the audit."),
		shareUrl: z.url().describe("One page to share."),
		briefUrl: z.url().describe("The full brief."),
		receipt: receiptReferenceSchema.describe("The record of the audit, which anyone can verify."),
	})
	.meta({ id: "WallEntry", description: "One site of the public wall, by its newest audit." });
export type WallEntry = z.infer<typeof wallEntrySchema>;

/** The 200 body of GET wall: newest audit first. */
export const wallPageSchema = z
	.strictObject({
		ok: z.literal(true),
		total: z.number().int().min(0).describe("Sites on the whole wall."),
		entries: z.array(wallEntrySchema).describe("Newest audit first."),
		nextCursor: z.string().optional().describe("`cursor` of the next page; absent on the last."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "WallPage", description: "A page of the public wall." });
export type WallPage = z.infer<typeof wallPageSchema>;
