/**
 * Words for what every receipt holds. The script of a history page says them too, so nothing here may lead to the checks
 * or their rubrics, which are ten times what a page may load.
 */
import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { isFault, type Outcome } from "#core/verdict.ts";

/** Where the evidence came from, for the head of the brief. */
export const SOURCE_WORDS: Readonly<Record<Receipt["source"], string>> = {
	network: "Public site, over the network",
	folder: "Folder, before publication",
};

/** The same of one audit: what was seen with credentials is not what everybody gets. */
export function sourceWords({ source, access }: Pick<Receipt, "source" | "access">): string {
	return access === undefined ? SOURCE_WORDS[source] : `${SOURCE_WORDS[source]}, with credentials`;
}

/** The sentence that must stand beside every result of a folder audit. */
export const FOLDER_NOTICE = "Audited from a folder before publication, not from the public site.";

export const AXIS_WORDS = {
	structure: { name: "Structure", means: "Can it be found, understood and distinguished?" },
	accessibility: { name: "Accessibility", means: "Can machines and people reach and operate it?" },
} as const;

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
	pass: "Pass",
	partial: "Partly",
	fail: "Fail",
	"not-applicable": "Does not apply",
	unknown: "Unknown",
};

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
	if (isInformation(finding)) return "For information";
	const words = OUTCOME_WORDS[finding.outcome];
	return finding.ratio === undefined ? words : `${words}, ${Math.round(finding.ratio * 100)} %`;
}
