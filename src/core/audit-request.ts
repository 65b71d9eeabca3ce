import * as z from "zod";
import { AUDIT_MODES, DEEP_PAGES, MAX_PAGES, OWNERS_PAGES } from "./preset.ts";
import { TARGET_MAX_LENGTH } from "./target.ts";

export const domainSchema = z
	.string("must be a text: a public host name or URL")
	.min(1, "must not be empty")
	.max(TARGET_MAX_LENGTH, `must have at most ${TARGET_MAX_LENGTH} characters`)
	.meta({
		description:
			"Public host name or URL. Scheme, path, case and a trailing dot are dropped: an audit begins at the home page.",
		examples: ["example.com"],
	});

const ANY_WORDS = `must be a whole number from 2 to ${MAX_PAGES}, or "all"`;
/** For deep audits by users who run the program themselves. */
export const pagesSchema = z.union(
	[z.int(ANY_WORDS).min(2, ANY_WORDS).max(MAX_PAGES, ANY_WORDS), z.literal("all", ANY_WORDS)],
	ANY_WORDS,
);

const PAGES_WORDS = `must be a whole number from 2 to ${OWNERS_PAGES}`;

export const auditRequestSchema = z
	.strictObject({
		domain: domainSchema,
		mode: z
			.enum(AUDIT_MODES, "must be light or deep")
			.default("light")
			.describe("Scan depth: `light` reads the home page, `deep` up to 25 pages, and the home page in a browser."),
		pages: z
			.int(PAGES_WORDS)
			.min(2, PAGES_WORDS)
			.max(OWNERS_PAGES, PAGES_WORDS)
			.optional()
			.describe(
				`Pages of a deep audit, ${DEEP_PAGES} by default; more for the account that proved control of the domain, up to ${OWNERS_PAGES}.`,
			),
	})
	.meta({ id: "AuditRequest", description: "Which site to audit, and how deep." });

const CHECK_ID = /^[a-z0-9-]{1,80}$/;

export const simulateRequestSchema = z
	.strictObject({
		domain: domainSchema,
		fixes: z
			.array(
				z.string("must be the id of a check").regex(CHECK_ID, "must be the id of a check"),
				"must be a list of check ids",
			)
			.max(200, "must name at most 200 checks")
			.optional()
			.describe("Ids of the checks that would pass; all that cost points where none is named."),
	})
	.meta({ id: "SimulateLiftRequest", description: "Which site to compute on, and which fixes." });

export const compareRequestSchema = z
	.strictObject({ domainA: domainSchema, domainB: domainSchema })
	.meta({ id: "CompareRequest", description: "Two sites to audit." });
