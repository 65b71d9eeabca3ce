import type { Target } from "#core/target.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Located } from "#evidence/page-digest.ts";
import { foldName, organizationOf, websiteOf } from "./site-identity.ts";
import { graphOf, textOf } from "./structured-data.ts";

const ORNAMENT =
	/logo|icon|avatar|gravatar|sprite|pixel|spacer|blank|placehold|dummy|badge|banner|button|arrow|emoji|flag|loader|loading|spinner|captcha|payment|social|\.(?:svg|gif|ico)(?:\?|$)/i;
/** Previews need at least 200 pixels and look good from 600; smaller images are thumbnails or tracking pixels. */
const SMALLEST = 300;
const LONGEST_NAME = 80;

export function metaOf({ digest }: Page, ...keys: readonly string[]): string | undefined {
	for (const key of keys) {
		const content = digest.metas.find((meta) => meta.key === key && meta.content.trim() !== "")?.content;
		if (content !== undefined) return content.replace(/\s+/g, " ").trim();
	}
	return undefined;
}

export function ownHeadline(page: Page): string | undefined {
	const { headings, titles } = page.digest;
	const heading = headings.find(({ level, hidden, text }) => level === 1 && !hidden && text.trim() !== "");
	return heading?.text.trim() ?? metaOf(page, "og:title") ?? (titles[0]?.text.trim() || undefined);
}

export function ownPicture(page: Page): string | undefined {
	const address = metaOf(page, "og:image", "og:image:url", "og:image:secure_url", "twitter:image");
	return address === undefined ? undefined : absolute(address, page.url);
}

export function firstPicture(page: Page): string | undefined {
	const shown = page.digest.images.find(
		({ src, decorative, excerpt }) =>
			src && !decorative && !ORNAMENT.test(src) && !ORNAMENT.test(excerpt) && isLarge(src, excerpt),
	);
	return shown?.src ? absolute(shown.src, page.url) : undefined;
}

