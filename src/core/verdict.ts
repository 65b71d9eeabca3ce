import type { Finding } from "./report.ts";

export const OUTCOMES = ["pass", "partial", "fail", "not-applicable", "unknown"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function isFault(outcome: Outcome): outcome is "fail" | "partial" {
	return outcome === "fail" || outcome === "partial";
}

/** Only `standard` and `vendor` score; `draft` does if the site declares the feature; `convention` is only shown. */
export const EVIDENCE_GRADES = ["standard", "vendor", "draft", "convention"] as const;
export type EvidenceGrade = (typeof EVIDENCE_GRADES)[number];

export function isScored({ grade, scored }: { readonly grade: EvidenceGrade; readonly scored?: boolean }): boolean {
	return grade !== "convention" && scored !== false;
}

/**
 * What a fault puts at stake, by vendors' documentation and by measurement, with the resulting weight
 * (`docs/methodology.md`, "Weights").
 */
export const STAKES = {
	page: {
		weight: 8,
		says: "Without it the page is not found, not opened or not distinguished from others, or it says something false.",
	},
	reader: { weight: 5, says: "A kind of reader is shut out, or takes another address or text for the page." },
	feature: { weight: 3, says: "A kind of search result, a function or a way through the site is lost." },
	quality: { weight: 2, says: "What readers show or do gets poorer." },
	advice: { weight: 1, says: "It is advised; the loss without it is small or unknown." },
} as const;
export type Stake = keyof typeof STAKES;
export const STAKE_KEYS = Object.keys(STAKES) as [Stake, ...Stake[]];
export type Weight = (typeof STAKES)[Stake]["weight"];

export interface Exhibit {
	readonly url: string;
	/** `line 12`, `line 12, column 3`, a header name, or a JSON pointer. */
	readonly at?: string | undefined;
	/** At most EXCERPT_LENGTH characters of the source, without control characters. */
	readonly excerpt: string;
}

export const EXCERPT_LENGTH = 160;

interface Said {
	readonly says: string;
	readonly exhibits?: readonly Exhibit[];
}

/** Independent of all root causes (`true`) or of those listed; the others may still cause the fault. */
export type OwnCause = true | readonly string[];

export interface Pass extends Said {
	readonly outcome: "pass";
}
export interface PartialPass extends Said {
	readonly outcome: "partial";
	/** Earned share of the check's weight, strictly between 0 and 1. */
	readonly ratio: number;
	readonly fix: string;
	/** Replaces the check's usual heading for a different fault. */
	readonly fault?: string;
	readonly ownCause?: OwnCause;
}
export interface Fail extends Said {
	readonly outcome: "fail";
	readonly fix: string;
	/** Replaces the check's usual heading for a different fault. */
	readonly fault?: string;
	/** The fault would remain without its root causes, such as when another line blocks: keep the penalty here. */
	readonly ownCause?: OwnCause;
}
export interface NotApplicable extends Said {
	readonly outcome: "not-applicable";
}

/** If required evidence depends on the page; otherwise `needs` declares it. */
export interface Unknown extends Said {
	readonly outcome: "unknown";
}

export type Verdict = Pass | PartialPass | Fail | NotApplicable | Unknown;

export type Fixable = Pick<Finding, "id" | "outcome" | "scored" | "ratio" | "weight" | "lift" | "fix">;

const OUTCOME_ORDER: readonly Finding["outcome"][] = ["fail", "partial", "unknown", "pass", "not-applicable"];

/** Comparator: largest lift first; then outcome, scored before informational, points lost in the check itself, id. */
export function byLift(a: Fixable, b: Fixable): number {
	return (
		b.lift - a.lift ||
		OUTCOME_ORDER.indexOf(a.outcome) - OUTCOME_ORDER.indexOf(b.outcome) ||
		Number(b.scored) - Number(a.scored) ||
		lostWeight(b) - lostWeight(a) ||
		(a.id < b.id ? -1 : 1)
	);
}

/** Weight that the check did not earn; 0 if it costs nothing. */
export function lostWeight(finding: Fixable): number {
	if (finding.outcome === "fail") return finding.weight;
	return finding.outcome === "partial" ? finding.weight * (1 - (finding.ratio ?? 0.5)) : 0;
}
