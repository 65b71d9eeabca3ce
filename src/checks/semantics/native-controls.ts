import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["click-without-control"],
	subject: ["other element with a click handler", "other elements with a click handler"],
	none: "No element of the page has a click handler in its HTML, but for buttons and the like.",
	sound: ["a control, or with the role and the focus of one", "each a control, or with the role and the focus of one"],
	fault: ["is no control to a keyboard or an agent", "are no controls to a keyboard or an agent"],
	cost: "whole",
	terse: true,
	fix: (first) => `Make ${place(first)} a <button>, or a link where it leads to an address.`,
};

export const nativeControls = definePageCheck({
	id: "native-controls",
	pillar: "semantics",
	engines: ["answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "What only a mouse can click is out of reach for keyboards and for most agents.",
	tableStakes: true,
	title: "What can be clicked is a real link or button",
	fault: "Some links and buttons only work with a mouse",
	consequence: "People who use a keyboard, and many assistants, cannot use what only a mouse can click.",
	effort: "medium",
	doneBy: "developer",
	why: "Agents and assistive devices find what they can do on a page among its controls. A div with a click handler is none: it takes no focus, answers no key and is not in their list.",
	howToFix:
		"Use <button> for what does something and <a href> for what leads somewhere; style them as you like, and leave the click to them.",
	consumer: "Keyboards; screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://web.dev/articles/ai-agent-site-ux",
	reviewed: "2026-11-21",
	note: "Only handlers in the HTML are seen; those that scripts attach later are not. WCAG 2.1.1 asks the same of keyboards.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
