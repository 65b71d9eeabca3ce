import { z } from "zod";
import { auditResultSchema } from "./audit-result.ts";
import { PILLAR_KEYS } from "./pillar.ts";

/** Two audits side by side: the 200 body of POST compare. Differences are A minus B. */
export const comparisonSchema = z
	.strictObject({
		ok: z.boolean().meta({ description: "Whether both audits completed; the differences are present only then." }),
		a: auditResultSchema,
		b: auditResultSchema,
		difference: z
			.strictObject({
				overallScore: z.number().int(),
				axes: z.strictObject({ structure: z.number().int(), accessibility: z.number().int() }),
				pillars: z
					.array(
						z.strictObject({
							key: z.enum(PILLAR_KEYS),
							label: z.string(),
							a: z.number().int().nullable(),
							b: z.number().int().nullable(),
							difference: z.number().int().nullable(),
						}),
					)
					.meta({ description: "In the order of the pillars; null where a pillar does not apply to one of them." }),
			})
			.optional(),
		methodology: z.string(),
		refusal: z.string(),
		error: z.string().optional(),
	})
	.meta({ id: "Comparison" });
export type Comparison = z.infer<typeof comparisonSchema>;
