import { type Floor, type Mutation, ofPage } from "./mutation.ts";
import type { PageSource } from "./page-source.ts";

/** No address has this host (RFC 2606). */
const ELSEWHERE = "https://www.unreachable.invalid";
const NOT_LATIN =
	/[\p{Script=Han}\p{Script=Kana}\p{Script=Thai}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Hangul}]/gu;
const JSON_LD = 'script[type="application/ld+json"]';
const DESCRIPTION = 'meta[name="description" i]';
const OPEN_GRAPH =
	'meta[property^="og:" i], meta[name^="og:" i], meta[name^="twitter:" i], meta[property^="twitter:" i]';

/** The cap of the gate holds. */
const GRAVE: Floor = { points: 30, orAtMost: 40, checks: ["canonical-foreign", "home-status"] };

/** Mutations of the head: a page's title and description. */
export const HEAD_MUTATIONS: readonly Mutation[] = [
	ofPage("title |", (page) => title(page, "|"), { points: 2, checks: ["title"] }),
	ofPage("title Untitled Document", (page) => title(page, "Untitled Document"), { points: 2, checks: ["title"] }),
	ofPage(
		"title gone",
		(page) => {
			for (const each of page.all("head > title")) page.drop(each);
		},
		{ points: 8, checks: ["title", "thin-text"] },
	),
	ofPage("wrong lang", (page) => language(page, isLatin(page) ? "ja" : "en"), {
		points: 2,
		checks: ["lang", "thin-text"],
	}),
	ofPage("lang gone", (page) => language(page, null)),
	ofPage("JSON-LD broken by a comma", (page) => {
		for (const block of page.all(JSON_LD)) page.setInner(block, page.inner(block).replace(/:/, ":,"));
	}),
	ofPage("JSON-LD gone", (page) => {
		for (const block of page.all(JSON_LD)) page.drop(block);
	}),
	ofPage("canonical to another site", (page) => canonical(page, `${ELSEWHERE}/`), GRAVE),
	ofPage("canonical to a page that is gone", (page) => canonical(page, "/no-such-page/"), GRAVE),
	ofPage(
		"canonical to a page with other content",
		(page, host) => {
			const links = page.all("a[href]").map(({ attribs }) => URL.parse(attribs.href ?? "", `https://${host}/`));
			const other = links.find((to) => to?.host === host && /^\/[\w-]+\/?$/.test(to.pathname) && to.search === "");
			if (other) canonical(page, other.pathname);
		},
		GRAVE,
	),
	ofPage("canonical with a fragment", (page, host) => {
		if (ownCanonicals(page, host).length > 0) canonical(page, `https://${host}/#start`);
	}),
	ofPage("canonical gone", (page, host) => {
		for (const link of ownCanonicals(page, host)) page.drop(link);
	}),
	ofPage("description gone", (page) => {
		for (const meta of page.all(DESCRIPTION)) page.drop(meta);
	}),
	ofPage("Open Graph gone", (page) => {
		for (const meta of page.all(OPEN_GRAPH)) page.drop(meta);
	}),
	ofPage("noindex", (page) => page.addToHead('<meta name="robots" content="noindex">')),
	ofPage("nofollow", (page) => page.addToHead('<meta name="robots" content="nofollow">'), {
		points: 2,
		checks: ["crawlable-links"],
	}),
	ofPage("nosnippet", (page) => page.addToHead('<meta name="robots" content="nosnippet">')),
	ofPage("zoom disabled", (page) => {
		for (const meta of page.all('meta[name="viewport" i]')) page.drop(meta);
		page.addToHead('<meta name="viewport" content="width=device-width, maximum-scale=1, user-scalable=no">');
	}),
	ofPage("refresh to another page", (page) => {
		page.addToHead('<meta http-equiv="refresh" content="5; url=/elsewhere.html">');
	}),
	ofPage(
		"refresh to another site",
		(page) => page.addToHead(`<meta http-equiv="refresh" content="0; url=${ELSEWHERE}/">`),
		GRAVE,
	),
	ofPage("links by script", (page) => {
		for (const link of page.all("a[href]")) {
			const to = (link.attribs.href ?? "").replaceAll("'", "%27");
			page.setAttribute(link, "href", null);
			page.setAttribute(link, "onclick", `location.href='${to}'`);
		}
	}),
	ofPage("links to an unreachable host", (page, host) => {
		for (const link of page.all("a[href]")) {
			const written = link.attribs.href ?? "";
			const to = URL.parse(written, `https://${host}/`);
			if (to?.host === host && !written.startsWith("#"))
				page.setAttribute(link, "href", `${ELSEWHERE}${to.pathname}${to.search}`);
		}
	}),
	ofPage("base at another site", (page) => {
		for (const base of page.all("base")) page.drop(base);
		page.addToHead(`<base href="${ELSEWHERE}/">`);
	}),
	ofPage("data of another address", (page) => {
		rewriteData(page, /("(?:url|@id|sameAs)"\s*:\s*")https?:\/\/[^/"]*/g, `$1${ELSEWHERE}`);
	}),
	ofPage("a currency that the page does not name", (page) => {
		rewriteData(page, /("priceCurrency"\s*:\s*")[^"]*/g, "$1XPF");
	}),
	ofPage("dates to come", (page) => {
		rewriteData(page, /("date(?:Published|Modified)"\s*:\s*")\d{4}/g, "$12099");
		for (const time of page.all("time[datetime]")) page.setAttribute(time, "datetime", "2099-01-01");
	}),
	ofPage("language versions in no language", (page) => {
		for (const link of page.all("link[hreflang]")) page.setAttribute(link, "hreflang", "zz-invalid");
	}),
	ofPage("next page that is gone", (page) => {
		for (const link of page.all('link[rel="next" i]')) page.drop(link);
		page.addToHead('<link rel="next" href="/no-such-page/">');
	}),
	ofPage("resources over http", (page) => {
		for (const each of page.all("script[src], iframe[src]")) overHttp(page, each, "src");
		for (const each of page.all('link[rel~="stylesheet" i][href]')) overHttp(page, each, "href");
	}),
];

/** The page's own one, as damage to another one may be a repair. */
function ownCanonicals(page: PageSource, host: string) {
	const all = page.all('link[rel="canonical" i]');
	return (all.length === 1 ? all : []).filter(
		({ attribs: { href = "" } }) => href !== "" && URL.parse(href, `https://${host}/`)?.href === `https://${host}/`,
	);
}

function rewriteData(page: PageSource, pattern: RegExp, by: string): void {
	for (const block of page.all(JSON_LD)) page.setInner(block, page.inner(block).replace(pattern, by));
}

function canonical(page: PageSource, address: string): void {
	for (const link of page.all('link[rel="canonical" i]')) page.drop(link);
	page.addToHead(`<link rel="canonical" href="${address}">`);
}

function title(page: PageSource, text: string): void {
	const [first, ...rest] = page.all("title");
	if (first) page.setInner(first, text);
	else page.addToHead(`<title>${text}</title>`);
	for (const each of rest) if (!page.all("svg title").includes(each)) page.drop(each);
}

/** On the element where one is written, else by one more tag, which a parser takes for the same element. */
function language(page: PageSource, value: string | null): void {
	const [html] = page.all("html");
	if (html) {
		page.setAttribute(html, "lang", value);
		if (html.attribs["xml:lang"] !== undefined) page.setAttribute(html, "xml:lang", value);
	} else if (value !== null) page.addToHead(`<html lang="${value}">`);
}

function isLatin(page: PageSource): boolean {
	const text = page
		.all("p, h1, h2, h3, li, a")
		.map((tag) => page.inner(tag).replaceAll(/<[^>]*>/g, ""))
		.join(" ");
	return (text.match(NOT_LATIN)?.length ?? 0) < (text.match(/[a-z]/gi)?.length ?? 0);
}

function overHttp(page: PageSource, tag: Parameters<PageSource["drop"]>[0], attribute: "src" | "href"): void {
	const written = tag.attribs[attribute] ?? "";
	if (written.startsWith("data:")) return;
	const address = new URL(written, "https://static.example.com/");
	page.setAttribute(tag, attribute, address.href.replace(/^https:/, "http:"));
}
