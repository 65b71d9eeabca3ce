import * as z from "zod";
import { ROLES } from "#checks/define-check.ts";
import { checkOf } from "#checks/registry.ts";
import { occurrenceSchema } from "#core/occurrence.ts";
import type { Finding } from "#core/report.ts";
import { isFault, OUTCOMES } from "#core/verdict.ts";
import { counted, listing, plainCount, plural, signed } from "#core/wording.ts";
import { contentTypeOf } from "#evidence/site/folder-source.ts";
import { type Lift, liftSchema } from "#receipts/store/lift-between.ts";
import type { PlacedEdit, Repaired, RepairedCheck } from "./repair-folder.ts";
import type { Refused } from "./site-files.ts";
import { SourceText } from "./source-text.ts";
import { diffBase64Schema, diffSchema, diffText } from "./unified-diff.ts";

export interface ReportSection {
	readonly title: string;
	/** Sentences, which may quote the audited site. */
	readonly items: readonly string[];
}

/** The report for people: before and after, changes, and remaining faults with who must fix them. */
export function repairReport(found: Repaired): readonly ReportSection[] {
	const { checks, files, takenBack, refused, left, target } = found;
	const inPart = checks.filter(({ after }) => isFault(after.outcome)).length;
	const changed =
		files.length > 0
			? `${plainCount(checks.length, "fault")} of ${target.host} ${checks.length === 1 ? "is" : "are"} repaired in ${counted(files.length, "file")}${inPart === 0 ? "" : `, ${inPart} of them in part`}.`
			: refused.length > 0
				? `Nothing of ${target.host} is repaired: what would have to change is not touched.`
				: `${target.host} has no fault that can be repaired automatically.`;
	const sections = [
		{ title: changed, items: liftWords(found) },
		{ title: "Changed", items: checks.map((check) => checkWords(check, found)) },
		{ title: "Undone", items: byReason(takenBack) },
		{ title: "Not touched", items: byReason(refused) },
		{ title: "Left for people", items: left.map(({ finding, places }) => leftWords(finding, places)) },
	];
	return sections.filter(({ items }, index) => index === 0 || items.length > 0);
}

/** One sentence per reason, however many files and checks share it. */
function byReason(left: readonly Refused[]): readonly string[] {
	return [...Map.groupBy(left, ({ why }) => why)].flatMap(([why, all]) => {
		return [...Map.groupBy(all, ({ check }) => check)].map(([check, own]) => {
			const files = listing([...new Set(own.map(({ file }) => file))]);
			return `${check === undefined ? "" : `${check} in `}${files}: ${why}`;
		});
	});
}

function liftWords({ lift, files, before: { scores }, after: { gates } }: Repaired): readonly string[] {
	if (!lift && scores)
		return [`Score before: ${scores.overall}. Build the site and audit it again for the score after.`];
	if (!lift) return ["There is no score: too little of the site was seen."];
	const capped = gates.map(({ cap, says }) => `At most ${cap} of 100: ${says}`);
	if (files.length === 0) return [`Score: ${lift.after}.`, ...capped];
	const { before, after, predicted, realised } = lift;
	const others = changesBesides(lift);
	return [
		`Score before: ${before}. After: ${after}. Predicted for what is wholly repaired: ${signed(predicted)}, realised: ${signed(realised)}.`,
		...(others.length > 0 ? [`What else changed: ${listing(others, others.length)}.`] : []),
		...capped,
	];
}

function changesBesides({ besides }: Lift): readonly string[] {
	const isFresh = ({ before, after }: Lift["besides"][number]) => before === "not-applicable" && after === "pass";
	const fresh = besides.filter(isFresh).length;
	const named = besides
		.filter((each) => !isFresh(each))
		.map(({ id, before, after }) => `${id} (${before}, now ${after})`);
	if (fresh === 0) return named;
	return [
		...named,
		`${plainCount(fresh, "check")} that had nothing to look at before and ${plural(fresh, "passes", "pass")} now`,
	];
}

function checkWords({ id, before, after, files, edits }: RepairedCheck, found: Repaired): string {
	const end = isFault(after.outcome) ? "repaired in part" : "repaired";
	const drafts = found.edits.some((edit) => edit.check === id && isDraft(edit))
		? " Read the drafts before you publish."
		: "";
	return `${id}: ${end}, ${counted(edits, "change")} in ${counted(files, "file")}. ${before.title}.${drafts}`;
}

/** In any encoding. */
function isDraft({ bytes }: PlacedEdit): boolean {
	return /data-draft|<!-- draft -->/.test(Buffer.from(bytes).toString("latin1").replaceAll("\0", ""));
}

const ROLE_WORDS = { editor: "an editor", developer: "a developer", host: "the server's administrator" } as const;

