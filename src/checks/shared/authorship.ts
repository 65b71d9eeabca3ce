/** Who wrote a page and when it came out, by all that the page says of itself. */

import type { Page } from "#evidence/evidence-map.ts";
import { dayOf } from "./article-dates.ts";
import { articleOf } from "./article-page.ts";
import { isDiscussion, isPosting } from "./article-signs.ts";
import { mainThing } from "./main-thing.ts";
import { isOrganizationType } from "./organization-types.ts";
import { metaOf } from "./page-values.ts";
import { graphOf, type StructuredGraph, type Thing, textOf } from "./structured-graph.ts";

export interface Stated<Value> {
	readonly value: Value;
	readonly from: "structured data" | "page" | "tag";
}

/**
 * The author, in this order: a person in the structured data, a visible byline, another author in the structured data,
 * a tag. Undefined where the page is neither article nor discussion and no tag names one.
 */
export function authorOf(page: Page): Stated<string> | undefined {
	const marked = markedAuthors(page);
	const person = marked.find(({ house }) => !house);
	if (person) return { value: person.name, from: "structured data" };
	const [byline] = isWritten(page) ? page.digest.bylines : [];
	if (byline) return { value: byline.name, from: "page" };
	const [house] = marked;
	if (house) return { value: house.name, from: "structured data" };
	const tag = taggedAuthor(page);
	return tag === undefined ? undefined : { value: tag, from: "tag" };
}

/**
 * The day, in this order: for a discussion its structured data; then the date that the page shows, published before
 * unlabelled before updated; then structured data and tags.
 */
export function publicationOf(page: Page): Stated<string> | undefined {
	const thing = writtenThing(page);
	const marked = thing && markedDay(graphOf(page), thing);
	if (marked && [...thing.types].some(isPosting)) return { value: marked, from: "structured data" };
	const shown = isWritten(page) ? bestShown(page) : undefined;
	if (shown) return { value: shown, from: "page" };
	if (marked) return { value: marked, from: "structured data" };
	const tag = isWritten(page) ? dayOf(metaOf(page, "article:published_time", "datepublished", "date")) : undefined;
	return tag === undefined ? undefined : { value: tag, from: "tag" };
}

function isWritten(page: Page): boolean {
	return articleOf(page) !== null || isDiscussion(page);
}

function bestShown({ digest }: Page): string | undefined {
	for (const wanted of ["published", "unlabelled", "updated"] as const) {
		const found = digest.dates.find(({ label, date }) => label === wanted && date !== null);
		if (found?.date) return found.date;
	}
	return undefined;
}

function writtenThing(page: Page): Thing | null {
	const article = articleOf(page)?.thing;
	return article ?? mainThing(page, graphOf(page), isPosting).thing;
}

function markedDay(graph: StructuredGraph, thing: Thing): string | undefined {
	return dayOf(textOf(graph, thing, "datePublished", "dateCreated"));
}

interface MarkedAuthor {
	readonly name: string;
	readonly house: boolean;
}

function markedAuthors(page: Page): readonly MarkedAuthor[] {
	const thing = writtenThing(page);
	if (!thing) return [];
	const graph = graphOf(page);
	const things = graph.follow(thing, "author").map((author) => ({
		name: textOf(graph, author, "name"),
		house: [...author.types].some(isOrganizationType),
	}));
	const texts = graph.texts(thing, "author").map((name) => ({ name, house: false }));
	return [...things, ...texts].filter(({ name }) => /\p{L}/u.test(name) && !URL.canParse(name));
}

function taggedAuthor(page: Page): string | undefined {
	for (const key of ["author", "article:author", "parsely-author", "dc.creator"]) {
		const name = metaOf(page, key);
		if (name !== undefined && !URL.canParse(name)) return name;
	}
	return undefined;
}
