import { Readability } from "@mozilla/readability";
import { DefuddleClass } from "defuddle/node";
import { convert, type HtmlToTextOptions } from "html-to-text";
import jsonld from "jsonld";
import { parseHTML } from "linkedom";
import ogs from "open-graph-scraper";
import { getMetadata } from "page-metadata-parser";
import Crawler from "simplecrawler";
import Turndown from "turndown";

/** What one reader makes of a page: its text, and facts or links, each as one line. */
interface Reading {
	readonly text?: string;
	readonly metadata?: readonly string[];
	readonly links?: readonly string[];
	readonly data?: readonly string[];
}

/** Those that give a text. */
export const EXTRACTORS = ["readability", "defuddle", "turndown", "html-to-text"] as const;

interface Opened {
	readonly html: string;
	readonly url: string;
	/** Readers that change what they read stand last, and alone. */
	readonly document: Document;
}
/** Readers of others, from npm and as published, each by its name. */
type Readers = Readonly<Record<string, (page: Opened) => Reading | Promise<Reading>>>;

const PLAIN: HtmlToTextOptions = {
	wordwrap: false,
	limits: { maxInputLength: 64 * 1024 * 1024 },
	selectors: [
		{ selector: "a", options: { ignoreHref: true } },
		{ selector: "img", format: "skip" },
	],
};
/** What says something of the page; encoding, icon and orders to robots do not. */
const OF_THE_PAGE = /^(?:og|twitter|article|author)/;
const MARKDOWN_LINK = /\[([^[\]]*)\]\(([^()\s]+)/g;
const markdown = new Turndown().remove(["script", "style", "noscript", "template", "iframe"]);

const CRAWLERS: Readers = { simplecrawler: ({ html, url }) => ({ links: crawled(html, url) }) };

const FACT_READERS: Readers = {
	"open-graph-scraper": async ({ html }) => {
		const fields = Object.entries((await ogs({ html })).result).filter(([field]) => OF_THE_PAGE.test(field));
		return { metadata: facts(Object.fromEntries(fields)) };
	},
	"page-metadata-parser": ({ document, url }) => {
		const { title, description, image, language, type, url: address, provider } = getMetadata(document, url);
		return { metadata: facts({ title, description, image, language, type, address, provider }) };
	},
	jsonld: async ({ document, url }) => ({ data: await readJsonLd(document, url) }),
};

const TEXT_READERS: Readers = {
	turndown: ({ html }) => {
		const text = markdown.turndown(html);
		return { text, links: [...text.matchAll(MARKDOWN_LINK)].map(([, words = "", to]) => `${words.trim()} ${to}`) };
	},
	"html-to-text": ({ html }) => ({ text: convert(html, PLAIN) }),
	readability: ({ document }) => {
		const { content, title, byline, excerpt, siteName, lang, publishedTime } = new Readability(document).parse() ?? {};
		const metadata = facts({ title, byline, excerpt, siteName, lang, publishedTime });
		return { text: convert(content ?? "", PLAIN), metadata };
	},
};

/** Slower than all others together. */
const SLOW_READERS: Readers = {
	defuddle: ({ html, url }) => {
		const read = new DefuddleClass(parseHTML(html).document, { url }).parse();
		const { content, title, description, author, published, site, image, language } = read;
		const metadata = facts({ title, description, author, published, site, image, language });
		return { text: convert(content, PLAIN), metadata };
	},
};

/** Who is asked: readers of facts, of text, and those that take long. Crawlers always are. */
export interface Asked {
	readonly facts: boolean;
	readonly text: boolean;
	readonly slow: boolean;
}

/** What each reader that is asked makes of a page, by the reader's name. */
export async function readPage(html: string, url: string, asked: Asked): Promise<ReadonlyMap<string, Reading>> {
	let parsed: Document | undefined;
	const opened = {
		html,
		url,
		get document() {
			parsed ??= parseHTML(html).document;
			return parsed;
		},
	};
	const readers = Object.entries({
		...CRAWLERS,
		...(asked.facts ? FACT_READERS : {}),
		...(asked.text ? TEXT_READERS : {}),
		...(asked.slow ? SLOW_READERS : {}),
	});
	const readings = new Map<string, Reading>();
	for (const [name, read] of readers) readings.set(name, await attempt(read, opened));
	return readings;
}

/** A reader that throws has read nothing. */
async function attempt(read: Readers[string], page: Opened): Promise<Reading> {
	try {
		return await read(page);
	} catch {
		return { text: "", metadata: [], links: [], data: [] };
	}
}

/** What a page of search results shows: title, description, site name, breadcrumb; a line each, where there is one. */
export function shownFacts(readings: ReadonlyMap<string, Reading>): string[] {
	const graph = readings.get("open-graph-scraper")?.metadata ?? [];
	const data = readings.get("jsonld")?.data ?? [];
	const after = (lines: readonly string[], start: string) =>
		lines.flatMap((line) => (line.startsWith(start) ? [line.slice(start.length)] : []));
	const [title] = after(graph, "ogTitle=");
	const [description] = after(graph, "ogDescription=");
	const [name] = [...after(graph, "ogSiteName="), ...after(data, "WebSite/name=")];
	return facts({ title, description, name, breadcrumb: after(data, "ListItem/name=").join(" › ") });
}

function facts(fields: object): string[] {
	return Object.entries(fields).flatMap(([field, value]) => {
		const written = typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : JSON.stringify(value ?? "");
		return written === "" || written === '""' ? [] : [`${field}=${written}`];
	});
}

function crawled(html: string, url: string): readonly string[] {
	const crawler = new Crawler(url);
	const found = crawler.discoverResources(html);
	return [...new Set(crawler.cleanExpandResources(found, crawler.processURL(url)))];
}

async function readJsonLd(document: Document, url: string): Promise<string[]> {
	const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')];
	const read = await Promise.all(blocks.map(({ textContent }) => expanded(textContent ?? "", url)));
	return read.flatMap((nodes) => nodes.flatMap((node) => statements(node, "")));
}

/** Whatever a context's address, its names are schema.org's; nothing is fetched. */
async function schemaOrg(url: string) {
	return { documentUrl: url, document: { "@context": { "@vocab": "https://schema.org/" } } };
}

/** No nodes where the block is no JSON, or the processor refuses it. */
async function expanded(text: string, base: string): Promise<readonly unknown[]> {
	try {
		return await jsonld.expand(JSON.parse(text), { base, documentLoader: schemaOrg });
	} catch {
		return [];
	}
}

/** Leaves of a graph, each written `Type/property=value`. */
function statements(value: unknown, path: string): string[] {
	if (Array.isArray(value)) return value.flatMap((each) => statements(each, path));
	if (typeof value !== "object" || value === null) return [`${path}=${String(value)}`];
	if ("@value" in value) return [`${path}=${String(value["@value"])}`];
	const type = "@type" in value ? [value["@type"]].flat().map(localName).join(",") : "";
	return Object.entries(value).flatMap(([name, each]) => statements(each, `${type}/${localName(name)}`));
}

function localName(iri: unknown): string {
	return String(iri).replace(/^.*[/#]/, "");
}
