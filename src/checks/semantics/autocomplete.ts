import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

/** Values by which authors try to disable autofill, as the barrier quotes them. */
const REFUSAL =
	/^autocomplete="(?:no|nop|nope|noop|nah|never|null|nothing|random|disable|[\w-]*off|(?:no|not|do-?not|don-?t)[\w-]*(?:fill|complete))"/i;

const RULE: BarrierRule = {
	kinds: ["autocomplete-invalid"],
	subject: ["autocomplete attribute", "autocomplete attributes"],
	none: "The page has no fields with an autocomplete attribute.",
	sound: ["with a value that browsers know", "each with a value that browsers know"],
	fault: ["has a value that browsers do not know", "have values that browsers do not know"],
	cost: "whole",
	fix: (first) =>
		REFUSAL.test(first.says)
			? `Change ${place(first)} to autocomplete="off", which is the correct HTML value.`
			: `Use a value from HTML's list in ${place(first)}, such as "name", "email" or "tel".`,
};

export const autocomplete = definePageCheck({
	id: "autocomplete",
	pillar: "semantics",
	engines: ["answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "People can still fill in the form by hand.",
	tableStakes: true,
	title: "Form fields support autofill (autocomplete)",
	fault: "Browsers cannot autofill some form fields",
	problem: "browsers cannot fill in your form for customers",
	consequence:
		"Browsers and password managers cannot fill in the form, so your customers have to type everything by hand.",
	hours: 0.5,
	doneBy: "developer",
	why: "Browsers, password managers and agents use the autocomplete attribute to know what belongs in a field. They ignore a value that is not on HTML's list.",
	howToFix:
		'Use the names that HTML lists: name, email, tel, street-address, postal-code, cc-number, new-password, and so on. Use "off" only for fields that browsers must not remember.',
	consumer: "Autofill of Chrome, Safari and Firefox; password managers",
	reference: "https://www.w3.org/TR/WCAG22/#identify-input-purpose",
	reviewed: "2026-11-21",
	note: "WCAG 1.3.5 requires a purpose on every field about the user. The HTML does not show whom a field is about, so we judge only values that are there (ACT rule 73f2c2).",
	evaluate: (page) => judgeBarriers(page, RULE),
});
