import type { Barrier } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place, tallyBarriers } from "../shared/barriers.ts";

const LABEL = /\bfor attribute of <label>/;

const RULE: BarrierRule = {
	kinds: ["id-duplicate", "id-missing"],
	subject: ["reference", "references"],
	none: "The page uses no ids for names, descriptions or headers.",
	sound: ["to an id that exists once", "each to an id that exists once"],
	fault: ["points to no element, or to more than one", "point to no element, or to more than one"],
	cost: "whole",
	fix: (first: Barrier) =>
		first.kind === "id-duplicate"
			? `Give ${place(first)} a unique id, and update the references to it.`
			: `Make ${place(first)} refer to the id of an element on the page.`,
};

export const duplicateIdRefs = definePageCheck({
	id: "duplicate-id-refs",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "A broken reference leaves a field without its name, or a table cell without its header.",
	tableStakes: true,
	title: "Labels and descriptions refer to an id that exists once",
	fault: "Labels or descriptions refer to a missing or repeated id",
	problem: "screen readers may announce some of your form fields with the wrong name",
	consequence:
		"A screen reader may announce a field with the wrong name or none, so people may fill in the wrong thing.",
	hours: 1,
	doneBy: "developer",
	why: "Labels, ARIA names and table headers find their element by its id. If the id is duplicated or missing, the wrong field gets the label, or none does.",
	howToFix:
		"Use every id only once on a page, and make sure that for, headers and aria attributes refer to an existing id.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute",
	reviewed: "2026-11-21",
	note: "A duplicate id that nothing refers to does no harm and costs nothing.",
	evaluate(page) {
		const { barriers } = tallyBarriers(page, RULE.kinds);
		// A label with a broken reference is one fault: the field's.
		const isOfFields = barriers.length > 0 && barriers.every(isOfLabel);
		if (isOfFields && tallyBarriers(page, ["field-name"]).found > 0) {
			return { outcome: "not-applicable", says: 'The check "form-labels" reports labels that miss their field.' };
		}
		return judgeBarriers(page, RULE);
	},
});

/** Broken descriptions, names and header cells are unrelated to field labels. */
function isOfLabel({ says }: Barrier): boolean {
	return LABEL.test(says);
}
