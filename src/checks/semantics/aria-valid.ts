import type { Barrier, BarrierKind } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const FIXES: Readonly<Partial<Record<BarrierKind, (where: string) => string>>> = {
	"role-unknown": (where) => `Take the role away from ${where}, or write one that WAI-ARIA defines.`,
	"aria-attribute-unknown": (where) => `Correct the spelling of the attribute in ${where}, or take it away.`,
	"aria-value-invalid": (where) => `Give the attribute in ${where} one of the values that WAI-ARIA allows for it.`,
	"aria-required-missing": (where) =>
		`Add to ${where} the state that its role requires, or use the native element, which has it.`,
	"aria-not-permitted": (where) => `Take the attribute away from ${where}, or give the element a role that knows it.`,
	"role-context": (where) => `Give ${where} the parent or the children that its role requires, or take the role away.`,
	"decorative-exposed": (where) => `Take from ${where} either the mark of decoration, or the focus and the name.`,
};

/** Acts when it is clicked, and so is a button without the name of one. */
const CLICKABLE = /\s(?:on(?:click|mousedown|pointerdown)|ng-click|@click|v-on:click|tabindex)\b/i;

const RULE: BarrierRule = {
	kinds: [
		"role-unknown",
		"aria-attribute-unknown",
		"aria-value-invalid",
		"aria-required-missing",
		"aria-not-permitted",
		"role-context",
		"decorative-exposed",
	],
	subject: ["use of ARIA", "uses of ARIA"],
	none: "The page uses no ARIA roles or attributes.",
	sound: ["as WAI-ARIA defines it", "all as WAI-ARIA defines them"],
	fault: ["means nothing, or something else than intended", "mean nothing, or something else than intended"],
	cost: "whole",
	fix: (first: Barrier) => fixOfLabel(first) ?? FIXES[first.kind]?.(place(first)) ?? `Correct ${place(first)}.`,
};

/** A label on an element that cannot be named is often the only name that the link or button around it has. */
function fixOfLabel(barrier: Barrier): string | undefined {
	if (barrier.kind !== "aria-not-permitted" || !/^aria-label(?:ledby)? /.test(barrier.says)) return undefined;
	const where = place(barrier);
	const attribute = barrier.says.split(" ", 1)[0];
	if (CLICKABLE.test(barrier.excerpt)) return `Make ${where} a <button>, which may carry its ${attribute}.`;
	return `Move ${attribute} from ${where} to the link or button that it names, or give the element a role that may be named: role="group" where it holds several things, role="img" where it stands for a picture.`;
}

export const ariaValid = definePageCheck({
	id: "aria-valid",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "Wrong ARIA is worse than none for those who depend on it, and harmless to all others.",
	tableStakes: true,
	title: "ARIA roles and attributes are used as defined",
	fault: "ARIA roles or attributes are used wrongly",
	consequence:
		"Screen readers and assistants take controls for something they are not, so people who rely on them get stuck.",
	effort: "medium",
	doneBy: "developer",
	why: "Screen readers and agents take roles and states at their word. A role with a spelling mistake does nothing, and one without its state says something wrong.",
	howToFix:
		"Prefer native elements such as button, details or select. Where ARIA is needed, check each role and attribute against WAI-ARIA 1.2.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/TR/wai-aria-1.2/",
	reviewed: "2026-11-21",
	note: "After the ACT rules 674b10, 5f99a7, 6a7281, 4e8ab6, 5c01ea, ff89c9, bc4a75 and 46ca7f. References to ids are judged by duplicate-id-refs.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
