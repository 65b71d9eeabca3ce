import { z } from "zod";

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
export const agencySchema = z.object({
	$schema: z.string().optional(),
	name: agencyNameSchema,
});
