import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../page/barriers.ts";

const RULE: BarrierRule = {
	kinds: ["frame-name"],
	subject: ["frame", "frames"],
	none: "The page has no frames that people reach.",
	sound: ["with a name", "each with a name"],
	fault: ["has no name", "have no name"],
	cost: "whole",
	terse: true,
	fix: (first) =>
		`Add to ${place(first)} a title that says what the frame shows, such as title="Map of the way to us".`,
};

export const frames = definePageCheck({
	id: "frames",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	mode: "light",
	weight: 1,
	weightReason: "What is inside can still be read, once somebody has gone in to see what it is.",
	title: "Every frame has a name",
	why: "A frame is a page in the page. Screen readers and agents decide by its name whether to enter it: a map, a video, a form, an advertisement.",
	howToFix: "Give every <iframe> a title that says what it shows.",
	reference: "https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/",
	reviewed: "2026-11-21",
	needs: [],
	evaluate: (page) => judgeBarriers(page, RULE),
});
