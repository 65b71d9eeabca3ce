import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["list-structure"],
	subject: ["list element", "list elements"],
	none: "The page has no lists.",
	sound: ["in the right place", "each in the right place"],
	fault: ["is in the wrong place", "are in the wrong place"],
	cost: "whole",
	fix: (first) =>
		`Correct the list at ${place(first)}: only <li> directly in <ul> and <ol>, only <dt> and <dd> (or a <div> around them) in <dl>, and none of these outside a list.`,
};

export const lists = definePageCheck({
	id: "lists",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "The text is still there, but people and machines do not know that it is a list or how long it is.",
	tableStakes: true,
	title: "Lists are marked up correctly",
	fault: "Lists are marked up incorrectly",
	problem: "screen readers do not announce some of your lists",
	consequence: "Screen readers do not announce these as lists or say how many steps, prices or features they contain.",
	hours: 0.5,
	doneBy: "developer",
	why: "Screen readers announce a list and the number of its items, and agents read steps, prices and features from lists. An item outside a list is just a line of text.",
	howToFix: "Put <li> directly into <ul>, <ol> or <menu>, and <dt> with <dd> into <dl>.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver)",
	reference: "https://html.spec.whatwg.org/multipage/grouping-content.html#the-li-element",
	reviewed: "2026-11-21",
	evaluate: (page) => judgeBarriers(page, RULE),
});
