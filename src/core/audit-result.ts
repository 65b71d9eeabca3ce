import * as z from "zod";
import { AUDIT_FAILURE_CODES } from "./failure.ts";
import { PILLAR_KEYS } from "./pillar.ts";
import { AUDIT_MODES, SOURCES } from "./preset.ts";
import { receiptReferenceSchema } from "./receipt.ts";
import {
	findingSchema,
	gateSchema,
	omittedPillarSchema,
	pillarScoreSchema,
	reportSchema,
	scoresSchema,
	siteSchema,
} from "./report.ts";

export const findingsSchema = z.array(
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
			pages: true,
			places: true,
		})
		.meta({ id: "Finding", description: "One check's answer, with what it rests on." }),
);

const members = {
	domain: z.string().describe("ASCII host that was audited."),
	methodology: z.string().describe("Version of the scoring methodology."),
	recommendations: z.array(z.string()).describe("Plain-language fixes, the most valuable first."),
	briefUrl: z.url().describe("The full executive brief."),
	cli: z.string().describe("Command that repeats the audit on anyone's machine."),
	refusal: z.string().describe("What this service sells, and what it does not."),
	mode: z.enum(AUDIT_MODES).describe("Scan depth."),
	source: z.enum(SOURCES).describe("`network` for every audit that the API makes."),
	access: z
		.literal("credentials")
		.optional()
		.describe("Audited with credentials, which only the command line can do; absent for the public view of the site."),
	auditedAt: z.iso.datetime({ precision: 3 }).describe("When an audit last found this result."),
	coverage: z.number().min(0).max(1).describe("Share of the applicable weight that could be checked."),
	gates: z.array(gateSchema).describe("Faults that cap the score."),
	notApplicable: z.array(omittedPillarSchema).describe("Pillars that the score leaves out."),
	findings: findingsSchema.describe("The result of every check."),
	site: siteSchema.optional(),
};

const completedAuditSchema = z
	.strictObject({
		ok: z.literal(true).describe("The audit completed."),
		overallScore: z.number().int().min(0).max(100).describe("The readiness score."),
		pillars: z.array(pillarScoreSchema).describe("The pillars that apply."),
		axes: scoresSchema.shape.axes,
		engines: scoresSchema.shape.engines,
		firstFixes: reportSchema.shape.firstFixes.describe(
			"What to fix first: at each step the fix that gains most, and the overall score after it, to a tenth.",
		),
		repaired: reportSchema.shape.repaired.describe(
			"Overall score with every fault fixed that a repair can fix, to a tenth: what only new text fixes is left out.",
		),
		...members,
		receipt: receiptReferenceSchema
			.extend({
				state: z
					.enum(["unsaved", "private", "pending", "logged"])
					.describe(
						"`unsaved`: drawn up but kept nowhere; `private`: kept where nothing is published from, by the command line alone; `pending`: kept, not yet in the log; `logged`: in the log.",
					),
			})
			.describe("The record of this audit, which anyone can verify."),
	})
	.meta({ id: "CompletedAudit", description: "An audit with a score." });
export type CompletedAudit = z.infer<typeof completedAuditSchema>;

const failedAuditSchema = z
	.strictObject({
		ok: z.literal(false).describe("The site could not be audited, so it has no score."),
		error: z.string().describe("Why, as a sentence."),
		code: z
			.enum([...AUDIT_FAILURE_CODES, "not-in-folder"])
			.describe("JSON. `not-in-folder` comes from the command line alone."),
		...members,
		briefUrl: members.briefUrl
			.optional()
			.describe("The page about the failed audit; absent where no receipt was kept."),
		findings: findingsSchema.describe("The checks that could still be answered."),
		receipt: receiptReferenceSchema
			.optional()
			.describe("The record of what was found; absent where none was kept, because the cause may not be the site."),
	})
	.meta({ id: "FailedAudit", description: "A public site that could not be audited, and why." });
export type FailedAudit = z.infer<typeof failedAuditSchema>;

