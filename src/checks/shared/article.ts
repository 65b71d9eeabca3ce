import { DAY_MS } from "#core/kept-for.ts";
import { oncePer } from "#core/once-per.ts";
import { isOrganizationType } from "#core/schema-org.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageByline } from "#evidence/page-digest.ts";
import { mainThing, productOf } from "./main-thing.ts";
import { dayOf, metaOf, PUBLISHED_AND_UPDATED, type StatedDay, shownDay } from "./page-values.ts";
import { isHome, levelsOf } from "./site-addresses.ts";
import { graphOf, type StructuredGraph, type Thing } from "./structured-data.ts";

type Property = (typeof PUBLISHED_AND_UPDATED)[number][1];

export function markedDay({ graph, thing }: ArticlePage, property: Property): StatedDay | undefined {
	const day = dayOf(thing ? graph.texts(thing, property)[0] : undefined);
	return day === undefined ? undefined : { day, who: property };
}

/** Dates of the structured data with a visible counterpart, which `date-agreement` compares. */
export function comparedDays(page: Page, article: ArticlePage): ReadonlySet<string> {
	const pairs = PUBLISHED_AND_UPDATED.map(([label, property]) => [shownDay(page, label), markedDay(article, property)]);
	return new Set(pairs.flatMap(([shown, marked]) => (shown && marked ? [marked.day] : [])));
}

/** Article, BlogPosting and NewsArticle with their schema.org subtypes; manuals and scholarly papers are separate. */
const ARTICLE_TYPES: ReadonlySet<string> = new Set(
	`Article AdvertiserContentArticle NewsArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle
	OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle Report SatiricalArticle BlogPosting
	LiveBlogPosting`.split(/\s+/),
);

export function isArticleType(type: string): boolean {
	return ARTICLE_TYPES.has(type);
}

export interface ArticlePage {
	/** How it was recognized, to follow "by its": `structured data of type BlogPosting`. */
	readonly sign: string;
	readonly graph: StructuredGraph;
	/** Null without structured data. */
	readonly thing: Thing | null;
}

/** Null for lists and home pages: content systems mark the page set as the home page as an Article. */
export const articleOf = oncePer((page: Page) => (isHome(page) ? null : readArticle(page)));

function readArticle(page: Page): ArticlePage | null {
	const graph = graphOf(page);
	const { thing, count } = mainThing(page, graph, isArticleType);
	if (thing) {
		if (isManual(page, graph, thing)) return null;
		return { sign: `structured data of type ${[...thing.types].find(isArticleType)}`, graph, thing };
	}
	if (count > 0 || describesAnotherKind(page, graph)) return null;
	const sign = articleSign(page);
	return sign === null ? null : { sign, graph, thing };
}

/** A discussion's first post has an author and a date, though it is not an article. */
const POSTINGS: ReadonlySet<string> = new Set(["DiscussionForumPosting", "SocialMediaPosting", "Question"]);
const isPosting = (type: string) => POSTINGS.has(type);

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const MANUALS = words(
	"doc docs documentation manual manuals reference api apidocs javadoc handbook wiki man help support",
);
const OTHER_KINDS = words(
	`category categories kategorie categorie categoria tag tags topic topics author authors archive archives search page
	product products produkt produkte produit produits producto productos shop store item items collections genre
	service services`,
);
const DISCUSSIONS = words(
	`forum forums foro foros board boards community discussion discussions thread threads t d r showthread.php
	viewtopic.php showtopic question questions comments`,
);
const OTHER_TYPES = words(
	`CollectionPage SearchResultsPage ItemPage ContactPage ProfilePage CheckoutPage QAPage Event JobPosting Course SoftwareApplication APIReference TechArticle ScholarlyArticle
	Recipe`,
);
const ARTICLE_FOLDERS = words(
	`blog blogs blogi post posts article articles artikel articulo articulos articles-de-blog artigo artigos articolo
	articoli news newsroom nieuws nachrichten aktuelles noticias noticia notizie actualites actualite nyheter story
	stories insights magazine magazin journal ratgeber editorial opinion column columns features`,
);
const HEADLINE_WORDS = 3;
/** Words of its own text: shorter ones are list entries, notes and forms. */
const ARTICLE_WORDS = 200;
/** This many different names or dates belong to a list of articles. */
const MANY = 4;

