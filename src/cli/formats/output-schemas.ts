import * as z from "zod";
import { verdictSchema, verificationSchema } from "#core/verification.ts";
import { fixedSchema } from "#repairs/repair-report.ts";
import { repairProofSchema } from "#site/repair/repair-proof.ts";

/** Output of `sightline verify --repair --json`. */
const verifiedRepairSchema = z.object({
	verdict: verdictSchema,
	receipts: z.array(verificationSchema).describe("Of the earlier receipt, then of the later one."),
	repair: repairProofSchema.describe("Believe it only where the verdict is `proved` or `sample`."),
});

/** By command; written to `reports/<name>.schema.json`. */
export const OUTPUT_SCHEMAS = { fix: fixedSchema, repair: repairProofSchema, "verify-repair": verifiedRepairSchema };

export function outputJsonSchema(name: keyof typeof OUTPUT_SCHEMAS): unknown {
	return z.toJSONSchema(OUTPUT_SCHEMAS[name], {
		target: "draft-2020-12",
		// Whether a program may change the data it read does not concern the document.
		override: ({ jsonSchema }) => delete jsonSchema.readOnly,
	});
}
