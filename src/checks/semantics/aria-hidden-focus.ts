import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const PARTS: BarrierRule = {
	kinds: ["aria-hidden-focusable"],
	subject: ["hidden part", "hidden parts"],
	none: "The page does not use aria-hidden.",
	sound: ["and keyboard focus cannot enter it", "and keyboard focus cannot enter any of them"],
	fault: ["can still get keyboard focus", "can still get keyboard focus"],
	cost: "whole",
	fix: (first) =>
		`Remove aria-hidden="true" around ${place(first)}, or add tabindex="-1" to elements that should not get focus.`,
};

const WHOLE: BarrierRule = {
	...PARTS,
	heading: "The whole page is hidden from screen readers",
	kinds: ["aria-hidden-body"],
	subject: ["page body", "page bodies"],
	fault: ["is hidden completely", "are hidden completely"],
	fix: (first) => `Remove ${/\binert\b/i.test(first.excerpt) ? "inert" : "aria-hidden"} from ${place(first)}.`,
};

export const ariaHiddenFocus = definePageCheck({
	id: "aria-hidden-focus",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "People who use a keyboard and a screen reader land on controls that are not announced.",
	tableStakes: true,
	title: "Links and buttons are not hidden from screen readers",
	fault: "Some links or buttons work but are hidden from screen readers",
	problem: "some of your links or buttons are hidden from screen readers",
	consequence: "People who rely on a screen reader land on controls that are never announced, or find the page empty.",
	hours: 1,
	doneBy: "developer",
	why: "The attribute aria-hidden hides part of the page from screen readers and agents, but the Tab key still reaches its links and buttons. The focus then lands on something that is not announced.",
	howToFix:
		"Hide unused elements with the hidden attribute or inert, which also removes them from the Tab order. Keep aria-hidden for decoration.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/",
	reviewed: "2026-11-21",
	note: "We read only the source. If a style sheet may hide a part from everyone, as with a closed menu, we skip that part.",
	evaluate(page) {
		const isBodyHidden = (page.digest.operability.found["aria-hidden-body"] ?? 0) > 0;
		return judgeBarriers(page, isBodyHidden ? WHOLE : PARTS);
	},
});
