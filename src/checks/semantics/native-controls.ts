import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["click-without-control"],
	subject: ["other element with a click handler", "other elements with a click handler"],
	none: "Only real controls on the page have a click handler in the HTML.",
	sound: ["which works as a control", "which all work as controls"],
	fault: ["cannot be used with a keyboard or by an agent", "cannot be used with a keyboard or by an agent"],
	cost: "whole",
	terse: true,
	fix: (first) => `Make ${place(first)} a <button>, or a link if it leads to an address.`,
};

export const nativeControls = definePageCheck({
	id: "native-controls",
	pillar: "semantics",
	engines: ["answers"],
	grade: "vendor",
	atStake: "feature",
	weightReason: "Keyboards and most agents cannot use elements that only a mouse can click.",
	tableStakes: true,
	title: "Links and buttons work without a mouse",
	fault: "Some links and buttons only work with a mouse",
	problem: "some of your links and buttons only work with a mouse",
	consequence: "People who use a keyboard, and many assistants, cannot use these links and buttons.",
	hours: 4,
	doneBy: "developer",
	why: "Agents and assistive devices look for real controls: links, buttons and fields. A <div> with a click handler is not one. It gets no keyboard focus, reacts to no key and is not in their list.",
	howToFix: "Use <button> for actions and <a href> for links. You can style both as you like.",
	consumer: "Keyboards; screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://web.dev/articles/ai-agent-site-ux",
	reviewed: "2026-11-21",
	note: "We see only handlers in the HTML, not those that scripts attach later. WCAG 2.1.1 also requires keyboard access.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
