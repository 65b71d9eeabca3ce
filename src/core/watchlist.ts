import * as z from "zod";
import { agencySlugSchema } from "./agency/agency.ts";
import { AUDIT_MODES, type AuditMode, PRESETS } from "./preset.ts";

/** One site under watch, as `reports/watchlist.json` writes it. */
export const watchEntrySchema = z.strictObject({
	domain: z
		.string()
		.min(1)
		.describe("Public host name or URL. An audit begins at the home page, whatever path it names."),
	mode: z.enum(AUDIT_MODES).default("light"),
	/** Slug of a file in `reports/agencies/`. */
	agency: agencySlugSchema.optional(),
	/** Overrides the detected kind of site. */
	preset: z.enum(PRESETS).optional(),
	/** Directory with a built static site, relative to the watchlist; audited in place of the network. */
	folder: z.string().min(1).optional(),
	/** False keeps the domain off the public wall. */
	wall: z.boolean().default(true),
});
export type WatchEntry = z.infer<typeof watchEntrySchema>;

/**
 * Of a domain's audits those that its pages, pictures and lists show: of the mode that it is watched in, or of the other
 * while there is none of that. Their order stays.
 */
export function shownAudits<A extends { readonly mode: AuditMode }>(
	audits: readonly A[],
	watched: AuditMode = "light",
): readonly A[] {
	const own = audits.filter(({ mode }) => mode === watched);
	return own.length > 0 ? own : audits;
}

export const watchlistSchema = z.strictObject({ $schema: z.string().optional(), entries: z.array(z.unknown()) });

/** The whole file for editors, as JSON Schema 2020-12; `reports/watchlist.schema.json` holds it. */
export function watchlistJsonSchema(): unknown {
	const whole = watchlistSchema.extend({ entries: z.array(watchEntrySchema) });
	return z.toJSONSchema(whole, { io: "input", target: "draft-2020-12" });
}
