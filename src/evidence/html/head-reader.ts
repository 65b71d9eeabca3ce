import type { PageLink, PageMeta, PageText } from "../page-digest.ts";
import { MAX_LINKS, MAX_METAS, MAX_TITLES, NAME_LENGTH } from "./page-caps.ts";
import { attribute, keptValue, textValue, tokens } from "./tree/attributes.ts";
import { tidy } from "./tree/fold-text.ts";
import type { PageSource } from "./tree/page-source.ts";
import { ownText, type PageElement, SVG } from "./tree/page-tree.ts";
import type { Standing } from "./tree/standing.ts";
import type { Reader } from "./tree/walk.ts";

const META_KEYS = ["name", "property", "http-equiv", "itemprop"] as const;

/** What a document says about itself: language, titles, metas, links, base; wherever in the tree they stand. */
export class HeadReader implements Reader {
	lang: PageText | null = null;
	readonly titles: PageText[] = [];
	readonly metas: PageMeta[] = [];
	readonly links: PageLink[] = [];
	/** Of the first `<base>` with href (HTML section 4.2.3). */
	baseHref: string | null = null;
	readonly #source: PageSource;

	constructor(source: PageSource) {
		this.#source = source;
	}

	enter(element: PageElement, here: Standing): void {
		if (element.namespaceURI === SVG) return;
		switch (element.tagName) {
			case "html":
				this.#language(element);
				break;
			case "title":
				this.#title(element);
				break;
			case "meta":
				this.#meta(element);
				break;
			case "link":
				this.#link(element, here);
				break;
			case "base":
				this.baseHref ??= keptValue(element, "href");
		}
	}

	#language(html: PageElement): void {
		if (attribute(html, "lang") === null) return;
		this.lang = { ...this.#source.startTag(html), text: textValue(html, "lang") };
	}

	#title(title: PageElement): void {
		if (this.titles.length === MAX_TITLES) return;
		this.titles.push({ ...this.#source.whole(title), text: tidy(ownText(title), NAME_LENGTH) });
	}

	/** One entry per key: `name` and `property` on one element are two statements. */
	#meta(meta: PageElement): void {
		for (const by of META_KEYS) {
			const key = textValue(meta, by).toLowerCase();
			if (key === "" || this.metas.length === MAX_METAS) continue;
			this.metas.push({ ...this.#source.startTag(meta), key, by, content: keptValue(meta, "content") ?? "" });
		}
	}

	#link(link: PageElement, here: Standing): void {
		if (this.links.length === MAX_LINKS) return;
		this.links.push({
			...this.#source.startTag(link),
			rel: tokens(attribute(link, "rel")),
			href: keptValue(link, "href"),
			hreflang: keptValue(link, "hreflang"),
			type: keptValue(link, "type"),
			inHead: here.head,
		});
	}
}
