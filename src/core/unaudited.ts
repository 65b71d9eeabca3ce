import { z } from "zod";
import { FAILURE_CODES } from "./failure.ts";

/**
 * What endpoints other than audit answer, with status 200, for a public host that could not be audited: it is
 * unreachable, challenged us, refuses our bot, leads inward, or showed too little. No score is made up.
 */
export const unauditedSchema = z
	.strictObject({
		ok: z.literal(false),
		/** ASCII host that could not be audited. */
		domain: z.string(),
		methodology: z.string(),
		error: z.string(),
		code: z.enum(FAILURE_CODES),
		refusal: z.string(),
	})
	.meta({ id: "Unaudited" });
export type Unaudited = z.infer<typeof unauditedSchema>;
