import * as z from "zod";
import { canonicalJson } from "./json-object.ts";

/** One place of a fault on one page. */
export const occurrenceSchema = z
	.strictObject({
		check: z.string().describe("Id of the check."),
		outcome: z.enum(["partial", "fail"]).describe("Whether the page earns a part, or nothing."),
		page: z.string().describe("Address of the page."),
		file: z.string().optional().describe("Path of its file in the checkout, for a folder."),
		line: z
			.int()
			.min(1)
			.optional()
			.describe("From 1; absent where the fault is not in a line, such as in a header field."),
		column: z.int().min(1).optional().describe("From 1, in UTF-16 code units."),
		excerpt: z
			.string()
			.describe("The text at that place, shortened; where something is missing, the element that lacks it."),
		says: z.string().describe("What was found on the page."),
		fix: z.string().describe("What to do about it."),
	})
	.meta({ id: "Occurrence", description: "One place of a fault on one page of a site." });
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** All occurrences of an audit; evidence and receipt refer to the list by its digest. */
export const occurrenceListSchema = z.strictObject({
	count: z.int().nonnegative().describe("Occurrences in the list."),
	sha256: z
		.string()
		.regex(/^[0-9a-f]{64}$/)
		.describe("SHA-256 of the list: one line of canonical JSON (RFC 8785) for each occurrence, in audit order."),
});
export type OccurrenceList = z.infer<typeof occurrenceListSchema>;

/** Omits the file, because its path depends on the checkout. */
export function listLine({ file: _file, ...occurrence }: Occurrence): string {
	return `${canonicalJson(occurrence)}\n`;
}

const OCCURRENCE_LIMIT = { default: 100, most: 500 } as const;
const LIMIT_WORDS = `must be a whole number from 1 to ${OCCURRENCE_LIMIT.most}`;

export const occurrenceFilterSchema = z.strictObject({
	check: z.string().max(80).optional().describe("Id of a check: its places alone."),
	page: z.string().max(2_000).optional().describe("Address of a page, as occurrences name it: its places alone."),
	limit: z.coerce
		.number(LIMIT_WORDS)
		.int(LIMIT_WORDS)
		.min(1, LIMIT_WORDS)
		.max(OCCURRENCE_LIMIT.most, LIMIT_WORDS)
		.default(OCCURRENCE_LIMIT.default)
		.describe("Occurrences of one answer."),
	cursor: z
		.string()
		.regex(/^\d{1,9}$/, "must be the nextCursor of an earlier answer")
		.optional()
		.describe("`nextCursor` of the answer before, for the same check and page."),
});
export type OccurrenceFilter = z.infer<typeof occurrenceFilterSchema>;

export const occurrencePageSchema = z
	.strictObject({
		ok: z.literal(true),
		receipt: z.string().describe("Id of the receipt that names the list."),
		domain: z.string().describe("ASCII host."),
		total: z.int().min(0).describe("All that there are of that check and page."),
		occurrences: z.array(occurrenceSchema).describe("In audit order: the home page first, then page by page."),
		nextCursor: z.string().optional().describe("`cursor` of the next answer; absent in the last."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "OccurrencePage", description: "A part of the list of every place of every fault." });

/** Parses `line 12` and `line 12, column 3`; other places, such as a header field, have no position. */
export function positionIn(at: string | undefined): Pick<Occurrence, "line" | "column"> {
	const found = /^line (\d{1,9})(?:, column (\d{1,9}))?(?![\w.])/.exec(at ?? "");
	const [line, column] = [Number(found?.[1]), Number(found?.[2])];
	return { ...(line > 0 ? { line } : {}), ...(line > 0 && column > 0 ? { column } : {}) };
}
