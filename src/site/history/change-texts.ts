import { PILLARS } from "#core/pillar.ts";
import type { Finding } from "#core/report.ts";
import type { Outcome } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import { outcomeWords } from "../brief/findings.ts";
import { shownText } from "../page/page-text.ts";
import type { FindingChange } from "./receipt-difference.ts";

/** One change of a finding as plain text. */
export interface ChangeItem {
	/** Id of the check. */
	readonly id: string;
	readonly title: string;
	/** Its pillar, and whether it counts. */
	readonly place: string;
	readonly before: Answered;
	readonly after: Answered;
	/** What one cause brought with it. */
	readonly charged: readonly string[];
}

interface Answered {
	readonly outcome: string;
	readonly says: string;
}

export function changeItem({ id, before, after, charged }: FindingChange): ChangeItem {
	return {
		id,
		title: after.title,
		place: after.scored ? PILLARS[after.pillar].label : `${PILLARS[after.pillar].label}, not scored`,
		before: answered(before),
		after: answered(after),
		charged: charged.map(changeSentence),
	};
}

/** `“The page has no title” now; “The page has a title” passed before.`; `… passes now; it failed before.` under one heading. */
export function changeSentence({ before, after, charged }: FindingChange): string {
	const also =
		charged.length === 0 ? "" : `, and ${plainCount(charged.length, "finding follows", "findings follow")} from it`;
	const was = before.title === after.title ? `it ${phrase(before, "past")}` : stated(before, "past");
	const is = before.title === after.title ? `${quoted(after.title)} ${phrase(after, "now")}` : stated(after, "now");
	return `${is}; ${was}${also}.`;
}

/** A heading that names a fault says by itself what is wrong. */
function stated(finding: Finding, when: "now" | "past"): string {
	const { outcome } = finding.own ?? finding;
	if (outcome !== "fail" && outcome !== "partial") return `${quoted(finding.title)} ${phrase(finding, when)}`;
	return `${quoted(finding.title)}${shareOf(finding)} ${when === "now" ? "now" : "before"}${elsewhere(finding)}`;
}

function shareOf(finding: Finding): string {
	const { ratio } = finding.own ?? finding;
	return ratio === undefined ? "" : ` (${Math.round(ratio * 100)} %)`;
}

function elsewhere({ own }: Finding): string {
	return own ? ", following from another fault" : "";
}

const PHRASES: Readonly<Record<Outcome, { readonly now: string; readonly past: string }>> = {
	pass: { now: "passes", past: "passed" },
	partial: { now: "passes in part", past: "passed in part" },
	fail: { now: "fails", past: "failed" },
	"not-applicable": { now: "does not apply", past: "did not apply" },
	unknown: { now: "is unknown", past: "was unknown" },
};

function phrase(finding: Finding, when: "now" | "past"): string {
	const { outcome } = finding.own ?? finding;
	return `${PHRASES[outcome][when]}${shareOf(finding)} ${when === "now" ? "now" : "before"}${elsewhere(finding)}`;
}

export function quoted(title: string): string {
	return `“${title}”`;
}

/** A finding that follows from another shows its own answer. */
function answered(finding: Finding): Answered {
	const { scored, own, chargedTo } = finding;
	const says = shownText(finding.says);
	if (chargedTo === undefined || !own) return { outcome: outcomeWords(finding), says };
	return { outcome: `${outcomeWords({ ...own, scored })}, following from another fault`, says };
}
