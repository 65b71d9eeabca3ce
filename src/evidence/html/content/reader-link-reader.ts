import { isWithin } from "#core/target.ts";
import type { ReaderLinks } from "../../digest/content.ts";
import { MAX_READER_LINKS } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Standing } from "../tree/standing.ts";
import type { Reader } from "../tree/walk.ts";
import { COMMENT } from "./name-marks.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** Any of them says that the site does not vouch for the link. */
const QUALIFIED: ReadonlySet<string> = new Set(["ugc", "nofollow", "sponsored"]);
/** Links of comment systems to themselves. */
const SYSTEMS =
	/(?:^|\.)(?:disqus\.com|gravatar\.com|akismet\.com|wordpress\.(?:org|com)|automattic\.com|blogger\.com)$/;
/** Paths of what a comment can be used for: sharing, answering, reporting it, and the login before that. */
const TOOLS = /\/(?:share|sharer|intent|log-?in|sign-?in|sign-?up|register|delete|report|reply|flag)(?![a-z])|login/i;
/** A tool by its class. */
const TOOL_NAMES = /(?:^|[\s_-])(?:share|sharing|reply|delete|report|login|signin|permalink)(?=$|[\s_-])/i;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?$/;

/** Links to other hosts in the text and the author's name of each comment; those of its tools and forms are the site's. */
export class ReaderLinkReader implements Reader {
	readonly #where: Whereabouts;
	readonly #host: string;
	readonly #bare: PageElement[] = [];
	/** The comments and forms around the walk, innermost last. */
	readonly #around: PageElement[] = [];
	#forms = 0;
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
		if (element.tagName === "form" || this.#isComment(element)) this.#open(element);
		if (element.tagName !== "a" || here.unseen || this.#around.length === 0 || this.#forms > 0) return;
		if (!this.#leadsOut(element)) return;
		this.#count++;
		if (tokens(attribute(element, "rel")).some((rel) => QUALIFIED.has(rel))) return;
		this.#bareCount++;
		if (this.#bare.length < MAX_READER_LINKS) this.#bare.push(element);
	}

	leave(element: PageElement): void {
		if (element !== this.#around.at(-1)) return;
		this.#around.pop();
		if (element.tagName === "form") this.#forms--;
	}

	#open(element: PageElement): void {
		this.#around.push(element);
		if (element.tagName === "form") this.#forms++;
	}

	#isComment(element: PageElement): boolean {
		if (element.tagName === "a" || element.attrs.length === 0) return false;
		return (this.#where.marks & COMMENT) !== 0 || COMMENT_TYPE.test(attribute(element, "itemtype")?.trim() ?? "");
	}

	#leadsOut(element: PageElement): boolean {
		const href = attribute(element, "href")?.trim() ?? "";
		if (!/^(?:https?:)?\/\//i.test(href)) return false;
		const url = URL.parse(href.slice(0, 2_000), "https://x.invalid/");
		if (!url || TOOLS.test(url.pathname) || TOOL_NAMES.test(attribute(element, "class") ?? "")) return false;
		const host = ownName(url.hostname);
		return !isWithin(host, this.#host) && !SYSTEMS.test(host);
	}
}

function ownName(host: string): string {
	return host.replace(/^www\./, "");
}
