/** By what a page is recognised as an article where no structured data calls it one. */

import type { Page } from "#evidence/evidence-map.ts";
import type { PageByline } from "#evidence/page-digest.ts";
import { mainThing, productOf } from "./main-thing.ts";
import { metaOf } from "./page-values.ts";
import { levelsOf } from "./site-addresses.ts";
import { graphOf, type StructuredGraph, type Thing } from "./structured-graph.ts";

/** What opens a discussion has an author and a date, though it is no article. */
const POSTINGS: ReadonlySet<string> = new Set(["DiscussionForumPosting", "SocialMediaPosting", "Question"]);
export const isPosting = (type: string) => POSTINGS.has(type);

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Path segments that name manuals and reference works. */
const MANUALS = words(
	"doc docs documentation manual manuals reference api apidocs javadoc handbook wiki man help support",
);
/** Path segments that name what is no article: lists, shops, discussions. */
const OTHER_KINDS = words(
	`category categories kategorie categorie categoria tag tags topic topics author authors archive archives search page
	product products produkt produkte produit produits producto productos shop store item items collections genre
	service services`,
);
/** Path segments of forums and boards. */
const DISCUSSIONS = words(
	`forum forums foro foros board boards community discussion discussions thread threads t d r showthread.php
	viewtopic.php showtopic question questions comments`,
);
/** Types of pages and postings that are no articles. */
const OTHER_TYPES = words(
	`CollectionPage SearchResultsPage ItemPage ContactPage ProfilePage CheckoutPage QAPage Event JobPosting Course SoftwareApplication APIReference TechArticle ScholarlyArticle
	Recipe`,
);
/** Path segments below which sites keep their articles. */
const ARTICLE_FOLDERS = words(
	`blog blogs blogi post posts article articles artikel articulo articulos articles-de-blog artigo artigos articolo
	articoli news newsroom nieuws nachrichten aktuelles noticias noticia notizie actualites actualite nyheter story
	stories insights magazine magazin journal ratgeber editorial opinion column columns features`,
);
/** Words of an address that is made of a headline. */
const HEADLINE_WORDS = 3;
/** Words of text of its own: shorter ones are entries of a list, notes and forms. */
const ARTICLE_WORDS = 200;
/** As many different names or days belong to a list of articles. */
const MANY = 4;

/** True for the pages of a manual that call themselves articles and state neither author nor date. */
export function isManual(page: Page, graph: StructuredGraph, thing: Thing): boolean {
	if (graph.has(thing, "author") || graph.has(thing, "datePublished")) return false;
	return isUnder(page, MANUALS) || isManualHost(page.url);
}

/** True where structured data or address say that the page is a product, a list, a manual or a discussion. */
export function speaksOfAnotherKind(page: Page, graph: StructuredGraph): boolean {
	if (isUnder(page, MANUALS) || isUnder(page, OTHER_KINDS) || isManualHost(page.url) || isDiscussion(page)) return true;
	// What stands in an article there is a buyer's review.
	if (productOf(page).state !== "none") return true;
	return mainThing(page, graph, (type) => OTHER_TYPES.has(type)).count > 0;
}

/** True for a thread of a forum, by its structured data or its address. */
export function isDiscussion(page: Page): boolean {
	if (isUnder(page, DISCUSSIONS) || /^(?:forums?|boards?|community|discuss)\./i.test(new URL(page.url).hostname))
		return true;
	return mainThing(page, graphOf(page), isPosting).thing !== null;
}

/** The first sign that the page shows, to be put behind "by its"; null where there is none. */
export function articleSign(page: Page): string | null {
	// Site builders write this type on every page: the day of publication must stand beside it.
	const declared = metaOf(page, "og:type")?.toLowerCase() === "article";
	if (declared && metaOf(page, "article:published_time") !== undefined) return "og:type article";
	if (isMarked(page)) return "<article> element with a date or a name";
	if (hasBylineAndDate(page) && !isList(page)) return isLong(page) ? "visible author and date" : null;
	return isHeadlineAddress(page.url) && isLong(page) ? "address" : null;
}

function isLong({ digest: { text } }: Page): boolean {
	return (text.contentWords ?? text.words) >= ARTICLE_WORDS;
}

function isMarked(page: Page): boolean {
	const { dates, bylines } = page.digest;
	if (isList(page)) return false;
	// Manuals end in the day of their last change.
	const dated = dates.some(({ inArticle, label }) => inArticle && label !== "updated");
	return dated || bylines.some((byline) => byline.inArticle && isSure(byline));
}

function hasBylineAndDate({ digest: { dates, bylines } }: Page): boolean {
	return dates.length > 0 && bylines.some(isSure);
}

/** A line that begins with "by" may also name what something is made by. */
function isSure({ from }: PageByline): boolean {
	return from !== "text" && from !== "link";
}

function isList({ digest: { dates, bylines } }: Page): boolean {
	return new Set(bylines.map(({ name }) => name)).size >= MANY || new Set(dates.map(({ date }) => date)).size >= MANY;
}

/** An address below a blog or a magazine, or a day, that is made of a headline: `/blog/how-to-sew-a-book/`. */
function isHeadlineAddress(address: string): boolean {
	const levels = levelsOf(address);
	const slug = levels.at(-1) ?? "";
	if (slug.split(/[-_]/).filter((word) => word !== "").length < HEADLINE_WORDS) return false;
	const above = levels.slice(0, -1);
	const dated = above.some((level, index) => /^(?:19|20)\d\d$/.test(level) && /^\d{1,2}$/.test(above[index + 1] ?? ""));
	return dated || above.some((level) => ARTICLE_FOLDERS.has(level.toLowerCase()));
}

function isUnder({ url }: Page, names: ReadonlySet<string>): boolean {
	return levelsOf(url).some((level) => names.has(level.toLowerCase()));
}

function isManualHost(address: string): boolean {
	return /^(?:docs?|developers?|manual|api|wiki|help|support)\./i.test(new URL(address).hostname);
}

/** True where data alone call the page an article, and neither a date nor a name on it does. */
export function isOnlyDeclared({ digest }: Page, { sign }: { readonly sign: string }): boolean {
	return /^(?:structured data|og:type)/.test(sign) && digest.dates.length === 0 && digest.bylines.length === 0;
}
