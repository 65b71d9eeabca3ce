import type { PageElementEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";

/**
 * Words in classes and ids of what is not the page's own text: it speaks of the site, of other pages, of readers or of who
 * wrote it. A name proves nothing by itself; `MainText` heeds a word only where it stands for a small part of a page.
 */
const WORDS = `
	nav navbar navigation subnav sidenav menu submenu megamenu breadcrumb breadcrumbs pagination pager toc
	sidebar rail widgettitle footer footnav copyright legal
	share sharing sharedaddy social socials addtoany addthis facebook twitter pinterest whatsapp linkedin
	related recommended recommendations recirc recirculation popular trending recent readmore morefrom upsell
	teaser teasers promo promos promotion newsletter subscribe subscription signup optin cta ctas
	ad ads advert advertisement adslot sponsor sponsored outbrain taboola dfp
	author authors bio biography byline bylines contributor contributors meta metadata tags taxonomy dateline timestamp
	cookie cookies consent gdpr onetrust modal popup popover dialog tooltip overlay flyout drawer offcanvas toast lightbox
	caption credit login signin search skip print noprint rating ratings disclaimer disclosure
	signature userinfo usertitle reply respond comment comments disqus commentlist
	read-next up-next also-like you-might about-author about-us post-author more-posts more-stories`;

/** Numbers of the words, from 1. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
	WORDS.trim()
		.split(/\s+/)
		.map((word, at) => [word, at + 1]),
);
/** What tags and style sheets say is heeded likewise. */
const BY_TAG: ReadonlyMap<string, number> = new Map([
	["form", NUMBERS.size + 1],
	["aside", NUMBERS.size + 2],
]);
const BY_SHEET = NUMBERS.size + 3;
export const NAME_COUNT = NUMBERS.size + 4;
const COMMENTS: ReadonlySet<number> = new Set(
	["comment", "comments", "disqus", "commentlist"].map((word) => NUMBERS.get(word) ?? 0),
);

const NAMES_LENGTH = 300;
/** Distinct names that are remembered; a page of a framework has a few hundred. */
const MAX_KNOWN = 5_000;
/** They hold the page, whatever they are called; a heading stands or falls with what is below it. */
const HOLDERS: ReadonlySet<string> = new Set("html body main article h1 h2 h3 h4 h5 h6".split(" "));

export function isCommentName(name: number): boolean {
	return COMMENTS.has(name);
}

/** Gives the number of the first such word that names an element, 0 for none; reads each distinct name once a page. */
export function boilerplateNames(): (entry: PageElementEntry) => number {
	const known = new Map<string, number>();
	return ({ element, context, outer }) => {
		if (context.hiddenBySheet && !outer.hiddenBySheet) return BY_SHEET;
		if (element.attrs.length === 0) return BY_TAG.get(element.tagName) ?? 0;
		if (HOLDERS.has(element.tagName)) return 0;
		const byTag = BY_TAG.get(element.tagName);
		if (byTag !== undefined) return byTag;
		const names = namesOf(element);
		if (names === "") return 0;
		const found = known.get(names) ?? wordIn(names);
		if (known.size < MAX_KNOWN) known.set(names, found);
		return found;
	};
}

function namesOf({ attrs }: PageElement): string {
	let names = "";
	for (const { name, value } of attrs) {
		if (name === "class" || name === "id")
			names += ` ${value.length > NAMES_LENGTH ? value.slice(0, NAMES_LENGTH) : value}`;
	}
	return names;
}

function wordIn(names: string): number {
	let before = "";
	for (const word of names
		.replaceAll(/([a-z])(?=[A-Z])/g, "$1-")
		.toLowerCase()
		.split(/[^a-z0-9]+/)) {
		const found = NUMBERS.get(word) ?? NUMBERS.get(`${before}-${word}`);
		if (found !== undefined) return found;
		before = word;
	}
	return 0;
}
