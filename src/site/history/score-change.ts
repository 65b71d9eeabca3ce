import { plainCount } from "#core/wording.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { SOURCE_WORDS } from "../brief/receipt-words.ts";
import { shownText } from "../page/page-text.ts";
import { type MethodologyChange, methodologySentence } from "./methodology-change.ts";

/** What the score's change reads of an audit: a receipt or its summary. */
export interface AuditedScore extends Pick<ReceiptSummary, "source" | "mode" | "methodology"> {
	readonly scores?: { readonly overall: number } | undefined;
	readonly failure?: { readonly says: string } | undefined;
}

/** Whether a difference of scores is one of the site. */
export function comparableAudits(a: AuditedScore, b: AuditedScore): boolean {
	return a.methodology === b.methodology && a.source === b.source && a.mode === b.mode;
}

/** What became of the overall score, in a sentence or two. */
export function scoreChange(before: AuditedScore, after: AuditedScore, methodology?: MethodologyChange): string {
	const [then, now] = [before.scores?.overall, after.scores?.overall];
	if (then === undefined && now === undefined) return `Still no score.${reason(after)}`;
	if (now === undefined) return `No score after ${then}: the site could not be audited.${reason(after)}`;
	if (then === undefined) return `${now} of 100, after an audit that gave no score.${reason(before)}`;
	const split = methodology && methodologySentence(methodology);
	if (split) return `${now} after ${then}. ${split}`;
	if (!comparableAudits(before, after)) return `${now} after ${then}. ${whyNotComparable(before, after)}`;
	const points = Math.abs(now - then);
	if (points === 0) return `The score stayed at ${now}.`;
	return `${now > then ? "Up" : "Down"} ${plainCount(points, "point")}, from ${then} to ${now}.`;
}

function reason({ failure }: AuditedScore): string {
	return failure ? ` ${shownText(failure.says)}` : "";
}

/** Why the scores of two audits must not be set against each other; empty where they may. */
function whyNotComparable(before: AuditedScore, after: AuditedScore): string {
	const sentences: string[] = [];
	if (before.methodology !== after.methodology) {
		sentences.push(
			`Scores of different methodologies are not comparable: ${before.methodology} before, ${after.methodology} after.`,
		);
	}
	if (before.source !== after.source) {
		sentences.push(
			`The evidence came from different places: before, “${SOURCE_WORDS[before.source]}”; after, “${SOURCE_WORDS[after.source]}”. A folder cannot show what only a server can.`,
		);
	}
	if (before.mode !== after.mode) {
		sentences.push(
			`A ${before.mode} audit came before, a ${after.mode} audit after: they look at different pages, so the difference of their scores is not one of the site.`,
		);
	}
	return sentences.join(" ");
}
