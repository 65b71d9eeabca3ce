import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["tabindex-positive"],
	subject: ["tabindex", "tabindexes"],
	none: "No element of the page has a tabindex.",
	sound: ["and it is not above 0", "none above 0"],
	fault: ["jumps the queue of the Tab key", "jump the queue of the Tab key"],
	cost: "half",
	terse: true,
	fix: (first) => `Write tabindex="0" in ${place(first)}, or take it away, and move the element to where its turn is.`,
};

export const tabindex = definePageCheck({
	id: "tabindex",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Everything stays within reach; only the order jumps.",
	tableStakes: true,
	title: "The Tab key follows the order of the page",
	fault: "The Tab key jumps around the page",
	consequence: "People who use a keyboard are thrown from one part of the page to another and lose their place.",
	effort: "small",
	doneBy: "developer",
	why: "A tabindex above 0 goes before everything else on the page. People on a keyboard, and agents that press Tab, are thrown from the menu to the footer and back.",
	howToFix: "Take away every tabindex above 0, and put the elements into the HTML in the order of their turn.",
	consumer: "Keyboards",
	reference: "https://www.w3.org/TR/WCAG22/#focus-order",
	reviewed: "2026-11-21",
	note: "WCAG fails an order that changes the meaning, not the number itself; HTML advises against numbers above 0. So each such element loses half of its share.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
