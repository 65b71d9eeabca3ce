import { listing, plainCount } from "#core/wording.ts";
import type { Stated } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

/** One price that is wrong is enough for a shop to lose its listings. */
const ONE_WRONG = 0.25;

export const priceParity = definePageCheck({
	id: "price-parity",
	pillar: "safety",
	axis: "structure",
	engines: ["search"],
	grade: "vendor",
	atStake: "page",
	weightReason: "A wrong price misleads everybody who comes from a search, and shops lose their listings over it.",
	tableStakes: true,
	title: "Prices in the data match prices on the page",
	fault: "Prices in the data differ from prices on the page",
	consequence:
		"Buyers may see a price in search results that your page does not show, and Google may drop the listing.",
	effort: "medium",
	doneBy: "developer",
	why: "Search engines show the price of the structured data. Where the page says another, buyers are misled and search engines may drop the listing.",
	howToFix: "Fill the markup and the visible price from one source, in the same currency and with the same taxes.",
	consumer: "Google Search and Shopping",
	counterEvidence: {
		says: "In a direct-fetch test by searchVIU, none of five AI systems read a price that stood only in JSON-LD.",
		source:
			"https://www.searchviu.com/en/schema-markup-and-ai-in-2025-what-chatgpt-claude-perplexity-gemini-really-see/",
	},
	reference: "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
	reviewed: "2026-11-21",
	note: "A price counts as shown in any usual spelling, and a product with several offers when one of them is shown. Digits of two elements that touch, such as large euros and small cents, are read together and apart; where neither is the price, it is no more than a warning. A page whose text holds no amount of money at all earns half: a script may add the price, which readers without scripts never see.",
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
				says: `The page shows the price that it states (${listing(shown.map(({ value }) => clip(value, 30)))}).`,
			};
		}
		const named = listing(unseen.map(({ value }) => clip(value, 30)));
		const exhibits = exhibitsOf(page, unseen);
		const { instead } = first;
		if (instead === undefined) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "Prices in the data are not shown on the page",
				says: `The structured data of ${page.url} states ${plainCount(unseen.length, "price")} (${named}), and the text as it is sent holds no amount of money.`,
				fix: `Write the price ${clip(first.value, 30)} into the HTML of ${page.url}, where it is sold.`,
				exhibits,
			};
		}
		const pieced = unseen.some((each) => each.pieced);
		const said = {
			says: `The structured data of ${page.url} states ${named}; the text does not hold that, but ${clip(instead, 30)}${pieced ? ", in pieces that may be read in several ways" : ""}.`,
			fix: `Make ${first.property} at ${first.at} of ${page.url} the price that the page shows, or show ${clip(first.value, 30)}.`,
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
