import { PILLARS } from "#core/pillar.ts";
import { PRESET_LABELS } from "#core/preset.ts";
import type { Finding } from "#core/report.ts";
import { isFault, type Outcome } from "#core/verdict.ts";
import { capitalized, plainCount, signed, spokenBeside } from "#core/wording.ts";
import { outcomeWords } from "../brief/receipt-words.ts";
import { AXIS_WORDS } from "../brief/texts.ts";
import { shownText } from "../page/page-text.ts";
import {
	type ChangeKind,
	comparableAudits,
	type FindingChange,
	type ReceiptDifference,
	scoreChange,
} from "./receipt-difference.ts";

/** Plain text, rendered the same way by the page and its script. */
export interface DifferenceText {
	readonly headline: string;
	/** Gates, then findings, largest first. */
	readonly why: readonly string[];
	readonly notes: readonly string[];
	readonly numbers: readonly NumberRow[];
	readonly groups: readonly ChangeGroup[];
}

export interface NumberRow {
	readonly label: string;
	readonly before: string;
	readonly after: string;
	/** `+5`; empty if the numbers are not comparable. */
	readonly change: string;
}

export interface ChangeGroup {
	readonly title: string;
	readonly note?: string;
	readonly items: readonly ChangeItem[];
}

const WHY_LIMIT = 5;

const GROUPS: readonly { readonly kind: ChangeKind; readonly title: string; readonly note?: string }[] = [
	{ kind: "better", title: "Got better" },
	{ kind: "worse", title: "Got worse" },
	{ kind: "applies", title: "New: applies now" },
	{ kind: "left", title: "Gone: no longer applies", note: "What does not apply is neither a fault nor a merit." },
	{ kind: "unknown", title: "Unknown now", note: "We could not check these, so they say nothing about the site." },
	{ kind: "known", title: "Known now", note: "It could not be checked before." },
];

export function differenceText(difference: ReceiptDifference): DifferenceText {
	return {
		headline: headline(difference),
		why: whySentences(difference),
		notes: notesOf(difference),
		numbers: numberRows(difference),
		groups: groupsOf(difference),
	};
}

function headline(difference: ReceiptDifference): string {
	const { before, after, methodology } = difference;
	const words = scoreChange(before, after, methodology);
	const [then, now] = [before.scores, after.scores];
	if (!then || !now || methodology || !difference.comparable || then.overall !== now.overall) return words;
	if (after.gates.length > 0 && then.ungated !== now.ungated) {
		return `${words} The cap holds it there; without it, the score would be ${now.ungated}, after ${then.ungated}.`;
	}
	return difference.changes.length === 0 ? `${words} No check answers otherwise.` : words;
}

/** If audits are not comparable, the methodology may have changed a cap, so the site is not blamed. */
function whySentences({ gates, why, comparable }: ReceiptDifference): string[] {
	const sentences = [
		...gates.opened.map(({ cap, says }) =>
			comparable ? `No longer capped at ${cap}. Before: ${says}` : `Capped at ${cap} before only: ${says}`,
		),
		...gates.closed.map(({ cap, says }) =>
			comparable ? `Capped at ${cap} now: ${says}` : `Capped at ${cap} after only: ${says}`,
		),
		...why.map(changeSentence),
	];
	const more = sentences.length - WHY_LIMIT;
	return more > 1 ? [...sentences.slice(0, WHY_LIMIT), `And ${more} smaller changes.`] : sentences;
}

function notesOf({ compared, methodology, added, removed, reweighed }: ReceiptDifference): string[] {
	const { before, after } = compared;
	const notes: string[] = [];
	if (before.methodology !== after.methodology) {
		notes.push("The rules of a check may have changed with the methodology. What was seen before and after tells.");
	} else if (methodology) {
		notes.push(
			`“Before” is what methodology ${methodology.to} says of the earlier evidence, so every difference below is one of the site.`,
		);
	}
	if (added.length > 0) notes.push(`Asked only in the later audit, so no change of the site: ${titles(added)}.`);
	if (removed.length > 0) notes.push(`Asked only in the earlier audit, so no change of the site: ${titles(removed)}.`);
	if (reweighed.length > 0) {
		notes.push(`Counts otherwise in the score since: ${titles(reweighed.map((each) => each.after))}.`);
	}
	if (before.engine !== after.engine) {
		notes.push(`Judged by different versions of the program: ${before.engine} before, ${after.engine} after.`);
	}
	if (before.preset.key !== after.preset.key) {
		const [then, now] = [PRESET_LABELS[before.preset.key], PRESET_LABELS[after.preset.key]];
		notes.push(
			`The kind of site is “${now}” now; it was “${then}”. That decides which checks apply. ${after.preset.says}`,
		);
	}
	return notes;
}

function titles(findings: readonly Finding[]): string {
	return findings.map(({ title }) => quoted(title)).join(", ");
}

function numberRows({ axes, pillars, comparable }: ReceiptDifference): NumberRow[] {
	const labelled = [
		...axes.map((each) => ({ ...each, label: AXIS_WORDS[each.key].name })),
		...pillars.map((each) => ({ ...each, label: PILLARS[each.key].label })),
	];
	return labelled.map(({ label, before, after }) => ({
		label,
		before: before?.toString() ?? "none",
		after: after?.toString() ?? "none",
		change: comparable && before !== undefined && after !== undefined ? signed(after - before) : "",
	}));
}

