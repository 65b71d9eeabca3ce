import type { Barrier, BarrierKind } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const FIXES: Readonly<Partial<Record<BarrierKind, (where: string) => string>>> = {
	"role-unknown": (where) => `Remove the role from ${where}, or use one that WAI-ARIA defines.`,
	"aria-attribute-unknown": (where) => `Correct the spelling of the attribute in ${where}, or remove it.`,
	"aria-value-invalid": (where) => `Give the attribute in ${where} one of the values that WAI-ARIA allows for it.`,
	"aria-required-missing": (where) =>
		`Add to ${where} the state that its role requires, or use the native element, which has it built in.`,
	"aria-not-permitted": (where) => `Remove the attribute from ${where}, or give the element a role that supports it.`,
	"role-context": (where) => `Give ${where} the parent or the children that its role requires, or remove the role.`,
	"decorative-exposed": (where) => `Either remove the decorative role from ${where}, or remove its focus and name.`,
};

/** Handles clicks, so it is a button without the role. */
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
	sound: ["used as WAI-ARIA defines it", "all used as WAI-ARIA defines them"],
	fault: ["has no effect or the wrong effect", "have no effect or the wrong effect"],
	cost: "whole",
	fix: (first: Barrier) => fixOfLabel(first) ?? FIXES[first.kind]?.(place(first)) ?? `Correct ${place(first)}.`,
};

/** A label on an element that cannot have one is often the only name of the surrounding link or button. */
function fixOfLabel(barrier: Barrier): string | undefined {
	if (barrier.kind !== "aria-not-permitted" || !/^aria-label(?:ledby)? /.test(barrier.says)) return undefined;
	const where = place(barrier);
	const attribute = barrier.says.split(" ", 1)[0];
	if (CLICKABLE.test(barrier.excerpt)) return `Make ${where} a <button>, which may have an ${attribute}.`;
	return `Move ${attribute} from ${where} to the link or button that it names, or give the element a role that can have a name: role="group" if it contains several things, role="img" if it is an image.`;
}

export const ariaValid = definePageCheck({
	id: "aria-valid",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "For people who depend on ARIA, wrong ARIA is worse than none. Others notice nothing.",
	tableStakes: true,
	title: "ARIA roles and attributes are used correctly",
	fault: "ARIA roles or attributes mislead screen readers",
	problem: "screen readers and assistants take some of your controls for something else",
	consequence: "Screen readers and assistants misread your controls, so people who rely on them get stuck.",
	hours: 3,
	doneBy: "developer",
	why: "ARIA attributes tell screen readers and agents what a control is and does. A misspelt role has no effect, and a role without its state gives wrong information.",
	howToFix:
		"Prefer native elements such as button, details or select. Where ARIA is needed, check each role and attribute against WAI-ARIA 1.2.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/TR/wai-aria-1.2/",
	reviewed: "2026-11-21",
	note: "Based on the ACT rules 674b10, 5f99a7, 6a7281, 4e8ab6, 5c01ea, ff89c9, bc4a75 and 46ca7f. The check duplicate-id-refs covers references to ids.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
