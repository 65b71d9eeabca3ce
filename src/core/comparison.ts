import { z } from "zod";
import { auditResultSchema } from "./audit-result.ts";
import { PILLAR_KEYS } from "./pillar.ts";

/** Two audits side by side: the 200 body of POST compare. Differences are A minus B. */
export const comparisonSchema = z
	.strictObject({
		ok: z.boolean().meta({ description: "Whether both audits completed; the differences are present only then." }),
		a: auditResultSchema.describe("The audit of `domainA`."),
		b: auditResultSchema.describe("The audit of `domainB`."),
		difference: z
			.strictObject({
				overallScore: z.number().int().describe("Points."),
				axes: z
					.strictObject({
						structure: z.number().int().describe("Points."),
						accessibility: z.number().int().describe("Points."),
					})
					.describe("Per axis."),
				pillars: z
					.array(
						z
							.strictObject({
								key: z.enum(PILLAR_KEYS).describe("Name for programs."),
								label: z.string().describe("Name for people."),
								a: z.number().int().nullable().describe("Score of A."),
								b: z.number().int().nullable().describe("Score of B."),
								difference: z.number().int().nullable().describe("A minus B."),
							})
							.meta({ id: "PillarDifference", description: "One pillar's scores in both audits." }),
					)
					.meta({ description: "In the order of the pillars; null where a pillar does not apply to one of them." }),
			})
			.optional()
			.describe("A minus B; absent where one of them could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		refusal: z.string().describe("What is sold here, and what is not."),
		error: z.string().optional().describe("Which site could not be audited, and why; present when `ok` is false."),
	})
	.meta({ id: "Comparison", description: "Two audits side by side." });
export type Comparison = z.infer<typeof comparisonSchema>;
