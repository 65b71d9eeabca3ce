import * as z from "zod";
import { agencySlugSchema } from "./agency/agency.ts";
import { AUDIT_MODES, type AuditMode, PRESETS } from "./preset.ts";

export const watchEntrySchema = z.strictObject({
	domain: z
		.string()
		.min(1)
		.describe("Public host name or URL. An audit begins at the home page, whatever path it names."),
	mode: z.enum(AUDIT_MODES).default("light"),
	/** Slug of a file in `reports/agencies/`. */
	agency: agencySlugSchema.optional(),
	preset: z.enum(PRESETS).optional(),
	/** Directory with a built static site, relative to the watchlist; audited in place of the network. */
	folder: z.string().min(1).optional(),
	/** False keeps the domain off the public wall. */
	wall: z.boolean().default(true),
});
export type WatchEntry = z.infer<typeof watchEntrySchema>;

/** Audits of the watched mode, or of the other while there are none, in their order. */
export function shownAudits<A extends { readonly mode: AuditMode }>(
	audits: readonly A[],
	watched: AuditMode = "light",
): readonly A[] {
	const own = audits.filter(({ mode }) => mode === watched);
	return own.length > 0 ? own : audits;
}

export const watchlistSchema = z.strictObject({ $schema: z.string().optional(), entries: z.array(z.unknown()) });

export function watchlistJsonSchema(): unknown {
	const whole = watchlistSchema.extend({ entries: z.array(watchEntrySchema) });
	return z.toJSONSchema(whole, { io: "input", target: "draft-2020-12" });
}
