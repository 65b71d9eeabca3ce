import { listing, plainCount } from "#core/wording.ts";
import type { Stated } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** One wrong price may cost a shop its listings. */
const ONE_WRONG = 0.25;

export const priceParity = definePageCheck({
	id: "price-parity",
	pillar: "safety",
	axis: "structure",
	engines: ["search"],
	grade: "vendor",
	atStake: "page",
	weightReason: "A wrong price misleads every visitor from search, and shops can lose their listings because of it.",
	tableStakes: true,
	title: "Prices in the structured data match the page",
	fault: "Prices in the structured data differ from the page",
	problem: "search results may show prices that your page does not",
	consequence:
		"Buyers may see a price in search results that your page does not show, and Google may drop the listing.",
	hours: 4,
	doneBy: "developer",
	why: "Search engines show the price from the structured data. If the page shows a different price, buyers are misled and search engines may drop the listing.",
	howToFix: "Fill the data and the visible price from the same source, in the same currency and with the same taxes.",
	consumer: "Google Search and Shopping",
	counterEvidence: {
		says: "In a direct-fetch test by searchVIU, none of 5 AI systems read a price that was only in JSON-LD.",
		source:
			"https://www.searchviu.com/en/schema-markup-and-ai-in-2025-what-chatgpt-claude-perplexity-gemini-really-see/",
	},
	reference: "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
	reviewed: "2026-11-21",
	note: "A price counts as shown in any common spelling. For a product with several offers, one shown price is enough. We read digits in adjacent elements, such as large euros and small cents, both together and separately. If neither is the price, it is only a warning. A page without any amount of money in its text earns half: a script may add the price, but crawlers without scripts never see it.",
	yieldsTo: ["text-without-js"],
	evaluate(page) {
		const things = pricesOf(page.digest.stated);
		if (things.length === 0) return { outcome: "not-applicable", says: "The structured data states no price." };
		const unseen = things.filter((prices) => prices.every(({ visible }) => !visible)).flatMap(([first]) => first ?? []);
		const [first] = unseen;
		if (!first) {
			const shown = things.flatMap((prices) => prices.find(({ visible }) => visible) ?? []);
			return {
				outcome: "pass",
				says: `The page shows the price in its data (${listing(shown.map(({ value }) => clip(value, 30)))}).`,
			};
		}
		const named = listing(unseen.map(({ value }) => clip(value, 30)));
		const exhibits = exhibitsOf(page, unseen);
		const { instead } = first;
		if (instead === undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The page does not show the prices in its structured data",
				says: `The structured data of ${page.url} states ${plainCount(unseen.length, "price")} (${named}), but the HTML text contains no amount of money.`,
				fix: `Add the price ${clip(first.value, 30)} to the HTML of ${page.url}, next to the product.`,
				exhibits,
			};
		}
		const pieced = unseen.some((each) => each.pieced);
		const said = {
			says: `The structured data of ${page.url} states ${named}, but the text shows ${clip(instead, 30)}${pieced ? ", in pieces that can be read in several ways" : ""}.`,
			fix: `Change ${first.property} at ${first.at} of ${page.url} to the price that the page shows, or show ${clip(first.value, 30)}.`,
			exhibits,
		};
		const ratio = 1 - unseen.length / things.length;
		if (ratio > 0) return { outcome: "partial", ratio: pieced ? ratio : Math.min(ratio, ONE_WRONG), ...said };
		return pieced ? { outcome: "partial", ratio: 0.5, ...said } : { outcome: "fail", ...said };
	},
});

function pricesOf(stated: readonly Stated[]): readonly (readonly Stated[])[] {
	const things = new Map<string, Stated[]>();
	for (const each of stated) {
		if (each.property !== "price" && each.property !== "lowPrice") continue;
		things.set(each.of, [...(things.get(each.of) ?? []), each]);
	}
	return [...things.values()];
}
