import * as z from "zod";
import { unauditedSchema } from "./audit-result.ts";
import { gateSchema, pillarScoreSchema, scoresSchema } from "./report.ts";

const score = z.number().min(0).max(100);

export const simulationSchema = z.strictObject({
	current: score.describe("Score as it is, to a tenth."),
	simulated: score.describe("Score with the requested fixes; with all of them where none was named."),
	fixes: z.array(z.string()).describe("Ids of the fixes counted in `simulated`."),
	axes: scoresSchema.shape.axes.describe("Both axes with these fixes."),
	pillars: z
		.array(pillarScoreSchema.pick({ key: true, score: true }).meta({ id: "PillarWithFixes" }))
		.describe("The pillars that apply, with these fixes."),
	deltas: z
		.array(
			z
				.strictObject({
					id: z.string().describe("Id of the check."),
					delta: z.number().describe("Points, to a tenth."),
				})
				.meta({ id: "FixDelta" }),
		)
		.describe("Every finding that costs points, with the gain of its fix alone."),
	sequence: z
		.array(
			z
				.strictObject({
					id: z.string().describe("Id of the check."),
					fix: z.string().describe("What to do."),
					score: score.describe("Score after this step."),
					delta: z.number().describe("Points that this step adds."),
					opens: z.array(gateSchema.shape.id).describe("Caps that this step lifts."),
					closed: z.array(gateSchema.shape.id).describe("Caps that still hold after it."),
				})
				.meta({ id: "FixStep" }),
		)
		.describe("All fixes, each the one that gains most after those before it."),
});
export type Simulation = z.infer<typeof simulationSchema>;
export type SimulationStep = Simulation["sequence"][number];

const simulatedLiftSchema = simulationSchema
	.extend({
		ok: z.literal(true),
		domain: z.string().describe("ASCII host that was audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("Time of the audit behind the numbers."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "SimulatedLift", description: "A computation on the evidence there is, not a promise." });
export type SimulatedLift = z.infer<typeof simulatedLiftSchema>;

export const simulateResponseSchema = z
	.discriminatedUnion("ok", [simulatedLiftSchema, unauditedSchema])
	.meta({ id: "SimulateLiftResponse", description: "The computed lift, or why there is none." });
