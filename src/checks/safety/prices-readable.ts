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
	problem: "search engines and assistants cannot read your prices",
	consequence: "Search engines and assistants that compare prices cannot quote yours and skip your products.",
	hours: 6,
	doneBy: "developer",
	why: "Crawlers and assistants read the HTML that your server sends. If a script adds the prices, or there is a dash instead, they have nothing to quote or compare.",
	howToFix: "Put each price with its currency into the HTML of the page. Scripts may update it.",
	consumer: "Google Shopping, Bing Shopping, ChatGPT, Perplexity",
	reference: "https://support.google.com/merchants/answer/6363310",
	reviewed: "2026-11-22",
	note: 'We check only shops. A dash in place of a price counts as missing. An empty element, which may be for a reduced price, and a currency alone, whose figure may be next to it, do not. We do not ask for prices on a page that sells nothing. "Price on request" is the owner\'s choice.',
	yieldsTo: ["text-without-js", "auth-gate"],
	evaluate(page): Verdict {
		const { amounts, blankPrices } = page.digest.customer;
		const [first] = blankPrices.first;
		if (first) {
			const total = amounts + blankPrices.count;
			const details = {
				says: `${plural(blankPrices.count, "A price", `${blankPrices.count} prices`)} of ${page.url} ${plural(blankPrices.count, "has", "have")} a dash instead of a figure. We can read ${plainCount(amounts, "amount")} of money.`,
				fix: `Put the price with its currency into ${clip(first.excerpt, 120)} (${first.at}) of ${page.url}.`,
				exhibits: exhibitsOf(page, blankPrices.first),
			};
			return amounts === 0
				? { outcome: "fail", ...details }
				: { outcome: "partial", ratio: amounts / total, fault: "Some prices are missing from the page", ...details };
		}
		if (amounts > 0) return { outcome: "pass", says: `The page shows ${plainCount(amounts, "amount")} of money.` };
		if (!offers(page)) return { outcome: "not-applicable", says: "The page sells nothing." };
		return {
			outcome: "fail",
			says: `${page.url} has an add-to-basket button or form, but its text contains no amount of money.`,
			fix: `Put the price of each product, with its currency, into the HTML of ${page.url}.`,
		};
	},
});

function offers({ digest }: Page): boolean {
	return digest.forms.some(
		({ action, method }) =>
			action !== null && method === "post" && /\/(?:cart|basket)\/(?:add)?\b|add[-_]to[-_]cart/i.test(action),
	);
}
