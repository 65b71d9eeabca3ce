import * as z from "zod";

/** One place of a fault on one page of a site. */
export const occurrenceSchema = z
	.strictObject({
		check: z.string().describe("Id of the check."),
		outcome: z.enum(["partial", "fail"]),
		page: z.string().describe("Address of the page."),
		file: z.string().optional().describe("Path of its file in the checkout, for a folder."),
		line: z
			.int()
			.min(1)
			.optional()
			.describe("From 1; absent where the fault stands in no line, such as in a header field."),
		column: z.int().min(1).optional().describe("From 1, in UTF-16 code units."),
		excerpt: z
			.string()
			.describe("What stands there, shortened; where something is missing, the element that lacks it."),
		says: z.string().describe("What was found on the page."),
		fix: z.string().describe("What to do about it."),
	})
	.meta({ id: "Occurrence", description: "One place of a fault on one page of a site." });
export type Occurrence = z.infer<typeof occurrenceSchema>;

/** Of `line 12` and `line 12, column 3`; other places, such as a header field, have no position. */
export function positionIn(at: string | undefined): Pick<Occurrence, "line" | "column"> {
	const found = /^line (\d{1,9})(?:, column (\d{1,9}))?(?![\w.])/.exec(at ?? "");
	const [line, column] = [Number(found?.[1]), Number(found?.[2])];
	return { ...(line > 0 ? { line } : {}), ...(line > 0 && column > 0 ? { column } : {}) };
}
