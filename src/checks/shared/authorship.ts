/** Who wrote a page and when it came out, by all that the page says of itself. */

import { DAY_MS } from "#core/kept-for.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { dayOf } from "./article-dates.ts";
import { articleOf } from "./article-page.ts";
import { isDiscussion, isPosting } from "./article-signs.ts";
import { mainThing } from "./main-thing.ts";
import { isOrganizationType } from "./organization-types.ts";
import { metaOf } from "./page-values.ts";
import { graphOf, type Thing } from "./structured-graph.ts";

export interface MarkedAuthor {
	readonly name: string;
	/** An organization. */
	readonly house: boolean;
}

/** What templates write where they know no name. */
const NO_NAME = /^(?:undefined|null|none|unknown|n\/a|admin|administrator)$/i;

/**
 * The author. Of an article, in this order: a visible byline that the structured data name too, another visible byline,
 * a person in the structured data, an organization there, a tag. Of a discussion, whose page shows many names, the structured data come first. Undefined for any other page.
 */
export function authorOf(page: Page): string | undefined {
	if (!isWritten(page)) return undefined;
	const marked = markedAuthors(page);
	const [posted] = isPosted(page) ? marked : [];
	const confirmed = page.digest.bylines.find(({ name }) => marked.some((each) => isSameName(each.name, name)));
	const person = marked.find(({ house }) => !house);
	const [shown] = page.digest.bylines;
	return (posted ?? confirmed ?? shown ?? person ?? marked[0])?.name ?? taggedAuthor(page);
}

/**
 * The day. Of an article, in this order: the shown date that its structured data state too; a shown date, published
 * before unlabelled before updated; structured data; a tag. Of a discussion, whose page shows many dates, the
 * structured data come before other dates. Undefined for any other page.
 */
export function publicationOf(page: Page): string | undefined {
	if (!isWritten(page)) return undefined;
	const marked = markedPublication(page);
	const confirmed = page.digest.dates.find(({ date }) => date && marked && isSameDay(date, marked))?.date ?? undefined;
	const posted = isPosted(page) ? marked : undefined;
	return confirmed ?? posted ?? bestShown(page) ?? marked ?? taggedPublication(page);
}

/** Authors that the structured data of an article or posting name. */
export function markedAuthors(page: Page): readonly MarkedAuthor[] {
	const thing = writtenThing(page);
	if (!thing) return [];
	const graph = graphOf(page);
	const things = graph.follow(thing, "author").map((author) => ({
		name: graph.texts(author, "name")[0] ?? "",
		house: [...author.types].some(isOrganizationType),
	}));
	const texts = graph.texts(thing, "author").map((name) => ({ name, house: false }));
	return [...things, ...texts].filter(({ name }) => isName(name));
}

/** The day of publication in the structured data of an article or posting. */
export function markedPublication(page: Page): string | undefined {
	const thing = writtenThing(page);
	if (!thing) return undefined;
	const days = ["datePublished", "dateCreated"].map((property) => dayOf(graphOf(page).texts(thing, property)[0]));
	return days.find((day) => day !== undefined);
}

export function taggedAuthor(page: Page): string | undefined {
	return ["author", "article:author", "parsely-author", "dc.creator"]
		.map((key) => metaOf(page, key) ?? "")
		.find((name) => isName(name));
}

export function taggedPublication(page: Page): string | undefined {
	return dayOf(metaOf(page, "article:published_time"));
}

function isName(text: string): boolean {
	return /\p{L}/u.test(text) && !NO_NAME.test(text.trim()) && !URL.canParse(text);
}

function isWritten(page: Page): boolean {
	return articleOf(page) !== null || isDiscussion(page);
}

function isPosted(page: Page): boolean {
	return [...(writtenThing(page)?.types ?? [])].some(isPosting);
}

function writtenThing(page: Page): Thing | null {
	return articleOf(page)?.thing ?? mainThing(page, graphOf(page), isPosting).thing;
}

function bestShown({ digest }: Page): string | undefined {
	for (const wanted of ["published", "unlabelled", "updated"] as const) {
		const found = digest.dates.find(({ label, date }) => label === wanted && date !== null);
		if (found?.date) return found.date;
	}
	return undefined;
}

/** One name within the other: with a title, an office, a middle name. */
function isSameName(one: string, other: string): boolean {
	const [a, b] = [plainName(one), plainName(other)];
	return a !== "" && b !== "" && (a.includes(b) || b.includes(a));
}

function plainName(name: string): string {
	return name
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}

/** The same day, or the next one in another time zone. */
function isSameDay(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) <= DAY_MS;
}