function groupsOf({ changes, charged }: ReceiptDifference): ChangeGroup[] {
	const groups = GROUPS.map(({ kind, ...words }) => ({ ...words, items: itemsOf(changes, kind) }));
	const elsewhere = charged.map((change) => changeItem(change));
	const note = "These go away with the fault that they follow from.";
	return [...groups, { title: "Follows from a fault that stayed", note, items: elsewhere }].filter(
		({ items }) => items.length > 0,
	);
}

function itemsOf(changes: readonly FindingChange[], kind: ChangeKind): ChangeItem[] {
	return changes.filter((change) => change.kind === kind).map(changeItem);
}

/** Gives the scores only if they are not comparable; otherwise the brief's sentence has them. */
export function sinceWords(difference: ReceiptDifference): string {
	const { before, after, changes, methodology } = difference;
	const when = `Since the audit of ${spokenBeside(before.auditedAt, after.auditedAt)}`;
	const isSaid = comparableAudits(before, after);
	const opening = isSaid ? "" : `${when}: ${lowerFirst(scoreChange(before, after, methodology))} `;
	const [first, ...more] = whySentences(difference);
	if (first !== undefined) return `${opening}${first}${more.length > 0 ? ` ${others(more.length)}` : ""}`;
	if (!difference.comparable || !before.scores || !after.scores || changes.length === 0) return opening.trimEnd();
	const answers = changes.length === 1 ? "one check answers" : `${changes.length} checks answer`;
	return isSaid ? `${when} ${answers} otherwise.` : `${opening}${capitalized(answers)} otherwise.`;
}

function others(count: number): string {
	return count === 1 ? "One other change adds to it." : `${count} other changes add to it.`;
}

function lowerFirst(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

export interface ChangeItem {
	readonly id: string;
	readonly title: string;
	readonly place: string;
	readonly before: Answered;
	readonly after: Answered;
	readonly charged: readonly string[];
}

interface Answered {
	readonly outcome: string;
	readonly says: string;
}

function changeItem(change: FindingChange): ChangeItem {
	const { id, before, after, charged } = change;
	return {
		id,
		title: changeHeading(change),
		place: after.scored ? PILLARS[after.pillar].label : `${PILLARS[after.pillar].label}, not scored`,
		before: answered(before),
		after: answered(after),
		charged: charged.map(changeSentence),
	};
}

/** Says whether a fault appeared or was fixed; any other change is headed by its fault or its passing title. */
function changeHeading({ kind, before, after }: FindingChange): string {
	const [was, is] = [isFault(said(before).outcome), isFault(said(after).outcome)];
	if (was && said(after).outcome === "pass") return `Corrected: ${quoted(before.title)}`;
	if (is && kind !== "known" && !was) return `New: ${quoted(after.title)}`;
	return was && !is ? before.title : after.title;
}

function changeSentence(change: FindingChange): string {
	const { before, after, charged } = change;
	const elsewhere = after.own ? ", following from another fault" : "";
	const also =
		charged.length === 0 ? "" : `, and ${plainCount(charged.length, "finding follows", "findings follow")} from it`;
	const [was, is] = [isFault(said(before).outcome), isFault(said(after).outcome)];
	if (was && is) return `${faultChange(change)}${also}.`;
	if (change.kind === "better" || change.kind === "worse") return `${changeHeading(change)}${elsewhere}${also}.`;
	return `${moved(change)}${elsewhere}${also}.`;
}

function faultChange({ kind, before, after }: FindingChange): string {
	if (kind === undefined) {
		return after.own
			? `Now follows from another fault: ${quoted(after.title)}`
			: `No longer follows from another fault: ${quoted(after.title)}`;
	}
	const word = kind === "better" ? "Better" : "Worse";
	const also = after.own ? ", following from another fault" : "";
	const then = `${share(before)} right before`;
	if (before.title === after.title) return `${word}: ${quoted(after.title)} (${share(after)} right, ${then})${also}`;
	return `${word}: ${quoted(after.title)} (${share(after)} right) in place of ${quoted(before.title)} (${then})${also}`;
}

function share(finding: Finding): string {
	const { outcome, ratio = 0 } = said(finding);
	return `${outcome === "partial" ? Math.round(ratio * 100) : 0} %`;
}

function moved({ before, after }: FindingChange): string {
	const [then, now] = [said(before).outcome, said(after).outcome];
	if (now === "unknown") return `Unknown now: ${state(before, "past")}`;
	if (then === "unknown") return `Known now: ${state(after, "now")}`;
	if (now === "not-applicable") return `No longer applies: ${state(before, "past")}`;
	return isFault(now) ? `New: ${quoted(after.title)}` : `Applies now: ${state(after, "now")}`;
}

/** A heading that names a fault already says what is wrong. */
function state(finding: Finding, when: "now" | "past"): string {
	const { outcome } = said(finding);
	const words = PHRASES[outcome];
	return words === undefined ? quoted(finding.title) : `${quoted(finding.title)} ${words[when]}`;
}

const PHRASES: Readonly<Partial<Record<Outcome, { readonly now: string; readonly past: string }>>> = {
	pass: { now: "passes", past: "passed before" },
	"not-applicable": { now: "does not apply", past: "did not apply before" },
};

/** The check's own answer, even if it is charged to another finding. */
function said(finding: Finding): Pick<Finding, "outcome" | "ratio"> {
	return finding.own ?? finding;
}

function quoted(title: string): string {
	return `“${title}”`;
}

function answered(finding: Finding): Answered {
	const { scored, own, chargedTo } = finding;
	const says = shownText(finding.says);
	if (chargedTo === undefined || !own) return { outcome: outcomeWords(finding), says };
	return { outcome: `${outcomeWords({ ...own, scored })}, following from another fault`, says };
}
