import { z } from "zod";
import { gateSchema } from "./report.ts";
import { unauditedSchema } from "./unaudited.ts";

const score = z.number().int().min(0).max(100);

/** What the score would be if findings passed: a computation on the evidence there is, not a promise. */
export const simulationSchema = z.strictObject({
	/** Score as it is. */
	current: score,
	/** Score with the fixes that were asked for; with all of them where none was named. */
	simulated: score,
	/** Ids of the fixes that `simulated` speaks of. */
	fixes: z.array(z.string()),
	/** Every finding that costs points, with what its fix alone would gain. */
	deltas: z.array(z.strictObject({ id: z.string(), delta: z.number().int() })),
	/** All fixes, each the one that gains most after those before it. */
	sequence: z.array(
		z.strictObject({
			id: z.string(),
			fix: z.string(),
			/** Score after this step. */
			score,
			/** Points that this step adds. */
			delta: z.number().int(),
			/** Gates that this step opens. */
			opens: z.array(gateSchema.shape.id),
			/** Gates that are still closed after it. */
			closed: z.array(gateSchema.shape.id),
		}),
	),
});
export type Simulation = z.infer<typeof simulationSchema>;
export type SimulationStep = Simulation["sequence"][number];

/** The 200 body of POST simulate-lift for a site that could be audited. */
export const simulatedLiftSchema = simulationSchema
	.extend({
		ok: z.literal(true),
		domain: z.string(),
		methodology: z.string(),
		/** Of the audit that was computed on. */
		auditedAt: z.iso.datetime({ precision: 3 }),
		refusal: z.string(),
	})
	.meta({ id: "SimulatedLift" });

export const simulateResponseSchema = z.discriminatedUnion("ok", [simulatedLiftSchema, unauditedSchema]);
export type SimulateResponse = z.infer<typeof simulateResponseSchema>;
