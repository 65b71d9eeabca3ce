import { isWithin } from "#core/target.ts";
import type { ReaderLinks } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_READER_LINKS } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { COMMENT, type Sections } from "./sections.ts";

/** With any of them the site does not vouch for the link. */
const QUALIFIED: ReadonlySet<string> = new Set(["ugc", "nofollow", "sponsored"]);
/** Links of comment systems to themselves. */
const SYSTEMS =
	/(?:^|\.)(?:disqus\.com|gravatar\.com|akismet\.com|wordpress\.(?:org|com)|automattic\.com|blogger\.com)$/;
/** Paths of what a comment can be used for: sharing, answering, reporting it, and the login before that. */
const TOOLS = /\/(?:share|sharer|intent|log-?in|sign-?in|sign-?up|register|delete|report|reply|flag)(?![a-z])|login/i;
const TOOL_NAMES = /(?:^|[\s_-])(?:share|sharing|reply|delete|report|login|signin|permalink)(?=$|[\s_-])/i;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?$/;

/** Links to other hosts in the text and the author's name of each comment; those of its tools and forms are the site's. */
export function collectReaderLinks(page: Page): ReaderLinks {
	const host = withoutWww(URL.parse(page.url)?.hostname ?? "");
	const links = linksInComments(page).filter((element) => leadsOut(element, host));
	const bare = links.filter((element) => !tokens(attribute(element, "rel")).some((rel) => QUALIFIED.has(rel)));
	return {
		count: links.length,
		bare: bare.slice(0, MAX_READER_LINKS).map((element) => page.source.whole(element)),
		bareCount: bare.length,
	};
}

function linksInComments({ elements, sections }: Page): PageElement[] {
	const links: PageElement[] = [];
	/** Indexes up to which the elements are inside a comment, and inside a form. */
	let commentUntil = 0;
	let formUntil = 0;
	for (const entry of elements) {
		const { element, context, index, end } = entry;
		if (element.tagName === "form") formUntil = Math.max(formUntil, end);
		else if (isComment(entry, sections)) commentUntil = Math.max(commentUntil, end);
		if (element.tagName !== "a" || context.notRendered) continue;
		if (index < commentUntil && index >= formUntil) links.push(element);
	}
	return links;
}

function isComment(entry: PageElementEntry, sections: Sections): boolean {
	const { element } = entry;
	if (element.tagName === "a" || element.attrs.length === 0) return false;
	if ((sections.marks(entry) & COMMENT) !== 0) return true;
	return COMMENT_TYPE.test(attribute(element, "itemtype")?.trim() ?? "");
}

function leadsOut(element: PageElement, pageHost: string): boolean {
	const href = attribute(element, "href")?.trim() ?? "";
	if (!/^(?:https?:)?\/\//i.test(href)) return false;
	const url = URL.parse(href.slice(0, 2_000), "https://x.invalid/");
	if (!url || TOOLS.test(url.pathname) || TOOL_NAMES.test(attribute(element, "class") ?? "")) return false;
	const host = withoutWww(url.hostname);
	return !isWithin(host, pageHost) && !SYSTEMS.test(host);
}

function withoutWww(host: string): string {
	return host.replace(/^www\./, "");
}
