import { z } from "zod";
import { AUDIT_FAILURE_CODES } from "./failure.ts";
import { PILLAR_KEYS } from "./pillar.ts";
import { AUDIT_MODES, SOURCES } from "./preset.ts";
import {
	findingSchema,
	gateSchema,
	omittedPillarSchema,
	pillarScoreSchema,
	reportSchema,
	scoresSchema,
} from "./report.ts";

/**
 * The answer to an audit: `--json` of the command line and the 200 body of the audit endpoint. Score and pillars are
 * absent when `ok` is false.
 */
export const auditResultSchema = z
	.object({
		ok: z.boolean().describe("Whether the audit completed."),
		domain: z.string().describe("ASCII host that was audited."),
		overallScore: z.number().int().min(0).max(100).optional().describe("Absent when `ok` is false."),
		methodology: z.string().describe("Version of the scoring methodology."),
		pillars: z.array(pillarScoreSchema).optional().describe("Absent when `ok` is false."),
		recommendations: z.array(z.string()).describe("Plain-language fixes, the most valuable first."),
		briefUrl: z.url().describe("The full executive brief."),
		cli: z.string().describe("Command that repeats the audit on anybody's machine."),
		refusal: z.string().describe("What is sold here, and what is not."),
		error: z.string().optional().describe("Why the site could not be audited; present when `ok` is false."),
		code: z
			.enum([...AUDIT_FAILURE_CODES, "not-in-folder"])
			.optional()
			.describe(
				"The same for programs; present when `ok` is false. `not-in-folder` comes from the command line alone.",
			),
		mode: z.enum(AUDIT_MODES).describe("Scan depth."),
		source: z.enum(SOURCES).describe("`network` for every audit that the API makes."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("When the site was last found so."),
		coverage: z.number().min(0).max(1).describe("Known weight over applicable weight."),
		axes: scoresSchema.shape.axes.optional(),
		engines: scoresSchema.shape.engines.optional(),
		gates: z.array(gateSchema).describe("Faults that cap the score."),
		notApplicable: z.array(omittedPillarSchema).describe("Pillars that the score leaves out."),
		firstFixes: reportSchema.shape.firstFixes.describe(
			"What to fix first: at each step the fix that gains most, and the overall score after it, to a tenth.",
		),
		findings: z
			.array(
				findingSchema
					.pick({
						id: true,
						title: true,
						pillar: true,
						outcome: true,
						scored: true,
						ratio: true,
						weight: true,
						lift: true,
						says: true,
						fix: true,
						reference: true,
						evidence: true,
					})
					.meta({ id: "Finding", description: "One check's answer, with what it rests on." }),
			)
			.describe("Every check's answer."),
		receipt: z
			.object({
				id: z.string().describe("SHA-256 of the receipt's canonical JSON."),
				state: z
					.enum(["unsaved", "pending", "logged"])
					.describe("`unsaved`: drawn up but kept nowhere; `pending`: kept, not yet in the log; `logged`: in the log."),
				logIndex: z.number().int().optional().describe("Which leaf of the log it is; present once it is there."),
			})
			.describe("The record of this audit, which anybody can verify."),
	})
	.meta({ id: "AuditResult", description: "What an audit found." });
export type AuditResult = z.infer<typeof auditResultSchema>;

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

/** Two audits side by side: the 200 body of POST compare. Differences are A minus B. */
export const comparisonSchema = z
	.strictObject({
		ok: z.boolean().describe("Whether both audits completed; the differences are present only then."),
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
					.describe("In the order of the pillars; null where a pillar does not apply to one of them."),
			})
			.optional()
			.describe("A minus B; absent where one of them could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		refusal: z.string().describe("What is sold here, and what is not."),
		error: z.string().optional().describe("Which site could not be audited, and why; present when `ok` is false."),
	})
	.meta({ id: "Comparison", description: "Two audits side by side." });
export type Comparison = z.infer<typeof comparisonSchema>;