function leftWords({ id, title, fix = "" }: Finding, places: Repaired["left"][number]["places"]): string {
	const check = checkOf(id);
	const who = check ? ` For ${ROLE_WORDS[check.doneBy]}.` : "";
	const [first] = places;
	const at = first?.line === undefined ? "" : `:${first.line}`;
	const where = first
		? ` First at ${first.page}${at}${places.length > 1 ? `, and ${places.length - 1} more` : ""}.`
		: "";
	const end = /[\p{L}\p{N}]$/u.test(fix) ? "." : "";
	return `${id}: ${title}. ${fix}${end}${where}${who}`;
}

const checkSchema = z.string().describe("Id of the check.");
const outcomeSchema = z.enum(OUTCOMES);

/** Output of `sightline fix --json`. */
export const fixedSchema = z.object({
	ok: z.literal(true),
	domain: z.string().describe("ASCII host."),
	score: z.object({
		before: z.number().nullable().describe("Null where too little was seen for a score."),
		after: z.number().nullable().describe("Null also where a source has to be built first."),
	}),
	lift: liftSchema.optional().describe("Absent where one of the audits gives no score."),
	repaired: z.array(
		z.object({ check: checkSchema, before: outcomeSchema, after: outcomeSchema, files: z.int(), edits: z.int() }),
	),
	files: z
		.array(
			z.object({
				path: z.string().describe("In the folder, with slashes."),
				isNew: z.boolean(),
				encoding: z
					.string()
					.describe("Of the file as it is now (WHATWG), such as `utf-16le`; a file's byte order mark counts first."),
				changes: z
					.array(z.object({ start: z.int(), end: z.int(), checks: z.array(checkSchema).readonly() }))
					.describe("Bytes of the file as it was that are replaced, from 0, the end excluded."),
			}),
		)
		.describe("Every file that changes."),
	takenBack: z
		.array(z.object({ check: checkSchema, file: z.string(), why: z.string() }))
		.readonly()
		.describe("Changes that did harm or no good, and were undone."),
	refused: z
		.array(
			z.object({
				file: z.string(),
				check: checkSchema.optional().describe("Whose change is left out; absent where the whole file stays as it is."),
				why: z.string(),
			}),
		)
		.readonly()
		.describe("Files that stay as they are, and changes that have no certain place in a source."),
	left: z
		.array(
			z.object({
				check: checkSchema,
				title: z.string().describe("What is wrong."),
				fix: z.string().nullable(),
				lift: z.number().describe("Points of the score that it gains by itself, to a tenth."),
				doneBy: z.enum(ROLES).nullable(),
				places: z.array(occurrenceSchema.pick({ page: true, line: true, column: true, excerpt: true })),
			}),
		)
		.describe("Faults that are still there, the one that gains most first."),
	diff: diffSchema.optional().describe("As git apply or patch -p1 take it; absent where the files were written."),
	diffBase64: diffBase64Schema.optional(),
});

/** @param diff absent if the files were written */
export function repairJson(found: Repaired, diff: Buffer | undefined): z.infer<typeof fixedSchema> {
	const { target, before, after, checks, files, takenBack, refused, left, lift } = found;
	return {
		ok: true,
		domain: target.host,
		score: { before: before.scores?.overall ?? null, after: (lift && after.scores?.overall) ?? null },
		...(lift ? { lift } : {}),
		repaired: checks.map(({ id, before: old, after: now, files: count, edits }) => ({
			check: id,
			before: old.outcome,
			after: now.outcome,
			files: count,
			edits,
		})),
		files: files.map(({ path, isNew, patched }) => ({
			path,
			isNew,
			encoding: new SourceText(patched.content(), contentTypeOf(path, patched.content())).encoding,
			changes: patched.changes().map(({ start, end, checks: ids }) => ({ start, end, checks: ids })),
		})),
		takenBack,
		refused,
		left: left.map(({ finding, places }) => ({
			check: finding.id,
			title: finding.title,
			fix: finding.fix ?? null,
			lift: finding.lift,
			doneBy: checkOf(finding.id)?.doneBy ?? null,
			places: places.map(({ page, line, column, excerpt }) => ({ page, line, column, excerpt })),
		})),
		...(diff ? diffText(diff) : {}),
	};
}

/** For a pull request. The site's words are code spans, so that they cannot act as markup. */
export function repairMarkdown(found: Repaired): string {
	return `${repairReport(found)
		.map(({ title, items }) => [`## ${inMarkdown(title)}`, ...items.map((item) => `- ${inMarkdown(item)}`)].join("\n"))
		.join("\n\n")}\n`;
}

function inMarkdown(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
		.replace(/[\\`*_[\]<>#|!@~]/g, (char) =>
			char === "<" ? "&lt;" : char === ">" ? "&gt;" : char === "@" ? "&#64;" : `\\${char}`,
		);
}
