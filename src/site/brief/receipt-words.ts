/** A history page's script loads this, so do not import checks or rubrics: they are 10 times its size limit. */
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { filled } from "#core/wording.ts";
import type { Words } from "./languages.ts";
import { OUTCOMES, SOURCES } from "./texts.ts";

const ENGLISH = { OUTCOMES, SOURCES, filled };

/** Notes an audit with credentials, which sees more than the public. */
export function sourceWords(
	{ source, access }: Pick<Receipt, "source" | "access">,
	{ SOURCES, filled }: Pick<Words, "SOURCES" | "filled"> = ENGLISH,
): string {
	return access === undefined ? SOURCES[source] : filled(SOURCES.withCredentials, { source: SOURCES[source] });
}

/** An example in the methodology has no `scored`. */
export type MarkedFinding = Pick<Finding, "outcome" | "ratio"> & Partial<Pick<Finding, "scored">>;

/** Shown red, or amber if partial. */
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

/** `https://example.com/robots.txt, line 3`: translates only our words. */
export function placeIn(
	{ url, at }: Pick<Finding["evidence"][number], "url" | "at">,
	{ position }: Pick<Words, "position">,
): string {
	return at === undefined ? url : `${url}, ${position(at)}`;
}
