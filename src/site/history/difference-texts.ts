import { PILLARS } from "#core/pillar.ts";
import { PRESET_LABELS } from "#core/preset.ts";
import type { Finding } from "#core/report.ts";
import { capitalized, signed, spokenBeside } from "#core/wording.ts";
import { AXIS_WORDS } from "../brief/receipt-words.ts";
import { type ChangeItem, changeItem, changeSentence, quoted } from "./change-texts.ts";
import type { ChangeKind, FindingChange, ReceiptDifference } from "./receipt-difference.ts";
import { comparableAudits, scoreChange } from "./score-change.ts";

/** A difference as plain text, for the page and for the reader's browser to lay out alike. */
export interface DifferenceText {
	/** What became of the score. */
	readonly headline: string;
	/** What carried that: gates, then findings, largest first. */
	readonly why: readonly string[];
	/** What else the reader must know to read it rightly. */
	readonly notes: readonly string[];
	/** Axes and pillars that differ. */
	readonly numbers: readonly NumberRow[];
	readonly groups: readonly ChangeGroup[];
}

export interface NumberRow {
	readonly label: string;
	readonly before: string;
	readonly after: string;
	/** `+5`; empty where the numbers do not compare. */
	readonly change: string;
}

export interface ChangeGroup {
	readonly title: string;
	readonly note?: string;
	readonly items: readonly ChangeItem[];
}

/** At most so many reasons are spelled out. */
const WHY_LIMIT = 5;

const GROUPS: readonly { readonly kind: ChangeKind; readonly title: string; readonly note?: string }[] = [
	{ kind: "better", title: "Got better" },
	{ kind: "worse", title: "Got worse" },
	{ kind: "applies", title: "New: applies now" },
	{ kind: "left", title: "Gone: no longer applies", note: "What does not apply is neither a fault nor a merit." },
	{ kind: "unknown", title: "Unknown now", note: "We could not look, so nothing is claimed of the site." },
	{ kind: "known", title: "Known now", note: "It could not be looked at before." },
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

/**
 * What carried the score's change, or the caps that came and went where the score stayed. Where audits do not compare, a
 * cap may itself have come or gone with the methodology, so it is not called the site's doing.
 */
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

/**
 * What carried the change since the audit before, for the history of a brief: its own sentence tells the scores where they
 * compare, so that this one does where they do not. Empty where there is nothing to add.
 */
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
