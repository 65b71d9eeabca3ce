import type { ReaderLinks } from "../../digest/content.ts";
import { MAX_READER_LINKS } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Any of them says that the site does not vouch for the link. */
const QUALIFIED: ReadonlySet<string> = new Set(["ugc", "nofollow", "sponsored"]);
/** Links of comment systems to themselves. */
const SYSTEMS = /(?:^|\.)(?:disqus\.com|gravatar\.com|akismet\.com|wordpress\.(?:org|com)|automattic\.com)$/;

/** Links to other hosts inside comment sections. */
export class ReaderLinkReader implements Reader {
	readonly #where: Whereabouts;
	readonly #host: string;
	readonly #bare: PageElement[] = [];
	#count = 0;
	#bareCount = 0;

	constructor(where: Whereabouts, page: string) {
		this.#where = where;
		this.#host = ownName(URL.parse(page)?.hostname ?? "");
	}

	finish(source: PageSource): ReaderLinks {
		const bare = this.#bare.map((element) => source.whole(element));
		return { count: this.#count, bare, bareCount: this.#bareCount };
	}

	enter(element: PageElement, here: Standing): void {
		if (element.tagName !== "a" || here.unseen || !this.#where.inComments || !this.#leadsOut(element)) return;
		this.#count++;
		if (tokens(attribute(element, "rel")).some((rel) => QUALIFIED.has(rel))) return;
		this.#bareCount++;
		if (this.#bare.length < MAX_READER_LINKS) this.#bare.push(element);
	}

	#leadsOut(element: PageElement): boolean {
		const href = attribute(element, "href")?.trim() ?? "";
		if (!/^(?:https?:)?\/\//i.test(href)) return false;
		const host = ownName(URL.parse(href.slice(0, 2_000), "https://x.invalid/")?.hostname ?? this.#host);
		return host !== this.#host && !host.endsWith(`.${this.#host}`) && !SYSTEMS.test(host);
	}
}

function ownName(host: string): string {
	return host.replace(/^www\./, "");
}
