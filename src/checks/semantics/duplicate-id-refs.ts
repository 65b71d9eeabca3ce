import type { Barrier } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place, tallyBarriers } from "../shared/barriers.ts";

const LABEL = /\bfor of <label>/;

const RULE: BarrierRule = {
	kinds: ["id-duplicate", "id-missing"],
	subject: ["reference", "references"],
	none: "Nothing on the page refers to an id for its name, description or header.",
	sound: ["to an id that stands on the page once", "each to an id that stands on the page once"],
	fault: ["goes nowhere, or to more than one element", "go nowhere, or to more than one element"],
	cost: "whole",
	fix: (first: Barrier) =>
		first.kind === "id-duplicate"
			? `Give ${place(first)} an id of its own, and correct what refers to it.`
			: `Let ${place(first)} name the id of an element that is on the page.`,
};

export const duplicateIdRefs = definePageCheck({
	id: "duplicate-id-refs",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "A reference that leads nowhere leaves a field without its name, or a cell without its header.",
	tableStakes: true,
	title: "Labels and descriptions refer to an id that exists once",
	fault: "Labels or descriptions refer to a missing or repeated id",
	consequence:
		"A field may be announced with the wrong name or none, so people who use a screen reader may fill in the wrong thing.",
	effort: "small",
	doneBy: "developer",
	why: "Labels, ARIA names and table headers find their element by its id. Where the id stands twice or nowhere, the wrong field gets the label, or none does.",
	howToFix: "Keep every id unique on its page, and let for, headers and aria attributes name one that exists.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent",
	reference: "https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute",
	reviewed: "2026-11-21",
	note: "A repeated id that nothing refers to does no harm and costs nothing.",
	evaluate(page) {
		const { barriers } = tallyBarriers(page, RULE.kinds);
		// A label that misses its field is one fault: the field's.
		const isOfFields = barriers.length > 0 && barriers.every(isOfLabel);
		if (isOfFields && tallyBarriers(page, ["field-name"]).found > 0) {
			return { outcome: "not-applicable", says: 'Labels that miss their field are reported by "form-labels".' };
		}
		return judgeBarriers(page, RULE);
	},
});

/** A description, a name or a header cell that misses has nothing to do with the labels of fields. */
function isOfLabel({ says }: Barrier): boolean {
	return LABEL.test(says);
}
