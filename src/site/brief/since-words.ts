import { spokenDate } from "#core/wording.ts";
import { whySentences } from "../history/difference-words.ts";
import type { ReceiptDifference } from "../history/receipt-difference.ts";
import { scoreChange } from "../history/score-change.ts";

/** What changed since the audit before, in one or two sentences for the head of a brief. */
export function sinceWords(difference: ReceiptDifference): string {
	const { before, after, changes } = difference;
	const opening = `Since the audit of ${spokenDate(before.auditedAt)}: ${lowerFirst(scoreChange(before, after))}`;
	const [first, ...more] = whySentences(difference);
	if (first !== undefined) return `${opening} ${first}${more.length > 0 ? ` ${others(more.length)}` : ""}`;
	if (!difference.comparable || !before.scores || !after.scores || changes.length === 0) return opening;
	return `${opening} ${changes.length === 1 ? "One check answers" : `${changes.length} checks answer`} otherwise.`;
}

function others(count: number): string {
	return count === 1 ? "One other change adds to it." : `${count} other changes add to it.`;
}

function lowerFirst(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
