import { z } from "zod";
import { REFUSAL } from "./brand.ts";

const time = z.iso.datetime({ precision: 3 });

/** The body of GET health; `down` comes with status 503. */
export const healthSchema = z
	.strictObject({
		status: z.enum(["ok", "down"]),
		version: z.string().meta({ description: "Of the program." }),
		methodology: z.string(),
		time,
		refusal: z.literal(REFUSAL),
		checks: z.strictObject({
			store: z.strictObject({ status: z.enum(["ok", "down"]), kind: z.enum(["sqlite", "postgres"]) }),
			log: z.strictObject({
				status: z.enum(["ok", "empty"]),
				size: z.number().int().min(0).meta({ description: "Leaves of the published log." }),
				pending: z.number().int().min(0).meta({ description: "Receipts of live audits that wait for the next seal." }),
			}),
			schedule: z.strictObject({
				lastRun: time.nullable().meta({ description: "Start of the newest rescan; null where there was none." }),
				nextRun: time.nullable().meta({ description: "Null where this installation plans no rescans itself." }),
				missed: z.boolean().meta({ description: "Whether a planned rescan did not begin." }),
			}),
		}),
	})
	.meta({ id: "Health" });
export type Health = z.infer<typeof healthSchema>;
