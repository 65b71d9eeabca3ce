import { z } from "zod";
import { agencyNameSchema } from "./agency.ts";
import { domainSchema } from "./audit-request.ts";
import { auditResultSchema } from "./audit-result.ts";
import { AUDIT_MODES, PRESETS } from "./preset.ts";
import { gateSchema, omittedPillarSchema, pillarScoreSchema, scoresSchema } from "./report.ts";
import { unauditedSchema } from "./unaudited.ts";

/** Body of POST brief. */
export const briefRequestSchema = z
	.strictObject({
		domain: domainSchema,
		agencyName: z
			.union([z.literal(""), agencyNameSchema], "must be a name of 1 to 60 printable characters, not an address")
			.default("")
			.meta({ description: "Agency whose name the brief carries; plain text, 1 to 60 printable characters." }),
	})
	.meta({ id: "BriefRequest" });
export type BriefRequest = z.infer<typeof briefRequestSchema>;

const time = z.iso.datetime({ precision: 3 });
const score = z.number().int().min(0).max(100);

/** The executive brief as a document. Its first seven members are those of the interface specification. */
export const briefDocumentSchema = z
	.strictObject({
		id: z.string().meta({ description: "Id of the receipt that the brief speaks of." }),
		slug: z.string(),
		clientDomain: z.string(),
		agencyName: z.string().meta({ description: "Empty where no agency stands behind the brief." }),
		industryPreset: z.enum(PRESETS),
		overallScore: score,
		shareUrl: z.url(),
		briefUrl: z.url(),
		/** The same host for people's eyes; differs for international names only. */
		displayDomain: z.string(),
		mode: z.enum(AUDIT_MODES),
		auditedAt: time,
		methodology: z.string(),
		axes: scoresSchema.shape.axes,
		engines: scoresSchema.shape.engines,
		pillars: z.array(pillarScoreSchema),
		gates: z.array(gateSchema),
		notApplicable: z.array(omittedPillarSchema),
		findings: auditResultSchema.shape.findings.meta({ description: "Largest lift first." }),
		recommendations: z
			.array(
				z.strictObject({
					id: z.string(),
					title: z.string(),
					fix: z.string(),
					lift: z.number(),
					gain: z.string(),
					reference: z.url(),
					closesGate: z.boolean(),
				}),
			)
			.meta({ description: "What to fix first." }),
		coverage: z.number().min(0).max(1),
		history: z
			.array(
				z.strictObject({
					receipt: z.string(),
					auditedAt: time,
					overallScore: score.optional(),
					methodology: z.string(),
				}),
			)
			.meta({ description: "Audits of this domain in the same mode that are kept here, newest first." }),
		receipt: z.strictObject({
			id: z.string(),
			state: z.enum(["pending", "logged"]),
			logIndex: z.number().int().optional(),
			evidenceDigest: z.string(),
			resultDigest: z.string(),
		}),
		expiresAt: time.meta({ description: "When the live pages of this brief end, unless it is asked for again." }),
		cli: z.string(),
		refusal: z.string(),
	})
	.meta({ id: "Brief" });
export type BriefDocument = z.infer<typeof briefDocumentSchema>;

/** The 200 body of POST brief. */
export const briefResponseSchema = z.discriminatedUnion("ok", [
	z.strictObject({ ok: z.literal(true), brief: briefDocumentSchema, refusal: z.string() }),
	unauditedSchema,
]);
export type BriefResponse = z.infer<typeof briefResponseSchema>;
