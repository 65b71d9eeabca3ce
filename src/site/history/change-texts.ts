import { PILLARS } from "#core/pillar.ts";
import type { Finding } from "#core/report.ts";
import { isFault, type Outcome } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import { outcomeWords } from "../brief/receipt-words.ts";
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

export function changeItem(change: FindingChange): ChangeItem {
	const { id, before, after, charged } = change;
	return {
		id,
		title: changeHeading(change),
		place: after.scored ? PILLARS[after.pillar].label : `${PILLARS[after.pillar].label}, not scored`,
		before: answered(before),
		after: answered(after),
		charged: charged.map(changeSentence),
	};
}

/** A fault that came or went says so; anything else is headed by its fault, or by what is true. */
function changeHeading({ kind, before, after }: FindingChange): string {
	const [was, is] = [isFault(said(before).outcome), isFault(said(after).outcome)];
	if (was && said(after).outcome === "pass") return `Corrected: ${quoted(before.title)}`;
	if (is && kind !== "known" && !was) return `New: ${quoted(after.title)}`;
	return was && !is ? before.title : after.title;
}

/** `New: “The page has no title”, and 2 findings follow from it.` */
export function changeSentence(change: FindingChange): string {
	const { before, after, charged } = change;
	const elsewhere = after.own ? ", following from another fault" : "";
	const also =
		charged.length === 0 ? "" : `, and ${plainCount(charged.length, "finding follows", "findings follow")} from it`;
	const [was, is] = [isFault(said(before).outcome), isFault(said(after).outcome)];
	if (was && is) return `${faultChange(change)}${also}.`;
	if (change.kind === "better" || change.kind === "worse") return `${changeHeading(change)}${elsewhere}${also}.`;
	return `${moved(change)}${elsewhere}${also}.`;
}

/** A fault that stayed, by another share, under another heading, or for another reason. */
function faultChange({ kind, before, after }: FindingChange): string {
	if (kind === undefined) {
		return after.own
			? `Now follows from another fault: ${quoted(after.title)}`
			: `No longer follows from another fault: ${quoted(after.title)}`;
	}
	const word = kind === "better" ? "Better" : "Worse";
	const also = after.own ? ", following from another fault" : "";
	const then = `${share(before)} right before`;
	if (before.title === after.title) return `${word}: ${quoted(after.title)} (${share(after)} right, ${then})${also}`;
	return `${word}: ${quoted(after.title)} (${share(after)} right) in place of ${quoted(before.title)} (${then})${also}`;
}

function share(finding: Finding): string {
	const { outcome, ratio = 0 } = said(finding);
	return `${outcome === "partial" ? Math.round(ratio * 100) : 0} %`;
}

/** What came into view or left it. */
function moved({ before, after }: FindingChange): string {
	const [then, now] = [said(before).outcome, said(after).outcome];
	if (now === "unknown") return `Unknown now: ${state(before, "past")}`;
	if (then === "unknown") return `Known now: ${state(after, "now")}`;
	if (now === "not-applicable") return `No longer applies: ${state(before, "past")}`;
	return isFault(now) ? `New: ${quoted(after.title)}` : `Applies now: ${state(after, "now")}`;
}

/** A heading that names a fault says by itself what is wrong. */
function state(finding: Finding, when: "now" | "past"): string {
	const { outcome } = said(finding);
	const words = PHRASES[outcome];
	return words === undefined ? quoted(finding.title) : `${quoted(finding.title)} ${words[when]}`;
}

const PHRASES: Readonly<Partial<Record<Outcome, { readonly now: string; readonly past: string }>>> = {
	pass: { now: "passes", past: "passed before" },
	"not-applicable": { now: "does not apply", past: "did not apply before" },
};

/** What the check itself said, also where its finding follows from another. */
function said(finding: Finding): Pick<Finding, "outcome" | "ratio"> {
	return finding.own ?? finding;
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
