import type { Barrier, BarrierKind } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { type BarrierRule, judgeBarriers, place } from "../shared/barriers.ts";

const FIXES: Readonly<Partial<Record<BarrierKind, (where: string) => string>>> = {
	"link-name": (where) => `Say in ${where} where it leads: as text, as alt of the image inside, or as aria-label.`,
	"button-name": (where) => `Say in ${where} what it does: as text, or as aria-label if it only shows a symbol.`,
	"image-button-name": (where) => `Give ${where} an alt that says what it does.`,
	"menuitem-name": (where) => `Give ${where} a text or an aria-label.`,
	"summary-name": (where) => `Say in ${where} what it opens.`,
};

const RULE: BarrierRule = {
	kinds: ["link-name", "button-name", "image-button-name", "menuitem-name", "summary-name"],
	subject: ["link or button", "links and buttons"],
	none: "The page has no links or buttons.",
	sound: ["with a name", "each with a name"],
	fault: ["has no name", "have no name"],
	cost: "whole",
	terse: true,
	fix: (first: Barrier) =>
		fixOfPlaceholder(first) ?? FIXES[first.kind]?.(place(first)) ?? `Give ${place(first)} a name.`,
};

/** A placeholder link has no target that its name could describe. */
function fixOfPlaceholder(first: Barrier): string | undefined {
	if (first.kind !== "link-name" || !/\shref=(?:["']#!?["']|#!?(?=[\s>]))/i.test(first.excerpt)) return undefined;
	return `Give ${place(first)} an address and a name that says where it leads, or remove it. If it only starts a script, make it a <button> with a name.`;
}

export const controlNames = definePageCheck({
	id: "control-names",
	pillar: "semantics",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "feature",
	weightReason: "Only people who can see the symbol can use a control without a name.",
	title: "Links and buttons have a text name",
	fault: "Some links or buttons have no text name",
	problem: "assistants and screen readers cannot tell what some links or buttons do",
	consequence:
		"People who use a screen reader, and assistants that act for a customer, cannot tell what these controls do.",
	hours: 1.5,
	doneBy: "developer",
	why: 'A screen reader only says "link", and an agent sees an empty box. People who cannot see the symbol do not know what the control does. Search engines also use the text of links to understand the linked page.',
	howToFix:
		"Put text into every link and button. If it shows only an image, give the image an alt or the control an aria-label.",
	consumer: "Screen readers (NVDA, JAWS, VoiceOver); ChatGPT's browser agent; Google Search (link text)",
	reference: "https://www.w3.org/TR/WCAG22/#name-role-value",
	reviewed: "2026-11-21",
	note: "Based on the ACT rules c487ae, 97a4e1, 59796f, m6b1q3 and 2t702h. The check form-labels covers form fields, the check alt covers images.",
	evaluate: (page) => judgeBarriers(page, RULE),
});
