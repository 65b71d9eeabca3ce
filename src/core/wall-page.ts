import { z } from "zod";
import { PRESETS } from "./preset.ts";

export const WALL_LIMIT = { default: 50, most: 200 } as const;

/** Query of GET wall. */
export const wallQuerySchema = z.strictObject({
	limit: z.coerce
		.number(`must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.int(`must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.min(1, `must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.max(WALL_LIMIT.most, `must be a whole number from 1 to ${WALL_LIMIT.most}`)
		.default(WALL_LIMIT.default)
		.meta({ description: "Entries of one page." }),
	cursor: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,400}$/, "must be the nextCursor of an earlier page")
		.optional()
		.meta({ description: "`nextCursor` of the page before." }),
});
export type WallQuery = z.infer<typeof wallQuerySchema>;

const score = z.number().int().min(0).max(100);

/** One site of the public wall, by its newest light audit. */
export const wallEntrySchema = z
	.strictObject({
		domain: z.string(),
		/** Absent where the site could not be audited. */
		overallScore: score.optional(),
		axes: z.strictObject({ structure: score, accessibility: score }).optional(),
		industryPreset: z.enum(PRESETS),
		methodology: z.string(),
		auditedAt: z.iso.datetime({ precision: 3 }),
		shareUrl: z.url(),
		briefUrl: z.url(),
		receipt: z.strictObject({
			id: z.string(),
			state: z.enum(["pending", "logged"]),
			logIndex: z.number().int().optional(),
		}),
	})
	.meta({ id: "WallEntry" });
export type WallEntry = z.infer<typeof wallEntrySchema>;

/** The 200 body of GET wall: newest audit first. */
export const wallPageSchema = z
	.strictObject({
		ok: z.literal(true),
		/** Sites on the whole wall. */
		total: z.number().int().min(0),
		entries: z.array(wallEntrySchema),
		/** Absent on the last page. */
		nextCursor: z.string().optional(),
		refusal: z.string(),
	})
	.meta({ id: "WallPage" });
export type WallPage = z.infer<typeof wallPageSchema>;
