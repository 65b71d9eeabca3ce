import type { Verdict } from "#core/verdict.ts";
import { plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const pricesReadable = definePageCheck({
	id: "prices-readable",
	pillar: "safety",
	axis: "structure",
	engines: ["search", "answers"],
	grade: "vendor",
	presets: ["ecommerce"],
	atStake: "feature",
	weightReason: "If machines cannot read a shop's prices, they cannot compare or recommend it by price.",
	title: "Prices are readable on the page",
	fault: "Prices are missing from the page",
	consequence: "Search engines and assistants that compare prices cannot quote yours and pass over your products.",
	effort: "medium",
	doneBy: "developer",
	why: "Crawlers and assistants read the page as it is sent. Where a script adds the prices, or a dash stands in their place, there is nothing to quote or compare.",
	howToFix: "Write each price with its currency into the HTML of the page, and let scripts only update it.",
	consumer: "Google Shopping, Bing Shopping, ChatGPT, Perplexity",
	reference: "https://support.google.com/merchants/answer/6363310",
	reviewed: "2026-11-22",
	note: "Asked of shops only. A dash where a price belongs counts as missing; an empty element, which may hold a reduced price, and a currency alone, whose figure may stand beside it, do not. A page that offers nothing to buy is not asked for prices; prices on request in words are the owner's choice.",
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page): Verdict {
		const { amounts, blankPrices } = page.digest.customer;
		const [first] = blankPrices.first;
		if (first) {
			const total = amounts + blankPrices.count;
			const details = {
				says: `${plural(blankPrices.count, "A price", `${blankPrices.count} prices`)} of ${page.url} ${plural(blankPrices.count, "has", "have")} a dash in place of a figure; ${plainCount(amounts, "amount")} of money can be read.`,
				fix: `Write the price into ${clip(first.excerpt, 120)} (${first.at}) of ${page.url}, with its currency.`,
				exhibits: exhibitsOf(page, blankPrices.first),
			};
			return amounts === 0
				? { outcome: "fail", ...details }
				: { outcome: "partial", ratio: amounts / total, fault: "Some prices are missing from the page", ...details };
		}
		if (amounts > 0) return { outcome: "pass", says: `${plainCount(amounts, "amount")} of money can be read.` };
		if (!offers(page)) return { outcome: "not-applicable", says: "The page offers nothing to buy." };
		return {
			outcome: "fail",
			says: `${page.url} has a button or form that fills a basket, and its text holds no amount of money.`,
			fix: `Write the price of each product into the HTML of ${page.url}, with its currency.`,
		};
	},
});

function offers({ digest }: Page): boolean {
	return digest.forms.some(
		({ action, method }) =>
			action !== null && method === "post" && /\/(?:cart|basket)\/(?:add)?\b|add[-_]to[-_]cart/i.test(action),
	);
}
