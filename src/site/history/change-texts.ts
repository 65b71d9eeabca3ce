import { PILLARS } from "#core/pillar.ts";
import type { Finding } from "#core/report.ts";
import type { Outcome } from "#core/verdict.ts";
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

/** `“robots.txt is a readable text file” passes now; it failed before.` */
export function changeSentence({ before, after, charged }: FindingChange): string {
	const also = charged.length === 0 ? "" : `, and with it ${charged.length} charged to it`;
	return `${quoted(after.title)} ${phrase(after, "now")}; it ${phrase(before, "past")}${also}.`;
}

const PHRASES: Readonly<Record<Outcome, { readonly now: string; readonly past: string }>> = {
	pass: { now: "passes", past: "passed" },
	partial: { now: "passes in part", past: "passed in part" },
	fail: { now: "fails", past: "failed" },
	"not-applicable": { now: "does not apply", past: "did not apply" },
	unknown: { now: "is unknown", past: "was unknown" },
};

function phrase(finding: Finding, when: "now" | "past"): string {
	const { outcome, ratio } = finding.own ?? finding;
	const share = ratio === undefined ? "" : ` (${Math.round(ratio * 100)} %)`;
	const elsewhere = finding.own ? ", charged elsewhere" : "";
	return `${PHRASES[outcome][when]}${share} ${when === "now" ? "now" : "before"}${elsewhere}`;
}

export function quoted(title: string): string {
	return `“${title}”`;
}

/** A finding whose penalty was moved shows its own answer, and where the penalty went. */
function answered(finding: Finding): Answered {
	const { scored, own, chargedTo } = finding;
	const says = shownText(finding.says);
	if (chargedTo === undefined || !own) return { outcome: outcomeWords(finding), says };
	return { outcome: `${outcomeWords({ ...own, scored })}, charged elsewhere`, says };
}