function isManual(page: Page, graph: StructuredGraph, thing: Thing): boolean {
	if (graph.has(thing, "author") || graph.has(thing, "datePublished")) return false;
	return isUnder(page, MANUALS) || isManualHost(page.url);
}

function describesAnotherKind(page: Page, graph: StructuredGraph): boolean {
	if (isUnder(page, MANUALS) || isUnder(page, OTHER_KINDS) || isManualHost(page.url) || isDiscussion(page)) return true;
	// An article on a product page is a buyer's review.
	if (productOf(page).state !== "none") return true;
	return mainThing(page, graph, (type) => OTHER_TYPES.has(type)).count > 0;
}

function isDiscussion(page: Page): boolean {
	if (isUnder(page, DISCUSSIONS) || /^(?:forums?|boards?|community|discuss)\./i.test(new URL(page.url).hostname))
		return true;
	return mainThing(page, graphOf(page), isPosting).thing !== null;
}

function articleSign(page: Page): string | null {
	// Site builders write this type on every page: require the publication date too.
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
	// Manuals end with the date of their last change.
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

/** An address below a blog, a magazine or a date that consists of a headline: `/blog/how-to-sew-a-book/`. */
function isHeadlineAddress(address: string): boolean {
	const levels = levelsOf(address);
	const slug = levels.at(-1) ?? "";
	if (slug.split(/[-_]/).filter((word) => word !== "").length < HEADLINE_WORDS) return false;
	const above = levels.slice(0, -1);
	const dated = above.some((level, index) => /^(?:19|20)\d\d$/.test(level) && /^\d{1,2}$/.test(above[index + 1] ?? ""));
	return dated || above.some((level) => ARTICLE_FOLDERS.has(level.toLowerCase()));
}

function isUnder(page: Page, names: ReadonlySet<string>): boolean {
	return levelsOf(page).some((level) => names.has(level.toLowerCase()));
}

function isManualHost(address: string): boolean {
	return /^(?:docs?|developers?|manual|api|wiki|help|support)\./i.test(new URL(address).hostname);
}

export function isOnlyDeclared({ digest }: Page, { sign }: { readonly sign: string }): boolean {
	return /^(?:structured data|og:type)/.test(sign) && digest.dates.length === 0 && digest.bylines.length === 0;
}

interface MarkedAuthor {
	readonly name: string;
	/** An organization. */
	readonly house: boolean;
}

/** Placeholders that templates write without a name. */
const NO_NAME = /^(?:undefined|null|none|unknown|n\/a|admin|administrator)$/i;

/**
 * Articles, in order: a visible byline that the data confirm, another byline, a person in the data, an organization
 * there, a tag. Discussions show many names: structured data first. Undefined for other pages.
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
 * Articles, in order: a visible date that the data confirm; a visible one, published, unlabelled, updated; the data; a
 * tag. Discussions show many dates: structured data first. Undefined for other pages.
 */
export function publicationOf(page: Page): string | undefined {
	if (!isWritten(page)) return undefined;
	const marked = markedPublication(page);
	const confirmed = page.digest.dates.find(({ date }) => date && marked && isSameDay(date, marked))?.date ?? undefined;
	const posted = isPosted(page) ? marked : undefined;
	return confirmed ?? posted ?? bestShown(page) ?? marked ?? taggedPublication(page);
}

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

/** One name contains the other: with a title, an office, a middle name. */
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

/** The same day, or an adjacent one because of time zones. */
function isSameDay(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) <= DAY_MS;
}
