import type { Sitemap } from "../evidence-map.ts";
import { cut } from "../html/tree/fold-text.ts";

/** Where entries stand, and which of their children hold address and date, as local names. */
export interface Shape {
	readonly kind: Sitemap["kind"];
	readonly entry: readonly string[];
	readonly loc: string;
	readonly lastmod: string;
}
/** By the local name of the root element. */
export const SHAPES: ReadonlyMap<string, Shape> = new Map([
	["urlset", { kind: "urlset", entry: ["urlset", "url"], loc: "loc", lastmod: "lastmod" }],
	["sitemapindex", { kind: "index", entry: ["sitemapindex", "sitemap"], loc: "loc", lastmod: "lastmod" }],
	// Feeds are sitemaps too (sitemaps.org/protocol.html, "Other Sitemap formats"): RSS 2.0, RSS 1.0, Atom.
	["rss", { kind: "feed", entry: ["rss", "channel", "item"], loc: "link", lastmod: "pubDate" }],
	["RDF", { kind: "feed", entry: ["RDF", "item"], loc: "link", lastmod: "" }],
	["feed", { kind: "feed", entry: ["feed", "entry"], loc: "link", lastmod: "updated" }],
]);

const NAMESPACE = /^https?:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9\/?$/;

/** What is wrong with the namespace of a sitemap's root element; undefined when nothing. */
export function namespaceFault(namespace: string | undefined): string | undefined {
	if (namespace !== undefined && NAMESPACE.test(namespace)) return undefined;
	const found = namespace === undefined ? "none" : `"${cut(namespace, 100)}"`;
	return `Its XML namespace is ${found}, not "http://www.sitemaps.org/schemas/sitemap/0.9".`;
}
