/** Sitemaps and feeds. */

import { gzipSync } from "node:zlib";
import {
	type HostileAnswer,
	inHead,
	numbered,
	page,
	type Reply,
	site,
	typed,
	withFile,
} from "./hostile-site.testkit.ts";

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const sitemap = (name: string, body: () => string | Uint8Array) =>
	withFile(name, "/sitemap.xml", "application/xml", body);
const listing = (entries: string) => `${XML}<urlset ${NS}>${entries}</urlset>`;
const index = (entries: string): Reply =>
	typed("application/xml", () => `${XML}<sitemapindex ${NS}>${entries}</sitemapindex>`);
const child = (host: string, path: string) => `<sitemap><loc>https://${host}/${path}</loc></sitemap>`;

const LAUGHS = `<!DOCTYPE u [<!ENTITY a0 "ha">${numbered(40, (at) => `<!ENTITY a${at + 1} "&a${at};&a${at};&a${at};">`)}]>`;
const EXTERNAL = '<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "http://127.0.0.1/">]>';

/** A normal page that links to a feed, and the feed. */
function feed(name: string, type: string, body: () => string) {
	const named = `<link rel="alternate" type="${type}" href="/feed">`;
	return site(name, { "/": { body: page("", named) }, "/feed": typed(type, body) });
}

const looping: HostileAnswer = ({ host, path }) => index(`${child(host, "sitemap.xml")}${child(host, `again${path}`)}`);

export const XML_SITES = [
	site("sitemap-unclosed-gzipped", {
		"/robots.txt": ({ host }) => typed("text/plain", () => `Sitemap: https://${host}/map.xml.gz\n`),
		"/map.xml.gz": typed("application/gzip", () => gzipSync(`${XML}<urlset ${NS}>${"<a>".repeat(1_600_000)}`)),
		"/sitemap.xml": typed("application/xml", () => gzipSync(`${XML}<urlset ${NS}>${"<a>".repeat(1_600_000)}`)),
	}),
	sitemap("sitemap-unclosed", () => `${XML}<urlset ${NS}>${"<url>".repeat(900_000)}`),
	sitemap("sitemap-50000", () =>
		listing(
			numbered(50_000, (at) => `<url><loc>https://a.example.com/${at}</loc><lastmod>2024-13-${at}</lastmod></url>`),
		),
	),
	sitemap("sitemap-attributes", () => `${XML}<urlset ${NS} ${numbered(100_000, (at) => `a${at}="b" `)}/>`),
	sitemap(
		"sitemap-namespaces",
		() => `${XML}<urlset ${NS}>${numbered(60_000, (at) => `<u xmlns:n${at}="urn:${at}"><n${at}:v/>`)}`,
	),
	sitemap("sitemap-one-loc", () => listing(`<url><loc>https://a.example.com/${"x".repeat(4_000_000)}</loc></url>`)),
	sitemap("sitemap-cdata", () => listing(`<url><loc><![CDATA[${"]]".repeat(1_000_000)}</loc></url>`)),
	sitemap("sitemap-entities", () => `${XML}${LAUGHS}<urlset ${NS}><url><loc>&a40;</loc></url></urlset>`),
	sitemap("sitemap-external-entity", () => `${XML}${EXTERNAL}<urlset ${NS}><url><loc>&x;&y;</loc></url></urlset>`),
	sitemap("sitemap-hreflangs", () =>
		listing(
			numbered(
				300,
				(at) =>
					`<url><loc>/${at}</loc>${numbered(400, (n) => `<xhtml:link rel="alternate" hreflang="l${n}" href="/${at}/${n}"/>`)}</url>`,
			),
		),
	),
	sitemap("sitemap-comments", () => `${XML}${"<!-- - -->".repeat(400_000)}${listing("")}`),
	sitemap("sitemap-instructions", () => `${XML}${"<?x y?>".repeat(500_000)}${listing("")}`),
	sitemap("sitemap-utf-16", () =>
		Buffer.from(`\ufeff${listing(numbered(20_000, (at) => `<url><loc>/${at}</loc></url>`))}`, "utf16le"),
	),
	sitemap("sitemap-nul", () => `${XML}<urlset>${"\0".repeat(2_000_000)}</urlset>`),
	site("sitemap-loop", { "/sitemap.xml": looping, "*": looping }),
	site("sitemap-50000-children", {
		"/sitemap.xml": ({ host }) => index(numbered(50_000, (at) => child(host, `${at}.xml`))),
	}),
	site("sitemap-children-elsewhere", {
		"/sitemap.xml": index(numbered(500, (at) => child(`n${at}.names.example.com`, "s.xml"))),
	}),
	site("sitemaps-1000-named", {
		"/robots.txt": ({ host }) =>
			typed("text/plain", () => numbered(8_000, (at) => `Sitemap: https://${host}/${at}.xml\n`)),
		"*": typed("application/xml", () => listing(numbered(20_000, (at) => `<url><loc>/${at}</loc></url>`))),
	}),
	site("sitemap-of-text", { "/sitemap.xml": typed("text/plain", () => numbered(400_000, (at) => `/p${at}\n`)) }),
	feed(
		"feed-items",
		"application/rss+xml",
		() =>
			`<rss version="2.0"><channel><title>x</title>${"<item><title>a</title><link>/a</link><pubDate>x</pubDate></item>".repeat(70_000)}</channel></rss>`,
	),
	feed(
		"feed-unclosed",
		"application/atom+xml",
		() => `<feed xmlns="http://www.w3.org/2005/Atom">${"<entry><content type='html'>&lt;b&gt;".repeat(140_000)}`,
	),
	feed("feed-nested", "application/rss+xml", () => `<rss><channel>${"<item>".repeat(800_000)}`),
	feed(
		"feed-json",
		"application/feed+json",
		() => `{"version":"https://jsonfeed.org/version/1.1","items":[${'{"id":"1","tags":[]},'.repeat(220_000)}{}]}`,
	),
	inHead("feeds-10000", () =>
		numbered(10_000, (at) => `<link rel=alternate type=application/rss+xml href=/f${at}.xml>`),
	),
];
