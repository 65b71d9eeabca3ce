import * as z from "zod";
import { REFUSAL } from "../brand.ts";

/** Problem details (RFC 9457) with members of the interface specification; `detail` equals `error`, one sentence. */
export const apiProblemSchema = z
	.strictObject({
		type: z.url().describe("Address that explains this kind of problem."),
		title: z.string().describe("The kind of problem, in a few words; the same for all of its kind."),
		status: z.number().int().min(400).max(599).describe("The HTTP status."),
		detail: z.string().describe("What happened, why, and what to do."),
		instance: z.string().describe("Id of the request, as in the X-Request-Id field."),
		ok: z.literal(false),
		error: z.string().describe("The same sentence as `detail`."),
		code: z.string().describe("Machine-readable, never changes its meaning."),
		refusal: z.literal(REFUSAL).describe("What this service sells, and what it does not."),
		errors: z
			.array(
				z.strictObject({
					detail: z.string().describe("What is wrong there."),
					pointer: z
						.string()
						.meta({ description: "JSON Pointer (RFC 6901) as a URI fragment into the body.", examples: ["#/domain"] }),
				}),
			)
			.optional()
			.describe("Every fault of the request, where there are several places."),
		"violated-policies": z
			.array(z.string())
			.optional()
			.describe("Names of the rate limits that were exceeded, as in the RateLimit-Policy field."),
	})
	.meta({ id: "Problem", description: "Problem details (RFC 9457): the body of every error." });
export type ApiProblem = z.infer<typeof apiProblemSchema>;
