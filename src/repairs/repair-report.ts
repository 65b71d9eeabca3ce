import { checkOf } from "#checks/registry.ts";
import type { Finding } from "#core/report.ts";
import { counted, listing, plainCount, signed } from "#core/wording.ts";
import type { Repaired, RepairedCheck } from "./repair-folder.ts";

export interface ReportSection {
	readonly title: string;
	/** Sentences; words of the audited site stand among them. */
	readonly items: readonly string[];
}

/** What a person reads: before and after, what was changed, what is left and for whom. */
export function repairReport(found: Repaired): readonly ReportSection[] {
	const { checks, files, takenBack, refused, left, target } = found;
	const changed =
		files.length === 0
			? `${target.host} has no fault that can be repaired automatically.`
			: `${plainCount(checks.length, "fault")} of ${target.host} ${checks.length === 1 ? "is" : "are"} repaired in ${counted(files.length, "file")}.`;
	const sections = [
		{ title: changed, items: liftWords(found) },
		{ title: "Changed", items: checks.map(checkWords) },
		{ title: "Undone", items: takenBack.map(({ check, file, why }) => `${check} in ${file}: ${why}`) },
		{ title: "Not touched", items: refused.map(({ file, why }) => `${file}: ${why}`) },
		{ title: "Left for people", items: left.map(({ finding, places }) => leftWords(finding, places)) },
	];
	return sections.filter(({ items }, index) => index === 0 || items.length > 0);
}

function liftWords({ lift }: Repaired): readonly string[] {
	if (!lift) return ["There is no score: too little of the site was seen."];
	const { before, after, predicted, realised, besides } = lift;
	const first = `Score before: ${before}. After: ${after}. Predicted: ${signed(predicted)}, realised: ${signed(realised)}.`;
	if (besides.length === 0) return [first];
	const others = besides.map(({ id, before: old, after: now }) => `${id} (${old}, now ${now})`);
	return [first, `The difference: ${listing(others, others.length)}.`];
}

function checkWords({ id, before, after, files, edits }: RepairedCheck): string {
	const end = after.outcome === "pass" || after.outcome === "not-applicable" ? "repaired" : "repaired in part";
	return `${id}: ${end}, ${counted(edits, "change")} in ${counted(files, "file")}. ${before.title}.`;
}

const ROLES = { editor: "an editor", developer: "a developer", host: "the server's administrator" } as const;

function leftWords({ id, title, fix = "" }: Finding, places: Repaired["left"][number]["places"]): string {
	const check = checkOf(id);
	const who = check ? ` For ${ROLES[check.doneBy]}.` : "";
	const [first] = places;
	const at = first?.line === undefined ? "" : `:${first.line}`;
	const where = first
		? ` First at ${first.page}${at}${places.length > 1 ? `, and ${places.length - 1} more` : ""}.`
		: "";
	return `${id}: ${title}. ${fix}${where}${who}`;
}

/** For programs. @param diff absent where the files were written */
export function repairJson(found: Repaired, diff: Buffer | undefined) {
	const { target, before, after, checks, files, takenBack, refused, left, lift } = found;
	return {
		ok: true,
		domain: target.host,
		score: { before: before.scores?.overall ?? null, after: after.scores?.overall ?? null },
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
		...(diff ? { diff: diff.toString("utf8") } : {}),
	};
}

/** For a pull request's text. Words of the site are code spans, so that they are no markup of the page they stand on. */
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
