import type { Page } from "#evidence/evidence-map.ts";
import { metaOf, ownAuthor, ownHeadline, ownPicture, ownPublication } from "./page-values.ts";

interface Proposal {
	/** What the page itself says, ready for JSON; undefined where it does not say it. */
	value(page: Page): unknown;
	/** What to write where nothing is known: no value is made up. */
	readonly words: string;
}

const price = (page: Page) => metaOf(page, "product:price:amount", "og:price:amount");
/** A longer value is told in words: cut, it would be wrong. */
const LONGEST = 200;

/** By the path that VENDOR_REQUIREMENTS names; `offers` are there where one of their properties is asked for. */
const PROPOSALS: Readonly<Record<string, Proposal>> = {
	headline: { value: ownHeadline, words: "its headline" },
	name: { value: ownHeadline, words: "its name" },
	image: { value: ownPicture, words: "the address of its picture" },
	datePublished: { value: ownPublication, words: "the day it was published" },
	"author.name": {
		value: (page) => {
			const name = ownAuthor(page);
			return name && { "@type": "Person", name };
		},
		words: "who wrote it",
	},
	"offers.price": { value: price, words: "the price as a number" },
	"offers.price as a number": { value: price, words: "the price as a number" },
	"offers.lowPrice": { value: price, words: "the lowest price as a number" },
	"offers.priceCurrency": {
		value: (page) => metaOf(page, "product:price:currency", "og:price:currency"),
		words: "the currency in three letters",
	},
};

/**
 * A property to add, for a fix: `"image": "https://example.com/p.jpg"` where the page says it elsewhere, else in words,
 * `"image" with the address of its picture`.
 */
export function proposedProperty(page: Page, path: string): string {
	const [first = "", second] = path.split(/[. ]/);
	const inOffers = first === "offers";
	const name = inOffers && second ? second : first;
	const proposal = PROPOSALS[path];
	const json = JSON.stringify(proposal?.value(page)) ?? "";
	const known = json !== "" && json.length <= LONGEST ? `: ${json}` : "";
	const told = known || !proposal ? `"${name}"${known}` : `"${name}" with ${proposal.words}`;
	return inOffers ? `${told} in its offers` : told;
}
