import * as z from "zod";

/** Visits of search engines' and assistants' bots, from a server's access logs. */

const count = z.number().int().min(0);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const moment = z.iso.datetime({ precision: 3 });
/** For vendors' and owners' texts. */
const word = z.string().max(120);
/** Without query; addresses and mailboxes are removed. */
const path = z.string().max(400);

const countsSchema = z.strictObject({
	requests: count,
	pages: count.describe("Requests for pages that succeeded."),
	ok: count,
	redirects: count,
	forbidden: count.describe("Responses 401, 402 and 403."),
	limited: count.describe("Responses 429."),
	clientErrors: count.describe("Other responses from 400 to 499, such as 404."),
	serverErrors: count.describe("Responses from 500, and requests without a response."),
	bytes: count,
	milliseconds: count.describe("Total time spent on responses."),
	timed: count.describe("Requests whose time is known."),
	robots: count.describe("Requests for robots.txt."),
	markdown: count.describe("Requests for Markdown."),
	llms: count.describe("Requests for llms.txt."),
});
export type AccessCounts = z.infer<typeof countsSchema>;

const partSchema = countsSchema.extend({
	first: moment,
	last: moment,
	robotsLast: moment.optional(),
});
export type AccessPart = z.infer<typeof partSchema>;

const botSchema = z.strictObject({
	token: word,
	vendor: word,
	role: z.enum(["search", "answer-index", "user-fetch", "training", "ads"]),
	verified: partSchema.optional().describe("The address is one of the vendor's, or the signature holds."),
	spoofed: partSchema
		.extend({ addresses: count.describe("Distinct addresses; they are not kept.") })
		.optional()
		.describe("The request names the bot, and the address is not one of the vendor's."),
	unverifiable: partSchema.optional().describe("Nothing shows who owns the address."),
	paths: count.describe("Distinct paths of verified requests; estimated beyond some thousands."),
	site: z
		.strictObject({ fetched: count, of: count, missed: z.array(path) })
		.optional()
		.describe("How many of the pages that the audit knows were fetched, and some that were not."),
	refused: z.array(
		z.strictObject({
			path,
			requests: count,
			forbidden: countsSchema.shape.forbidden,
			unauthorized: count.describe("Of the forbidden: 401."),
			unpaid: count.describe("Of the forbidden: 402."),
			limited: count,
			serverErrors: count,
			edges: z
				.array(z.strictObject({ edge: word, requests: count }))
				.optional()
				.describe("The CDN locations that refused it most, where the logs name them."),
		}),
	),
	edges: z.array(z.strictObject({ edge: word, requests: count, refused: count })),
	traps: z.array(z.strictObject({ path, queries: count })).describe("Paths fetched with ever new query strings."),
	days: z.array(
		z.strictObject({
			day,
			verified: count.describe("Verified requests; all up to `robots` is of these."),
			pages: countsSchema.shape.pages,
			ok: count,
			redirects: count,
			refused: count.describe("Responses 401, 402, 403 and 429."),
			limited: count.describe("Of these: 429."),
			clientErrors: countsSchema.shape.clientErrors,
			failed: countsSchema.shape.serverErrors,
			bytes: count,
			milliseconds: countsSchema.shape.milliseconds,
			timed: countsSchema.shape.timed,
			robots: countsSchema.shape.robots,
			spoofed: count,
			unverifiable: count,
		}),
	),
});
export type AccessBot = z.infer<typeof botSchema>;

export const ACCESS_CHANGES = ["stopped-coming", "newly-refused"] as const;

const changeSchema = z.strictObject({
	kind: z.enum(ACCESS_CHANGES),
	token: word,
	since: day.describe("The last day on which the bot came, or the first on which it was refused."),
	says: z.string().max(600),
});
export type AccessChange = z.infer<typeof changeSchema>;

const LOG_ENDS = ["whole", "cut-off", "damaged", "bomb"] as const;
const UNREAD_REASONS = ["too-long", "unknown-format", "no-time", "no-fields"] as const;

export const ENGINE_OUTCOMES = [
	"reads",
	"refused",
	"partly-refused",
	"limited",
	"fails",
	"forbidden-and-taken",
	"forbidden-and-absent",
	"never-came",
	"stopped-coming",
	"only-pretended",
	"unverifiable",
] as const;
export type EngineOutcome = (typeof ENGINE_OUTCOMES)[number];

const engineSchema = z.strictObject({
	name: word,
	/** Tokens of the bots searched for; for a bot without an engine, its own. */
	tokens: z.array(word),
	robots: z.enum(["allowed", "partly", "blocked", "unknown"]).describe("What the audit found that it may do."),
	because: z.string().max(400).optional().describe("The line that causes it."),
	audit: z.string().max(200).describe("What the audit's own request got."),
	requests: count.describe("Verified, in the last 30 days of the logs."),
	refused: count,
	outcome: z.enum(ENGINE_OUTCOMES),
	says: z.string().max(600),
});
export type AccessEngine = z.infer<typeof engineSchema>;

/** Never part of the structural score. */
const observedSchema = z.strictObject({
	kind: z.literal("observed"),
	outcome: z.enum(ENGINE_OUTCOMES),
	engine: word,
	says: z.string().max(600),
	todo: z.string().max(600).optional(),
});
export type ObservedFinding = z.infer<typeof observedSchema>;

export const accessReportSchema = z
	.strictObject({
		kind: z.literal("sightline-access"),
		v: z.literal(1),
		domain: z.string(),
		period: z.strictObject({ from: moment, to: moment }).optional().describe("Of all requests that name a bot."),
		lines: z.strictObject({ read: count, unread: count, otherHosts: count }),
		logs: z.array(
			z.strictObject({
				name: z.string().max(200),
				lines: count,
				unread: count,
				end: z.enum(LOG_ENDS),
				formats: z.record(z.string(), count),
			}),
		),
		unread: z
			.array(z.strictObject({ log: z.string().max(200), line: count, why: z.enum(UNREAD_REASONS), form: z.string() }))
			.describe("Some lines that could not be read: letters as `a`, digits as `0`."),
		proofs: z.strictObject({
			ranges: z.string().describe("SHA-256 of the vendors' address ranges."),
			oldest: day,
			newest: day,
			dns: z.boolean(),
			proxies: count,
			keys: z
				.array(z.strictObject({ token: word, thumbprints: z.array(z.string().regex(/^[\w-]{43}$/)) }))
				.optional()
				.describe("Public keys that signatures of requests were checked with, by RFC 7638 thumbprint."),
		}),
		people: count,
		programs: count,
		assistants: z
			.array(z.strictObject({ name: word, visits: count, days: z.array(z.tuple([day, count])) }))
			.describe("People who followed a link of an assistant."),
		bots: z.array(botSchema),
		changes: z.array(changeSchema).describe("Of verified bots, by the end of the logs."),
		engines: z.array(engineSchema).optional().describe("Beside an audit; absent without one."),
		findings: z.array(observedSchema).optional(),
	})
	.meta({ id: "Access", description: "What each bot asked for and got, by a site's own logs." });
export type AccessReport = z.infer<typeof accessReportSchema>;
