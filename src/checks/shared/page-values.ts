/** What a page says of itself outside its structured data: values for the lines that a check proposes. */

import type { Page } from "#evidence/evidence-map.ts";
import { dayOf, shownDay } from "./article-dates.ts";

/** Pictures of the site's frame, and what stands in for pictures, by their address or tag. */
const ORNAMENT =
	/logo|icon|avatar|gravatar|sprite|pixel|spacer|blank|placehold|dummy|badge|banner|button|arrow|emoji|flag|loader|loading|spinner|captcha|payment|social|\.(?:svg|gif|ico)(?:\?|$)/i;
/** Previews ask for 200 pixels at least, and look well from 600 on; what is smaller is a thumbnail or measures visits. */
const SMALLEST = 300;
const LONGEST_NAME = 80;

/** The first of these tags that has a value, on one line. */
export function metaOf({ digest }: Page, ...keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const content = digest.metas.find((meta) => meta.key === key && meta.content.trim() !== "")?.content;
		if (content !== undefined) return content.replace(/\s+/g, " ").trim();
	}
	return undefined;
}

/** Its main heading, or what its tags call it. */
export function ownHeadline(page: Page): string | undefined {
	const { headings, titles } = page.digest;
	const heading = headings.find(({ level, hidden, text }) => level === 1 && !hidden && text.trim() !== "");
	return heading?.text.trim() ?? metaOf(page, "og:title") ?? (titles[0]?.text.trim() || undefined);
}

/** The picture that it gives itself for previews. */
export function ownPicture(page: Page): string | undefined {
	const address = metaOf(page, "og:image", "og:image:url", "og:image:secure_url", "twitter:image");
	return address === undefined ? undefined : absolute(address, page.url);
}

/** The first picture that belongs to the content and is large enough for a preview, as far as name and tag tell. */
export function firstPicture(page: Page): string | undefined {
	const shown = page.digest.images.find(
		({ src, decorative, excerpt }) =>
			src && !decorative && !ORNAMENT.test(src) && !ORNAMENT.test(excerpt) && isLarge(src, excerpt),
	);
	return shown?.src ? absolute(shown.src, page.url) : undefined;
}

/** By the tag's own size; where it says none, only formats of photographs are taken for one. */
function isLarge(src: string, tag: string): boolean {
	const sizes = [...tag.matchAll(/\b(?:width|height)=["']?(\d+)/gi)].map(([, pixels]) => Number(pixels));
	if (sizes.length > 0) return sizes.every((pixels) => pixels >= SMALLEST);
	return /\.(?:jpe?g|webp|avif)(?:\?|$)/i.test(src);
}

/** When it was published: the time of its tag, or the day that it shows. */
export function ownPublication(page: Page): string | undefined {
	const tagged = metaOf(page, "article:published_time");
	return dayOf(tagged) === undefined ? shownDay(page, "published")?.day : tagged;
}

/** Who wrote it, by its byline or its tag. */
export function ownAuthor(page: Page): string | undefined {
	const name = page.digest.bylines[0]?.name.trim() || metaOf(page, "author", "article:author");
	return name === undefined || name.length > LONGEST_NAME || /^https?:/i.test(name) ? undefined : name;
}

function absolute(address: string, base: string): string | undefined {
	const url = URL.parse(address, base);
	return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

interface Proposal {
	/** What the page itself says, ready for JSON; undefined where it does not say it. */
	value(page: Page): unknown;
	/** What to write where nothing is known: no value is made up. */
	readonly words: string;
}

const price = (page: Page) => metaOf(page, "product:price:amount", "og:price:amount");
/** A longer value is described in words: cut, it would be wrong. */
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
	const opening = known || !proposal ? `"${name}"${known}` : `"${name}" with ${proposal.words}`;
	return inOffers ? `${opening} in its offers` : opening;
}
