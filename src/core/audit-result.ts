import { z } from "zod";
import { AUDIT_FAILURE_CODES } from "./failure.ts";
import { AUDIT_MODES, SOURCES } from "./preset.ts";
import { findingSchema, gateSchema, omittedPillarSchema, pillarScoreSchema, scoresSchema } from "./report.ts";

/** Where a receipt stands on its way into the log. */
const RECEIPT_STATES = ["unsaved", "pending", "logged"] as const;

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
		gates: z.array(gateSchema).describe("Closed gates."),
		notApplicable: z.array(omittedPillarSchema).describe("Pillars that the score leaves out."),
		findings: z
			.array(
				findingSchema
					.pick({
						id: true,
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
					.enum(RECEIPT_STATES)
					.describe("`unsaved`: drawn up but kept nowhere; `pending`: kept, not yet in the log; `logged`: in the log."),
				logIndex: z.number().int().optional().describe("Which leaf of the log it is; present once it is there."),
			})
			.describe("The record of this audit, which anybody can verify."),
	})
	.meta({ id: "AuditResult", description: "What an audit found." });
export type AuditResult = z.infer<typeof auditResultSchema>;