/** By the tag's dimensions; without them, only photo formats count as large. */
function isLarge(src: string, tag: string): boolean {
	const sizes = [...tag.matchAll(/\b(?:width|height)=["']?(\d+)/gi)].map(([, pixels]) => Number(pixels));
	if (sizes.length > 0) return sizes.every((pixels) => pixels >= SMALLEST);
	return /\.(?:jpe?g|webp|avif)(?:\?|$)/i.test(src);
}

export interface StatedDay {
	/** `YYYY-MM-DD` */
	readonly day: string;
	readonly who: string;
	readonly place?: Located | undefined;
}

export const PUBLISHED_AND_UPDATED = [
	["published", "datePublished"],
	["updated", "dateModified"],
] as const;

type Label = (typeof PUBLISHED_AND_UPDATED)[number][0];

/** The first published date or the latest update; undefined if all dates of the page are ambiguous. */
export function shownDay({ digest }: Page, label: Label): StatedDay | undefined {
	const found = digest.dates.flatMap((each) =>
		each.label === label && each.date !== null ? [{ ...each, day: each.date }] : [],
	);
	const best = label === "published" ? found[0] : found.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
	return best && { day: best.day, who: `the visible date (${label})`, place: best };
}

/** Defaults that programs write for unset dates. */
const UNSET: ReadonlySet<string> = new Set(["0001-01-01", "1970-01-01"]);

export function dayOf(value: string | undefined): string | undefined {
	const day = /^\s*(\d{4}-\d\d-\d\d)/.exec(value ?? "")?.[1];
	return day === undefined || UNSET.has(day) || Number.isNaN(Date.parse(day)) ? undefined : day;
}

export function ownPublication(page: Page): string | undefined {
	const tagged = metaOf(page, "article:published_time");
	return dayOf(tagged) === undefined ? shownDay(page, "published")?.day : tagged;
}

export function ownAuthor(page: Page): string | undefined {
	const name = page.digest.bylines[0]?.name.trim() || metaOf(page, "author", "article:author");
	return name === undefined || name.length > LONGEST_NAME || /^https?:/i.test(name) ? undefined : name;
}

function absolute(address: string, base: string): string | undefined {
	const url = URL.parse(address, base);
	return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

interface Proposal {
	/** The page's own value, ready for JSON; undefined if the page does not state it. */
	value(page: Page): unknown;
	/** Description to use if the value is unknown: no value is invented. */
	readonly words: string;
}

const price = (page: Page) => metaOf(page, "product:price:amount", "og:price:amount");
/** A longer value is described in words, because cutting it would make it wrong. */
const LONGEST = 200;

/** By path in VENDOR_REQUIREMENTS; includes `offers` if one of its properties is needed. */
const PROPOSALS: Readonly<Record<string, Proposal>> = {
	headline: { value: ownHeadline, words: "its headline" },
	name: { value: ownHeadline, words: "its name" },
	image: { value: ownPicture, words: "the address of its image" },
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
		words: "the currency as a 3-letter code",
	},
};

/** For a fix: `"image": "https://example.com/p.jpg"` if the page states it elsewhere, else a description. */
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

/** Longer names are sentences. */
const LONGEST_PART = 60;
/** Separators in titles: a bar, a dot or a dash between spaces; brackets contain a short form. */
const SEPARATORS = /\s*[|•·»«›‹]\s*|\s+[-–—:~]+\s+|:\s+|[()[\]]/u;

/** From tags and data, else the home link or title part that the host name confirms. Never derived from the domain. */
export function shownName(page: Page, { host }: Target): string | undefined {
	const graph = graphOf(page);
	const [site, organization] = [websiteOf(graph), organizationOf(graph)];
	const stated = [
		metaOf(page, "og:site_name"),
		site && textOf(graph, site, "name"),
		organization && textOf(graph, organization, "name"),
		metaOf(page, "application-name", "apple-mobile-web-app-title"),
	];
	const { titles, headings } = page.digest;
	const parts = [...(titles[0]?.text.split(SEPARATORS) ?? []), headings.find(({ level }) => level === 1)?.text ?? ""];
	const links = homeLinks(page);
	const inBoth = links.filter((link) => parts.some((part) => foldName(part).trim() === foldName(link).trim()));
	const seen = [...inBoth, ...parts, ...links].map((name) => name.replace(/[®™©]/g, "").trim());
	return (
		stated.find((name) => name && isName(name))?.trim() ??
		seen.find((name) => isName(name) && isHostItself(name, host)) ??
		seen.find((name) => isName(name) && isConfirmed(name, host))
	);
}

function homeLinks({ url, digest }: Page): readonly string[] {
	const { origin } = new URL(url);
	const home = digest.anchors.filter((anchor) => {
		const target = anchor.url === null ? null : URL.parse(anchor.url);
		return target?.origin === origin && /^\/(?:index\.\w+)?$/.test(target.pathname);
	});
	return home.map(({ name }) => name);
}

/** A name, not a sentence, and not just the domain again. */
function isName(name: string): boolean {
	const { length } = name.trim();
	return length > 0 && length <= LONGEST_PART && !/^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(name.trim());
}

function isHostItself(name: string, host: string): boolean {
	const { joined, longest } = compared(name, host);
	return joined.length > 2 && joined === longest;
}

function isConfirmed(name: string, host: string): boolean {
	const { words, joined, whole, longest } = compared(name, host);
	if (joined.length < 3 || longest.length < 3) return false;
	if (words.every((word) => whole.includes(word))) return words.some((word) => word.length > 2);
	return longest.length > 3 && joined.startsWith(longest) && words.length <= 4;
}

function compared(name: string, host: string) {
	const labels = host
		.replace(/^www\./, "")
		.split(".")
		.slice(0, -1)
		.map((label) => foldName(label).replaceAll("-", ""));
	const words = foldName(name)
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== "");
	const longest = labels.toSorted((a, b) => b.length - a.length)[0] ?? "";
	return { words, joined: words.join(""), whole: labels.join(""), longest };
}

/** A JSON-LD block to add, with the page's address and name; "…" stands for an unknown name. */
export function namedBlock(page: Page, type: "Organization" | "WebSite", name: string | undefined): string {
	const node = { "@context": "https://schema.org", "@type": type, name: name ?? "…", url: new URL("/", page.url).href };
	// A name may contain `</script>`.
	return `<script type="application/ld+json">${JSON.stringify(node).replaceAll("<", "\\u003c")}</script>`;
}

const RATING: ReadonlySet<string> = new Set(["ratingValue", "ratingCount", "reviewCount"]);

/** Whether ratings are in the markup only, where readers cannot see them. */
export function hidesRatings({ digest }: Page): boolean {
	const ratings = digest.stated.filter(({ property }) => RATING.has(property));
	return ratings.length > 0 && ratings.every(({ visible }) => !visible);
}
