import { z } from "zod";
import { annotationSchema } from "./annotation.ts";
import { FAILURE_CODES } from "./failure.ts";
import { AXES, ENGINES, PILLAR_KEYS } from "./pillar.ts";
import { AUDIT_MODES, PRESETS, SOURCES } from "./preset.ts";
import { EXHIBIT_PLACE_LENGTH, EXHIBIT_URL_LENGTH, EXHIBITS_MAX, FIX_LENGTH, SAYS_LENGTH } from "./report-limits.ts";
import { EXCERPT_LENGTH, OUTCOMES } from "./verdict.ts";

const score = z.number().min(0).max(100);

const exhibitSchema = z.strictObject({
	url: z.string().max(EXHIBIT_URL_LENGTH),
	at: z.string().max(EXHIBIT_PLACE_LENGTH).optional(),
	excerpt: z.string().max(EXCERPT_LENGTH),
});

/** One check's answer on one site, with everything a reader needs to see, repeat or dispute it. */
export const findingSchema = z.strictObject({
	id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
	title: z.string(),
	pillar: z.enum(PILLAR_KEYS),
	axis: z.enum(AXES),
	engines: z.array(z.enum(ENGINES)).min(1),
	outcome: z.enum(OUTCOMES),
	/** What the home page alone gave, where further pages changed the outcome: gates speak of the home page. */
	home: z.enum(OUTCOMES).exclude(["unknown"]).optional(),
	/** False for checks that are shown and explained, never scored. */
	scored: z.boolean(),
	/** Earned share of the weight; with outcome `partial` only. */
	ratio: z.number().gt(0).lt(1).optional(),
	weight: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5)]),
	/** Overall score with this finding passing, minus the overall score. */
	lift: z.number(),
	says: z.string().max(SAYS_LENGTH),
	fix: z.string().max(FIX_LENGTH).optional(),
	reference: z.url(),
	evidence: z.array(exhibitSchema).max(EXHIBITS_MAX),
	/** Id of the root cause that carries this finding's penalty; then the outcome is `not-applicable`. */
	chargedTo: z.string().optional(),
	/** What the check itself answered, where it is charged elsewhere; lets anyone recompute the lift. */
	own: z.strictObject({ outcome: z.enum(["partial", "fail"]), ratio: z.number().gt(0).lt(1).optional() }).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const pillarScoreSchema = z.strictObject({
	key: z.enum(PILLAR_KEYS),
	label: z.string(),
	/** Integer, 0 to 100. */
	score: score.int(),
	summary: z.string(),
});
export type PillarScore = z.infer<typeof pillarScoreSchema>;

export const gateSchema = z.strictObject({
	id: z.enum(["noindex", "search-blocked", "no-text", "soft-404", "tls-invalid", "home-error"]),
	cap: score.int(),
	says: z.string(),
});
export type Gate = z.infer<typeof gateSchema>;

export const omittedPillarSchema = z.strictObject({
	key: z.enum(PILLAR_KEYS),
	label: z.string(),
	says: z.string(),
});
export type OmittedPillar = z.infer<typeof omittedPillarSchema>;

/** Scores of one audit; absent as a whole when the evidence does not carry a score. */
export const scoresSchema = z.strictObject({
	/** Geometric mean of the axes, capped by the gates, rounded. */
	overall: score.int(),
	/** The same before the gates. */
	ungated: score.int(),
	axes: z.strictObject({ structure: score.int(), accessibility: score.int() }),
	/** Absent where no known check serves that engine. */
	engines: z.strictObject({ search: score.int().optional(), answers: score.int().optional() }),
	pillars: z.array(pillarScoreSchema),
});
export type Scores = z.infer<typeof scoresSchema>;

/** What the owner of the site says to findings; shown beside them, without effect on the score. */
const ownersAnswersSchema = z.strictObject({
	/** Address of the file. */
	url: z.string(),
	answers: z.array(annotationSchema),
	/** What of the file could not be read, in words. */
	faults: z.array(z.string()),
});
export type OwnersAnswers = z.infer<typeof ownersAnswersSchema>;

/** One response that the findings rest on. */
const responseRecordSchema = z.strictObject({
	url: z.string(),
	status: z.number().int(),
	/** SHA-256 of the decoded body, hex. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Length of the decoded body. */
	bytes: z.number().int().nonnegative(),
});
export type ResponseRecord = z.infer<typeof responseRecordSchema>;

/** Outcome of one audit: a pure function of the stored evidence. */
export const reportSchema = z.strictObject({
	domain: z.string(),
	source: z.enum(SOURCES),
	mode: z.enum(AUDIT_MODES),
	/** ISO 8601, UTC, milliseconds. */
	auditedAt: z.iso.datetime({ precision: 3 }),
	methodology: z.string(),
	/** Version of the program that judged. */
	engine: z.string(),
	preset: z.strictObject({ key: z.enum(PRESETS), says: z.string() }),
	ok: z.boolean(),
	/** Why there is no score; present exactly when `ok` is false. */
	failure: z.strictObject({ code: z.enum(FAILURE_CODES), says: z.string() }).optional(),
	scores: scoresSchema.optional(),
	/** Known weight over applicable weight, 0 to 1, three decimals. */
	coverage: z.number().min(0).max(1),
	gates: z.array(gateSchema),
	/** Pillars without a known check, and why. */
	notApplicable: z.array(omittedPillarSchema),
	findings: z.array(findingSchema),
	/** The owner's answers, from the file that stands for them on the site; absent where there is none. */
	answers: ownersAnswersSchema.optional(),
	responses: z.array(responseRecordSchema),
});
export type Report = z.infer<typeof reportSchema>;
