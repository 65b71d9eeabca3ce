import { z } from "zod";

/** 1 to 60 printable characters, no address; plain text everywhere. */
export const agencyNameSchema = z
	.string()
	.trim()
	.min(1)
	.max(60)
	.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "must be printable characters only")
	.refine((name) => !/:\/\/|^www\./i.test(name), "must be a name, not an address");

/** An agency that hands briefs on, as `reports/agencies/<slug>.json` writes it. */
export const agencySchema = z.object({
	$schema: z.string().optional(),
	name: agencyNameSchema,
});