/** OpenAPI's `discriminator` allows only strings, so the constants of `ok` distinguish the two. */
export const auditResultSchema = z
	.discriminatedUnion("ok", [completedAuditSchema, failedAuditSchema])
	.meta({ id: "AuditResult", description: "What an audit found, or why there is no score; `ok` tells which." });
export type AuditResult = z.infer<typeof auditResultSchema>;

/** Status 200 from endpoints other than audit, for a public host that could not be audited. Never has a score. */
export const unauditedSchema = z
	.strictObject({
		ok: z.literal(false),
		domain: z.string().describe("ASCII host that could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology."),
		error: z.string().describe("Why, as a sentence."),
		code: z.enum(AUDIT_FAILURE_CODES).describe("JSON."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "Unaudited", description: "A public site that could not be audited; no score is made up for it." });
export type Unaudited = z.infer<typeof unauditedSchema>;

const comparisonMembers = {
	methodology: z.string().describe("Version of the scoring methodology."),
	refusal: z.string().describe("What this service sells, and what it does not."),
};

const completedComparisonSchema = z
	.strictObject({
		ok: z.literal(true).describe("Both audits completed."),
		a: completedAuditSchema.describe("The audit of `domainA`."),
		b: completedAuditSchema.describe("The audit of `domainB`."),
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
			.describe("A minus B."),
		...comparisonMembers,
	})
	.meta({ id: "CompletedComparison", description: "Two scores side by side." });
export type CompletedComparison = z.infer<typeof completedComparisonSchema>;

const failedComparisonSchema = z
	.strictObject({
		ok: z.literal(false).describe("At least one site could not be audited, so there is no difference."),
		a: auditResultSchema.describe("The audit of `domainA`."),
		b: auditResultSchema.describe("The audit of `domainB`."),
		...comparisonMembers,
		error: z.string().describe("Which site could not be audited, and why."),
	})
	.meta({ id: "FailedComparison", description: "Two audits, not both with a score." });

/** Differences are A minus B. */
export const comparisonSchema = z
	.discriminatedUnion("ok", [completedComparisonSchema, failedComparisonSchema])
	.meta({ id: "Comparison", description: "Two audits side by side; `ok` tells whether both have a score." });
export type Comparison = z.infer<typeof comparisonSchema>;

/** Stages of an audit, in order; `pages` and `browser` only in deep audits. */
export const LOOKED_AT = ["robots", "home", "files", "pages", "browser", "declared"] as const;
export type LookedAt = (typeof LOOKED_AT)[number];

const at = z.iso.datetime({ precision: 3 }).describe("When it began.");

export const auditStageSchema = z
	.discriminatedUnion("stage", [
		z.strictObject({
			stage: z.literal("requested").describe("The audit is queued."),
			at,
			domain: z.string().describe("ASCII host whose home page is audited."),
			mode: z.enum(AUDIT_MODES).describe("Scan depth."),
		}),
		z.strictObject({
			stage: z.literal("waiting").describe("Waiting for its turn, or for another process that audits the same site."),
			at,
		}),
		z.strictObject({
			stage: z.literal("collecting").describe("The site is being read."),
			at,
			what: z.enum(LOOKED_AT).describe("What is being read now."),
			answers: z.number().int().min(0).describe("Responses received so far, in the whole audit."),
			pages: z
				.strictObject({
					read: z.int().min(0).describe("Pages read so far, without the home page."),
					left: z.int().min(0).describe("Known pages that were not read yet."),
				})
				.optional()
				.describe("While the pages of a deep audit are read."),
		}),
		z.strictObject({ stage: z.literal("evaluated").describe("Every check has its outcome."), at }),
		z.strictObject({
			stage: z.literal("recorded").describe("Receipt and evidence are kept; absent where there is nothing to keep."),
			at,
		}),
	])
	.meta({ id: "AuditStage", description: "How far an audit has come: the data of an event named `stage`." });
export type AuditStage = z.infer<typeof auditStageSchema>;

/** Contains no times: an audit must not depend on them. */
export type AuditProgress =
	| {
			readonly stage: "collecting";
			readonly what: LookedAt;
			readonly answers: number;
			readonly pages?: { readonly read: number; readonly left: number };
	  }
	| { readonly stage: "evaluated" };
