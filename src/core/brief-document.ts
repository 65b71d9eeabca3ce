import * as z from "zod";
import { agencyNameSchema } from "./agency/agency.ts";
import { domainSchema } from "./audit-request.ts";
import { findingsSchema, unauditedSchema } from "./audit-result.ts";
import { AUDIT_MODES, PRESETS } from "./preset.ts";
import { receiptReferenceSchema } from "./receipt.ts";
import { gateSchema, omittedPillarSchema, pillarScoreSchema, scoresSchema } from "./report.ts";

export const HISTORY_LENGTH = 24;

export const briefRequestSchema = z
	.strictObject({
		domain: domainSchema,
		agencyName: z
			.union([z.literal(""), agencyNameSchema], "must be a name of 1 to 60 printable characters, not an address")
			.default("")
			.describe("Agency whose name the brief carries; plain text, 1 to 60 printable characters."),
	})
	.meta({ id: "BriefRequest", description: "Which site the brief is about." });

const pastAuditSchema = z
	.strictObject({
		receipt: z.string().describe("Id of the receipt."),
		auditedAt: z.iso.datetime({ precision: 3 }).describe("Time of the audit."),
		overallScore: z.number().int().min(0).max(100).optional().describe("Absent where the site could not be audited."),
		methodology: z.string().describe("Version of the scoring methodology at that time."),
	})
	.meta({ id: "PastAudit", description: "An earlier audit of the same site." });
export type PastAudit = z.infer<typeof pastAuditSchema>;

const time = z.iso.datetime({ precision: 3 });
const score = z.number().int().min(0).max(100);

/** The first 7 members are defined by the interface specification. */
export const briefDocumentSchema = z
	.strictObject({
		id: z.string().describe("Id of the receipt behind the brief."),
		slug: z.string().describe("Last part of the brief's addresses."),
		clientDomain: z.string().describe("ASCII host that was audited."),
		agencyName: z.string().describe("Empty for a brief without an agency."),
		industryPreset: z.enum(PRESETS).describe("Kind of site; decides which checks apply, never a weight."),
		overallScore: score.describe("The readiness score."),
		shareUrl: z
			.url()
			.describe(
				"One page to share; answers at once. It shows the newest audit: of a domain on the wall, the one published last.",
			),
		briefUrl: z.url().describe("The full brief; of a domain on the wall, that of the audit published last."),
		permalink: z.url().describe("The share page of exactly this audit: what it shows never changes."),
		displayDomain: z.string().describe("The same host as people write it; differs for international names only."),
		mode: z.enum(AUDIT_MODES).describe("Scan depth; briefs are light."),
		auditedAt: time.describe("When an audit last found this result."),
		methodology: z.string().describe("Version of the scoring methodology."),
		axes: scoresSchema.shape.axes,
		engines: scoresSchema.shape.engines,
		pillars: z.array(pillarScoreSchema).describe("The pillars that apply."),
		gates: z.array(gateSchema).describe("Faults that cap the score."),
		notApplicable: z.array(omittedPillarSchema).describe("Pillars that the score leaves out."),
		findings: findingsSchema.describe("Largest lift first."),
		recommendations: z
			.array(
				z
					.strictObject({
						id: z.string().describe("Id of the check."),
						title: z.string().describe("The fault."),
						pages: z.string().optional().describe("On how many pages of several; absent where one page was judged."),
						consequence: z.string().optional().describe("What it costs the owner's business."),
						problem: z.string().optional().describe("The loss as a clause of a sentence."),
						work: z.string().optional().describe("Who usually does it, and how long it takes."),
						fix: z.string().describe("What to do."),
						lift: z.number().describe("Overall score with this finding passing, minus the overall score; to a tenth."),
						scoreAfter: z.number().optional().describe("Overall score after this fix and those before it; to a tenth."),
						gain: z.string().describe("In words."),
						reference: z.url().describe("The standard or documentation that the check rests on."),
						closesGate: z.boolean().describe("Whether the fault caps the score."),
					})
					.meta({ id: "Recommendation", description: "A fix and what it is worth." }),
			)
			.describe("What to fix first."),
		coverage: z.number().min(0).max(1).describe("Share of the applicable weight that could be checked."),
		history: z
			.array(pastAuditSchema)
			.max(HISTORY_LENGTH)
			.describe("Audits of this domain in the same mode that are kept or published here, newest first."),
		receipt: receiptReferenceSchema
			.extend({
				evidenceDigest: z.string().describe("SHA-256 over what was read."),
				resultDigest: z.string().describe("SHA-256 over what was found."),
			})
			.describe("The record of this audit, which anyone can verify."),
		expiresAt: time.meta({
			description:
				"When the live pages of this brief end. Every further audit of the domain puts off the end of its own page, one " +
				"that finds the same also that of pages with an agency's name and of the permalink.",
		}),
		cli: z.string().describe("Command that repeats the audit on anyone's machine."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "Brief", description: "The executive brief: structural readiness of one site, on two engines." });
export type BriefDocument = z.infer<typeof briefDocumentSchema>;

export const briefResponseSchema = z
	.discriminatedUnion("ok", [
		z
			.strictObject({
				ok: z.literal(true).describe("The brief was made."),
				brief: briefDocumentSchema,
				refusal: z.string().describe("What this service sells, and what it does not."),
			})
			.meta({ id: "MadeBrief" }),
		unauditedSchema,
	])
	.meta({ id: "BriefResponse", description: "A brief, or why there is none." });
