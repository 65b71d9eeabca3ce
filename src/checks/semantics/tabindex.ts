import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["tabindex-positive"],
	subject: ["tabindex", "tabindexes"],
	none: "The page does not use tabindex.",
	sound: ["which is not above 0", "none above 0"],
	fault: ["changes the order of the Tab key", "change the order of the Tab key"],
	cost: "half",
	terse: true,
	fix: (first) =>
		`Change ${place(first)} to tabindex="0", or remove it, and move the element to its place in the order.`,
};

export const tabindex = definePageCheck({
	id: "tabindex",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "People can still reach everything. Only the order jumps.",
	tableStakes: true,
	title: "The Tab key follows the order of the page",
	fault: "The Tab key jumps around the page",
	problem: "people who use a keyboard lose their place on your page",
	consequence: "People who use a keyboard jump from one part of the page to another and lose their place.",
	hours: 0.5,
	doneBy: "developer",
	why: "An element with a tabindex above 0 comes before everything else on the page. People who use a keyboard, and agents that press Tab, jump from the menu to the footer and back.",
	howToFix: "Remove every tabindex above 0, and put the elements into the HTML in the right order.",
	consumer: "Keyboards",
	reference: "https://www.w3.org/TR/WCAG22/#focus-order",
	reviewed: "2026-11-21",
	note: "WCAG fails an order that changes the meaning, not the number itself. HTML advises against numbers above 0. So each such element loses half of its share.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
