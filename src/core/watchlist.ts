import { z } from "zod";
import { AUDIT_MODES, PRESETS } from "./preset.ts";

/** One site under watch, as `reports/watchlist.json` writes it. */
export const watchEntrySchema = z.strictObject({
	/** Public host name or URL. */
	domain: z.string().min(1),
	mode: z.enum(AUDIT_MODES).default("light"),
	/** Slug of a file in `reports/agencies/`. */
	agency: z
		.string()
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
		.optional(),
	/** Overrides the detected kind of site. */
	preset: z.enum(PRESETS).optional(),
	/** Directory with a built static site, relative to the watchlist; audited in place of the network. */
	folder: z.string().min(1).optional(),
	/** False keeps the domain off the public wall. */
	wall: z.boolean().default(true),
});
export type WatchEntry = z.infer<typeof watchEntrySchema>;

export const watchlistSchema = z.strictObject({ $schema: z.string().optional(), entries: z.array(z.unknown()) });

/** The whole file for editors, as JSON Schema 2020-12; `reports/watchlist.schema.json` holds it. */
export function watchlistJsonSchema(): unknown {
	const whole = watchlistSchema.extend({ entries: z.array(watchEntrySchema) });
	return z.toJSONSchema(whole, { io: "input", target: "draft-2020-12" });
}

/** An address with a path, a scheme or `www.`; a name such as "Node.js Ltd" or "Booking.com" is none. */
const ADDRESS = /\/\/|\bwww\.|^(?:javascript|mailto|data|tel):|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/** Marks, blanks and letters that show nothing. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\u2800]/gu;
const READABLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** 1 to 60 printable characters, no address; plain text everywhere. */
export const agencyNameSchema = z
	.string()
	.trim()
	.min(1, "must have 1 to 60 characters")
	.max(60, "must have 1 to 60 characters")
	.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "must be printable characters only")
	.refine((name) => READABLE.test(name.replace(UNSEEN, "")), "must have something that can be read")
	// Full-width letters and their like look the same to a reader.
	.refine((name) => !ADDRESS.test(name.normalize("NFKC")), "must be a name, not an address");

/** An agency that hands briefs on, as `reports/agencies/<slug>.json` writes it. */
export const agencySchema = z.object({ $schema: z.string().optional(), name: agencyNameSchema });

/** The file for editors, as JSON Schema 2020-12; `reports/agency.schema.json` holds it. */
export function agencyJsonSchema(): unknown {
	return z.toJSONSchema(agencySchema, { io: "input", target: "draft-2020-12" });
}
