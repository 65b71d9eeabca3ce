import * as z from "zod";
import { REFUSAL } from "./brand.ts";

const time = z.iso.datetime({ precision: 3 });

/** The body of GET health; `down` comes with status 503. */
export const healthSchema = z
	.strictObject({
		status: z.enum(["ok", "down"]).describe("`down` while the store cannot be read or written."),
		version: z.string().describe("Of the program."),
		methodology: z.string().describe("Version of the scoring methodology."),
		time: time.describe("Now."),
		refusal: z.literal(REFUSAL).describe("What this service sells, and what it does not."),
		checks: z
			.strictObject({
				store: z
					.strictObject({
						status: z.enum(["ok", "down"]).describe("Whether it answers."),
						kind: z.enum(["sqlite", "postgres"]).describe("The store of the live state."),
					})
					.describe("The store of the live state."),
				log: z
					.strictObject({
						status: z.enum(["ok", "empty"]).describe("`empty` before the first seal."),
						size: z.number().int().min(0).describe("Leaves of the published log."),
						pending: z.number().int().min(0).describe("Receipts of live audits that are not sealed yet."),
					})
					.describe("The log of receipts."),
				schedule: z
					.strictObject({
						lastRun: time.nullable().describe("Start of the newest rescan or night; null where there was none."),
						nextRun: time
							.nullable()
							.describe(
								"When the next night begins; it has passed where one was missed. Null where no scheduler has planned one.",
							),
						missed: z.boolean().describe("Whether a scheduled night did not start in time."),
					})
					.describe("Rescans of the watchlist."),
			})
			.describe("Part by part."),
	})
	.meta({ id: "Health", description: "Service status." });
export type Health = z.infer<typeof healthSchema>;
