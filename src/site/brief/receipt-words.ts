/**
 * What a finding counts as, and words for what every receipt holds. The script of a history page says them too, so nothing
 * here may lead to the checks or their rubrics, which are ten times what a page may load.
 */
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { filled } from "#core/wording.ts";
import { OUTCOMES, SOURCES } from "./texts.ts";

/** Where the evidence came from: what was seen with credentials is not what everybody gets. */
export function sourceWords({ source, access }: Pick<Receipt, "source" | "access">): string {
	return access === undefined ? SOURCES[source] : filled(SOURCES.withCredentials, { source: SOURCES[source] });
}

/** What a mark needs of a finding; an example in the methodology has no `scored`. */
export type MarkedFinding = Pick<Finding, "outcome" | "ratio"> & Partial<Pick<Finding, "scored">>;

/** True for what is marked in red, or in amber where it is fulfilled in part. */
export function costsPoints({ outcome, scored = true }: MarkedFinding): boolean {
	return scored && isFault(outcome);
}

/** True for what is not as it should be, and yet costs nothing: it is shown without the mark of a fault. */
export function isInformation({ outcome, scored = true }: MarkedFinding): boolean {
	return !scored && isFault(outcome);
}

export function outcomeWords(finding: MarkedFinding): string {
	if (isInformation(finding)) return OUTCOMES.information;
	const outcome = OUTCOMES[finding.outcome];
	return finding.ratio === undefined
		? outcome
		: filled(OUTCOMES.share, { outcome, percent: Math.round(finding.ratio * 100) });
}
