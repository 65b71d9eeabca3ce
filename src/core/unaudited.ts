import { z } from "zod";
import { AUDIT_FAILURE_CODES } from "./failure.ts";

/**
 * What endpoints other than audit answer, with status 200, for a public host that could not be audited: it is
 * unreachable, challenged us, refuses our bot, leads inward, or showed too little. No score is made up.
 */
export const unauditedSchema = z
	.strictObject({
		ok: z.literal(false),
		domain: z.string().describe("ASCII host that could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		error: z.string().describe("Why, as a sentence."),
		code: z.enum(AUDIT_FAILURE_CODES).describe("The same for programs."),
		refusal: z.string().describe("What is sold here, and what is not."),
	})
	.meta({ id: "Unaudited", description: "A public site that could not be audited; no score is made up for it." });
export type Unaudited = z.infer<typeof unauditedSchema>;
