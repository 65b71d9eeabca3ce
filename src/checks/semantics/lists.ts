import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["list-structure"],
	subject: ["list element", "list elements"],
	none: "The page has no lists.",
	sound: ["where HTML puts it", "each where HTML puts it"],
	fault: ["stands where HTML puts none", "stand where HTML puts none"],
	cost: "whole",
	fix: (first) =>
		`Correct the list at ${place(first)}: only <li> directly in <ul> and <ol>, only <dt> and <dd> (or a <div> around them) in <dl>, and none of them outside.`,
};

export const lists = definePageCheck({
	id: "lists",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "The text is still there; that it is a list, and how long, is lost.",
	tableStakes: true,
	title: "Lists are marked up correctly",
	fault: "Lists are marked up wrongly",
	consequence: "Screen readers do not announce that these are lists, or how many steps, prices or features they hold.",
	effort: "small",
	doneBy: "developer",
	why: "Screen readers announce a list and the number of its items, and agents read steps, prices and features from lists. An item outside a list is just a line of text.",
	howToFix: "Put <li> directly into <ul>, <ol> or <menu>, and <dt> with <dd> into <dl>.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver)",
	reference: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-li-element",
	reviewed: "2026-11-21",
	evaluate: (page) => judgeBarriers(page, RULE),
});
