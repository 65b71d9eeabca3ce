import type { PageDigest, PageLink, PageMeta, PageText } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_LINKS, MAX_METAS, MAX_TITLES, NAME_LENGTH } from "../page-caps.ts";
import { attribute, keptValue, textValue, tokens } from "../tree/attributes.ts";
import { tidy } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import { ownText, type PageElement, SVG } from "../tree/page-tree.ts";

const META_KEYS = ["name", "property", "http-equiv", "itemprop"] as const;

/** Values of the dir attribute (WHATWG HTML section 3.2.6.4); others have no effect. */
const DIRECTIONS = ["ltr", "rtl", "auto"] as const;

/** What a document states about itself: language, direction, titles, metas and links, wherever in the tree they are. */
export function collectHead({
	elements,
	source,
}: Page): Pick<PageDigest, "lang" | "dir" | "titles" | "metas" | "links"> {
	let lang: PageText | null = null;
	let dir: PageDigest["dir"];
	const titles: PageText[] = [];
	const metas: PageMeta[] = [];
	const links: PageLink[] = [];
	for (const { element, context } of elements) {
		if (element.namespaceURI === SVG) continue;
		switch (element.tagName) {
			case "html":
				if (attribute(element, "lang") !== null) {
					lang = { ...source.startTag(element), text: textValue(element, "lang") };
				}
				dir = DIRECTIONS.find((each) => each === attribute(element, "dir")?.toLowerCase());
				break;
			case "title":
				if (titles.length === MAX_TITLES) break;
				titles.push({ ...source.whole(element), text: tidy(ownText(element), NAME_LENGTH) });
				break;
			case "meta":
				addMeta(element, metas, source);
				break;
			case "link":
				if (links.length < MAX_LINKS) links.push(linkOf(element, context.head, source));
		}
	}
	return { lang, ...(dir === undefined ? {} : { dir }), titles, metas, links };
}

/** One entry per key: `name` and `property` on one element are two statements. */
function addMeta(element: PageElement, metas: PageMeta[], source: PageSource): void {
	for (const by of META_KEYS) {
		const key = textValue(element, by).toLowerCase();
		if (key === "" || metas.length === MAX_METAS) continue;
		metas.push({ ...source.startTag(element), key, by, content: keptValue(element, "content") ?? "" });
	}
}

function linkOf(element: PageElement, inHead: boolean, source: PageSource): PageLink {
	return {
		...source.startTag(element),
		rel: tokens(attribute(element, "rel")),
		href: keptValue(element, "href"),
		hreflang: keptValue(element, "hreflang"),
		type: keptValue(element, "type"),
		inHead,
	};
}
