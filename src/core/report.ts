import * as z from "zod";
import { FAILURE_CODES } from "./failure.ts";
import { occurrenceListSchema, occurrenceSchema } from "./occurrence.ts";
import { AXES, ENGINES, PILLAR_KEYS } from "./pillar.ts";
import { AUDIT_MODES, PRESETS, SOURCES } from "./preset.ts";
import { EXCERPT_LENGTH, OUTCOMES } from "./verdict.ts";

export const ANNOTATIONS_PATH = "/.well-known/sightline.json";
const ANNOTATION_LENGTH = 500;
const CHECK_LENGTH = 80;

/** Shown next to the finding; changes no score. Other members of the file, not read here, prove control of the site. */
export const annotationSchema = z.object({
	check: z
		.string()
		.max(CHECK_LENGTH)
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
	reason: z.string().trim().min(1).max(ANNOTATION_LENGTH),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** Texts in UTF-16 code units. Findings quote a site, which could otherwise make a report arbitrarily long. */
export const REPORT_LIMITS = {
	says: 600,
	fix: 800,
	exhibits: 5,
	exhibitUrl: 300,
	exhibitPlace: 200,
	reachSays: 300,
	title: 200,
	description: 300,
	text: 300,
	left: 5,
	types: 12,
	type: 60,
	lang: 35,
	annotations: 50,
	places: 10,
	placeExcerpt: 80,
	templates: 20,
	faultTemplates: 3,
} as const;
export const FIRST_FIXES = 5;

const score = z.number().min(0).max(100);

const placeSchema = occurrenceSchema
	.pick({ page: true, line: true, column: true, excerpt: true })
	.extend({
		page: z.string().max(REPORT_LIMITS.exhibitUrl).describe("Address of the page."),
		excerpt: z
			.string()
			.max(REPORT_LIMITS.placeExcerpt)
			.optional()
			.describe("The text at that place, shortened; absent where there is none."),
	})
	.meta({ id: "Place", description: "One of the worst places of a fault over several pages." });
export type Place = z.infer<typeof placeSchema>;

export const siteSchema = z
	.strictObject({
		pages: z.int().min(2).describe("Pages that were judged, the home page among them."),
		known: z.int().optional().describe("Pages whose address is known, read or not."),
		left: z
			.array(
				z.strictObject({
					what: z.string().max(REPORT_LIMITS.exhibitPlace).describe("An address, a path, or a pattern of addresses."),
					why: z.string().max(REPORT_LIMITS.exhibitPlace).describe("Why it was not read, in a sentence."),
				}),
			)
			.max(REPORT_LIMITS.left)
			.optional()
			.describe("What was not read; absent where nothing was left, and the first few of many."),
		list: occurrenceListSchema.optional().describe("The list of every place of every fault, kept beside the evidence."),
		templates: z
			.array(
				z.strictObject({
					template: z
						.string()
						.max(REPORT_LIMITS.exhibitUrl)
						.describe("Pattern of its pages' paths, such as `/products/*`."),
					pages: z.int().min(1).describe("Pages of it that were judged."),
					score: score.int().describe("Weighted mean of what its pages earn in the scored page checks."),
					worst: z.string().optional().describe("Id of the check that costs its pages most; absent where all pass."),
				}),
			)
			.max(REPORT_LIMITS.templates)
			.describe("Those with the most pages."),
	})
	.meta({ id: "Site", description: "What was judged of a site of several pages." });
export type Site = z.infer<typeof siteSchema>;

const exhibitSchema = z
	.strictObject({
		url: z.string().max(REPORT_LIMITS.exhibitUrl).describe("Address of what was read."),
		at: z
			.string()
			.max(REPORT_LIMITS.exhibitPlace)
			.optional()
			.describe("Place in it: a selector, a line, a header field."),
		excerpt: z.string().max(EXCERPT_LENGTH).describe("The text at that place, shortened."),
	})
	.meta({ id: "Exhibit", description: "Where anyone can see what a finding rests on." });

export const REACH_STATES = ["allowed", "partly", "blocked", "unknown"] as const;
/** Longest engine name, in UTF-16 code units. */
const ENGINE_NAME_LENGTH = 40;
const ENGINES_MAX = 24;

export const reachRowSchema = z
	.strictObject({
		name: z.string().max(ENGINE_NAME_LENGTH).describe("As people know it, such as `ChatGPT`."),
		kind: z.enum(["search", "answers"]).describe("Whether it lists pages, or answers from them."),
		state: z
			.enum(REACH_STATES)
			.describe("`partly`: one of its crawlers is blocked; `unknown`: this cannot be seen from outside."),
		says: z.string().max(REPORT_LIMITS.reachSays).describe("What it may do, as a sentence without its name."),
		because: exhibitSchema.optional().describe("The line that causes it; absent where no line is."),
		check: z.string().max(CHECK_LENGTH).optional().describe("Id of the check that speaks of the same."),
	})
	.meta({ id: "Reach", description: "Whether one search engine or assistant may read the home page." });
export type ReachRow = z.infer<typeof reachRowSchema>;

/** All of it is text of the site. */
export const seenSchema = z
	.strictObject({
		title: z.string().max(REPORT_LIMITS.title).optional().describe("Its title; absent where it has none."),
		description: z.string().max(REPORT_LIMITS.description).optional().describe("Its meta description."),
		text: z.string().max(REPORT_LIMITS.text).describe("The start of its main text, as served; may be empty."),
		types: z
			.array(z.string().max(REPORT_LIMITS.type))
			.max(REPORT_LIMITS.types)
			.describe("Types of its structured data, each once."),
		lang: z.string().max(REPORT_LIMITS.lang).optional().describe("Language that the page declares."),
		dir: z.enum(["ltr", "rtl", "auto"]).optional().describe("Direction that the page declares."),
	})
	.meta({ id: "Seen", description: "The home page as a machine reads it." });
export type Seen = z.infer<typeof seenSchema>;

export const findingSchema = z.strictObject({
	id: z
		.string()
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
		.describe("Permanent id of the check; its page is `/checks/{id}/`."),
	title: z.string().describe("Heading: names the fault where the outcome is `partial` or `fail`."),
	pillar: z.enum(PILLAR_KEYS).describe("Key of the check's pillar."),
	axis: z.enum(AXES),
	engines: z.array(z.enum(ENGINES)).min(1),
	outcome: z
		.enum(OUTCOMES)
		.describe("`unknown` where the evidence could not be had; `not-applicable` and `unknown` leave the score."),
	/** Outcome on the home page, if further pages changed it: gates depend on the home page alone. */
	home: z.enum(OUTCOMES).exclude(["unknown"]).optional(),
	scored: z.boolean().describe("False for checks that are shown and explained, never scored."),
	tableStakes: z
		.literal(true)
		.optional()
		.describe("What every site is expected to have: passing adds nothing, failing takes from the pillar."),
	ratio: z.number().gt(0).lt(1).optional().describe("Earned share of the weight; with `partial` only."),
	weight: z
		.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(8)])
		.describe("How much the check counts within its pillar."),
	lift: z
		.number()
		.describe("Overall score with this finding passing, minus the overall score, both before rounding; to a tenth."),
	says: z.string().max(REPORT_LIMITS.says).describe("What was found, in a sentence or two."),
	fix: z
		.string()
		.max(REPORT_LIMITS.fix)
		.optional()
		.describe("What to do about it; absent where there is nothing to do."),
	// Faster than `z.url()`, for 140 findings per receipt.
	reference: z
		.string()
		.regex(/^https:\/\/[^\s"<>]+$/)
		.meta({ format: "uri" })
		.describe("The standard or documentation that the check rests on."),
	evidence: z.array(exhibitSchema).max(REPORT_LIMITS.exhibits).describe("Excerpts that show it."),
	pages: z
		.strictObject({
			judged: z.int().min(1).describe("Pages that it applies to and that could be checked."),
			short: z.int().min(0).describe("Of these, pages at fault."),
			templates: z
				.array(
					z.strictObject({
						template: z.string().max(REPORT_LIMITS.exhibitUrl).describe("Pattern of paths, such as `/products/*`."),
						short: z.int().min(1).describe("Pages of it at fault."),
					}),
				)
				.max(REPORT_LIMITS.faultTemplates)
				.optional()
				.describe("Those with the most pages at fault."),
		})
		.optional()
		.describe("Absent where it is judged of one page or of the site as a whole."),
	places: z
		.array(placeSchema)
		.max(REPORT_LIMITS.places)
		.optional()
		.describe("The worst places over several pages, the worst first."),
	/** Id of the root cause that carries this finding's penalty; the outcome is then `not-applicable`. */
	chargedTo: z.string().optional(),
	/** The check's own answer, if it was charged to a root cause; the lift can be recomputed from it. */
	own: z.strictObject({ outcome: z.enum(["partial", "fail"]), ratio: z.number().gt(0).lt(1).optional() }).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const pillarScoreSchema = z
	.strictObject({
		key: z.enum(PILLAR_KEYS).describe("Name for programs."),
		label: z.string().describe("Name for people."),
		score: score.int().describe("Weighted mean of the pillar's known checks."),
		summary: z.string().describe("What the score rests on, in a sentence."),
	})
	.meta({ id: "Pillar", description: "Score of one of the eight pillars." });
export type PillarScore = z.infer<typeof pillarScoreSchema>;

export const gateSchema = z
	.strictObject({
		id: z
			.enum([
				"noindex",
				"search-blocked",
				"no-text",
				"no-main-text",
				"thin-text",
				"placeholder",
				"canonical-elsewhere",
				"unreachable-host",
				"no-snippet",
				"soft-404",
				"tls-invalid",
				"home-error",
			])
			.describe("Its name."),
		cap: score.int().describe("The highest overall score while the fault remains."),
		says: z.string().describe("The fault, in a sentence."),
	})
	.meta({ id: "Gate", description: "A fault so grave that it caps the overall score." });
export type Gate = z.infer<typeof gateSchema>;

export const omittedPillarSchema = z
	.strictObject({
		key: z.enum(PILLAR_KEYS).describe("Name for programs."),
		label: z.string().describe("Name for people."),
		says: z.string().describe("Why it has no score."),
	})
	.meta({ id: "OmittedPillar", description: "A pillar without a known check, which the score leaves out." });
export type OmittedPillar = z.infer<typeof omittedPillarSchema>;

/** Absent if the evidence is too thin for a score. */
export const scoresSchema = z.strictObject({
	/** Mean of the axes, lowered and capped by `gates`, rounded. */
	overall: score.int(),
	ungated: score.int(),
	axes: z
		.strictObject({
			structure: score.int().describe("How well the site is built for programs that read it."),
			accessibility: score.int().describe("How well people and agents can reach and operate it."),
		})
		.meta({ id: "Axes", description: "The two axes; the overall score is their mean, unless a grave fault caps it." }),
	engines: z
		.strictObject({
			search: score.int().optional().describe("Over the checks that serve search engines."),
			answers: score.int().optional().describe("Over the checks that serve answer engines and agents."),
		})
		.meta({
			id: "Engines",
			description: "The same evidence read for two kinds of engine; absent where no check is known.",
		}),
	pillars: z.array(pillarScoreSchema),
});
export type Scores = z.infer<typeof scoresSchema>;

const ownersAnswersSchema = z.strictObject({
	url: z.string(),
	answers: z.array(annotationSchema),
	faults: z.array(z.string()),
});

const responseRecordSchema = z.strictObject({
	url: z.string(),
	status: z.number().int(),
	/** SHA-256 of the decoded body, hex. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	/** Length of the decoded body. */
	bytes: z.number().int().nonnegative(),
});
export type ResponseRecord = z.infer<typeof responseRecordSchema>;

/** A pure function of the stored evidence. */
export const reportSchema = z.strictObject({
	domain: z.string(),
	source: z.enum(SOURCES),
	mode: z.enum(AUDIT_MODES),
	/** ISO 8601, UTC, milliseconds. */
	auditedAt: z.iso.datetime({ precision: 3 }),
	methodology: z.string(),
	engine: z.string(),
	preset: z.strictObject({ key: z.enum(PRESETS), says: z.string() }),
	/** Audited with credentials, so it contains what the public cannot see: never listed, never in the log. */
	access: z.literal("credentials").optional(),
	ok: z.boolean(),
	/** Why there is no score; present if and only if `ok` is false. */
	failure: z.strictObject({ code: z.enum(FAILURE_CODES), says: z.string() }).optional(),
	scores: scoresSchema.optional(),
	/** Known weight divided by applicable weight, 0 to 1, 3 decimals. */
	coverage: z.number().min(0).max(1),
	gates: z.array(gateSchema),
	notApplicable: z.array(omittedPillarSchema),
	/** The fixes that gain most, each after those before it, with the score after it in tenths. Absent without score. */
	firstFixes: z
		.array(
			z.strictObject({
				id: z.string().describe("Id of the check to make pass."),
				score: score.describe("Overall score after this fix and those before it."),
			}),
		)
		.max(FIRST_FIXES)
		.optional(),
	/** Overall score after all repairs, in tenths: faults that need new text remain. */
	repaired: score.optional(),
	findings: z.array(findingSchema),
	/** One row per engine known by name; absent if the home page did not respond. */
	reach: z.array(reachRowSchema).max(ENGINES_MAX).optional(),
	/** Absent without a home page. */
	seen: seenSchema.optional(),
	answers: ownersAnswersSchema.optional(),
	responses: z.array(responseRecordSchema),
	/** Absent if only one page was judged. */
	site: siteSchema.optional(),
});
export type Report = z.infer<typeof reportSchema>;
