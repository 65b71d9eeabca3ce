/** A history page's script loads this: no checks or rubrics here, which are ten times what a page may load. */
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { filled } from "#core/wording.ts";
import type { Words } from "./languages.ts";
import { OUTCOMES, SOURCES } from "./texts.ts";

const ENGLISH = { OUTCOMES, SOURCES, filled };

/** What credentials show is not what everybody gets. */
export function sourceWords(
	{ source, access }: Pick<Receipt, "source" | "access">,
	{ SOURCES, filled }: Pick<Words, "SOURCES" | "filled"> = ENGLISH,
): string {
	return access === undefined ? SOURCES[source] : filled(SOURCES.withCredentials, { source: SOURCES[source] });
}

/** An example in the methodology has no `scored`. */
export type MarkedFinding = Pick<Finding, "outcome" | "ratio"> & Partial<Pick<Finding, "scored">>;

/** Red, or amber where it is fulfilled in part. */
export function costsPoints({ outcome, scored = true }: MarkedFinding): boolean {
	return scored && isFault(outcome);
}

/** Shown without the mark of a fault. */
export function isInformation({ outcome, scored = true }: MarkedFinding): boolean {
	return !scored && isFault(outcome);
}

export function outcomeWords(
	finding: MarkedFinding,
	{ OUTCOMES, filled }: Pick<Words, "OUTCOMES" | "filled"> = ENGLISH,
): string {
	if (isInformation(finding)) return OUTCOMES.information;
	const outcome = OUTCOMES[finding.outcome];
	return finding.ratio === undefined
		? outcome
		: filled(OUTCOMES.share, { outcome, percent: Math.round(finding.ratio * 100) });
}

/** `https://example.com/robots.txt, line 3`: only words of ours are translated, not the site's. */
export function placeIn(
	{ url, at }: Pick<Finding["evidence"][number], "url" | "at">,
	{ position }: Pick<Words, "position">,
): string {
	return at === undefined ? url : `${url}, ${position(at)}`;
}
