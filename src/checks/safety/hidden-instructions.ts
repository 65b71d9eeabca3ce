import { listing, plainCount } from "#core/wording.ts";
import type { HiddenText } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { findInstruction } from "../shared/instruction-lexicon.ts";

export const hiddenInstructions = definePageCheck({
	id: "hidden-instructions",
	pillar: "safety",
	engines: ["answers"],
	grade: "vendor",
	weight: 5,
	weightReason: "One such line can turn an agent against its user, and gets a site treated as hostile or as spam.",
	tableStakes: true,
	title: "No hidden text gives orders to AI agents",
	fault: "Hidden text gives orders to AI agents",
	consequence: "Assistants may act against the visitors they work for, and your site may be treated as hostile.",
	effort: "small",
	doneBy: "developer",
	why: "Text that people do not see, but agents read and may obey, is an attack on your visitors. It is often put there by others, through an advertisement, a plug-in or a comment form.",
	howToFix: "Remove the hidden text, and close the way by which it came in.",
	consumer: "AI browsers and agents that read pages, such as Comet, ChatGPT and Claude",
	reference: "https://brave.com/blog/comet-prompt-injection/",
	reviewed: "2026-11-21",
	note: "Hidden text is judged by its words: menus, skip links, cookie notes, polite hints to agents, and orders that are quoted in talk of such attacks are none.",
	evaluate(page) {
		const { hidden } = page.digest;
		const orders = hidden.flatMap((text) => {
			const phrase = findInstruction(text.text, text.how === "comment" ? "comment" : "element");
			return phrase === undefined ? [] : [{ text, phrase }];
		});
		const [first] = orders;
		if (!first) {
			const looked =
				hidden.length > 0 ? `${plainCount(hidden.length, "hidden passage")}, none of them` : "No hidden text is";
			return { outcome: "pass", says: `${looked} an order to AI agents.` };
		}
		const phrases = [...new Set(orders.map(({ phrase }) => `"${clip(phrase, 60)}"`))];
		return {
			outcome: "fail",
			says: `${page.url} hides ${plainCount(orders.length, "passage")} with orders to AI agents (${tellHow(first.text)}): ${listing(phrases)}.`,
			fix: `Remove the text at ${first.text.at} of ${page.url}, which begins: ${clip(first.text.text, 80)}`,
			exhibits: exhibitsOf(
				page,
				orders.map(({ text }) => ({ at: text.at, excerpt: text.text })),
			),
		};
	},
});

function tellHow({ how, at }: HiddenText): string {
	return `${how}, ${at}`;
}
