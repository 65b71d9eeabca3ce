import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const PARTS: BarrierRule = {
	kinds: ["aria-hidden-focusable"],
	subject: ["hidden part", "hidden parts"],
	none: "Nothing on the page is hidden by aria-hidden.",
	sound: ["and the focus does not enter it", "and the focus enters none of them"],
	fault: ["can still have the focus", "can still have the focus"],
	cost: "whole",
	fix: (first) =>
		`Take aria-hidden="true" from around ${place(first)}, or add tabindex="-1" to what is not to have the focus.`,
};

const WHOLE: BarrierRule = {
	...PARTS,
	heading: "The whole page is hidden from screen readers",
	kinds: ["aria-hidden-body"],
	subject: ["page body", "page bodies"],
	fault: ["is hidden as a whole", "are hidden as a whole"],
	fix: (first) => `Take ${/\binert\b/i.test(first.excerpt) ? "inert" : "aria-hidden"} away from ${place(first)}.`,
};

export const ariaHiddenFocus = definePageCheck({
	id: "aria-hidden-focus",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "People who use a keyboard and a screen reader land on something that is not there.",
	tableStakes: true,
	title: "Nothing that can be focused is hidden from screen readers",
	fault: "Links or buttons that can be focused are hidden from screen readers",
	consequence:
		"People who rely on a screen reader land on controls that are never announced to them, or find the page empty.",
	effort: "small",
	doneBy: "developer",
	why: "The attribute aria-hidden takes a part of the page away from screen readers and agents, but leaves its links and buttons in the order of the Tab key. The focus then goes to something that is not announced.",
	howToFix:
		"Hide unused elements with the hidden attribute or inert, which also removes the focus; keep aria-hidden for decoration.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/",
	reviewed: "2026-11-21",
	note: "The source alone is read: where a style sheet may hide a part from everyone, as it does with a closed menu, the part is passed over.",
	evaluate(page) {
		const isBodyHidden = (page.digest.operability.found["aria-hidden-body"] ?? 0) > 0;
		return judgeBarriers(page, isBodyHidden ? WHOLE : PARTS);
	},
});
