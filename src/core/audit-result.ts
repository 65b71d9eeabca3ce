import { z } from "zod";
import { AUDIT_MODES, SOURCES } from "./preset.ts";
import { findingSchema, gateSchema, omittedPillarSchema, pillarScoreSchema, scoresSchema } from "./report.ts";

/** Where a receipt stands on its way into the log. */
const RECEIPT_STATES = ["unsaved", "pending", "logged"] as const;

/**
 * The answer to an audit: `--json` of the command line and the 200 body of the audit endpoint. Score and pillars are
 * absent when `ok` is false.
 */
export const auditResultSchema = z.object({
	ok: z.boolean(),
	domain: z.string(),
	overallScore: z.number().int().min(0).max(100).optional(),
	methodology: z.string(),
	pillars: z.array(pillarScoreSchema).optional(),
	/** Plain-language fixes, the most valuable first. */
	recommendations: z.array(z.string()),
	briefUrl: z.url(),
	cli: z.string(),
	refusal: z.string(),
	error: z.string().optional(),
	/** Failure code; present when `ok` is false. */
	code: z.string().optional(),
	mode: z.enum(AUDIT_MODES),
	source: z.enum(SOURCES),
	auditedAt: z.iso.datetime({ precision: 3 }),
	coverage: z.number().min(0).max(1),
	axes: scoresSchema.shape.axes.optional(),
	engines: scoresSchema.shape.engines.optional(),
	gates: z.array(gateSchema),
	notApplicable: z.array(omittedPillarSchema),
	findings: z.array(
		findingSchema.pick({
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
		}),
	),
	receipt: z.object({
		id: z.string(),
		/** `unsaved`: drawn up but kept nowhere; `pending`: kept, not yet in the log. */
		state: z.enum(RECEIPT_STATES),
		logIndex: z.number().int().optional(),
	}),
});
export type AuditResult = z.infer<typeof auditResultSchema>;
