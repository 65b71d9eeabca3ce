import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

/** Words by which authors ask that nothing be filled in, as the barrier quotes them. */
const REFUSAL =
	/^autocomplete="(?:no|nop|nope|noop|nah|never|null|nothing|random|disable|[\w-]*off|(?:no|not|do-?not|don-?t)[\w-]*(?:fill|complete))"/i;

const RULE: BarrierRule = {
	kinds: ["autocomplete-invalid"],
	subject: ["autocomplete attribute", "autocomplete attributes"],
	none: "No field of the page has an autocomplete attribute.",
	sound: ["with a purpose that browsers know", "each with a purpose that browsers know"],
	fault: ["names no purpose that browsers know", "name no purpose that browsers know"],
	cost: "whole",
	fix: (first) =>
		REFUSAL.test(first.says)
			? `Write autocomplete="off" into ${place(first)}, which is HTML's word for it.`
			: `Write a purpose of HTML's list into ${place(first)}, such as "name", "email" or "tel".`,
};

export const autocomplete = definePageCheck({
	id: "autocomplete",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "The form can be filled in all the same, by hand.",
	tableStakes: true,
	title: "Form fields name their purpose in standard words",
	fault: "Form fields name their purpose in unknown words",
	consequence:
		"Browsers and password managers cannot fill in the form for your customers, who have to type it by hand.",
	effort: "small",
	doneBy: "developer",
	why: "Browsers, password managers and agents fill in a form by the purpose that autocomplete names. A word that is not on HTML's list is ignored.",
	howToFix:
		'Use the names that HTML lists: name, email, tel, street-address, postal-code, cc-number, new-password, and so on; write "off" only where nothing may be remembered.',
	consumer: "Autofill of Chrome, Safari and Firefox; password managers",
	reference: "https://www.w3.org/TR/WCAG22/#identify-input-purpose",
	reviewed: "2026-11-21",
	note: "WCAG 1.3.5 asks for a purpose on every field about the user. Whom a field is about cannot be seen in its HTML, so only purposes that are stated are judged (ACT rule 73f2c2).",
	evaluate: (page) => judgeBarriers(page, RULE),
});
