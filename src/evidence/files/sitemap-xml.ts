import type { SaxesTagPlain } from "saxes";
import type { Sitemap } from "../evidence-map.ts";
import { cut } from "../html/tree/fold-text.ts";
import type { SitemapTally } from "./sitemap-tally.ts";
import { readXml, type XmlListener } from "./xml-body.ts";

/** More text than this in one element is no address and no date. */
const TEXT_MAX = 4096;

/** More language versions than this of one page are not looked at. */
const VERSIONS_MAX = 200;

export type XmlReading = { readonly kind: Sitemap["kind"]; readonly faults: readonly string[] };

/**
 * Reads the entries of an XML sitemap or feed into the tally, and stops at the first fault or when the tally is full.
 *
 * @param truncated true when the text is only the beginning, whose missing end is no fault
 */
export function readSitemapXml(text: string, truncated: boolean, tally: SitemapTally): XmlReading {
	const reader = new SitemapXmlReader(tally);
	const fault = readXml(text, truncated, reader);
	// What stands behind the last entry that counts is not looked at, wherever the pieces were cut.
	if (fault !== undefined && !tally.full) return { kind: "invalid", faults: [...reader.faults, fault] };
	return { kind: reader.shape?.kind ?? "invalid", faults: reader.faults };
}

class SitemapXmlReader implements XmlListener {
	readonly faults: string[] = [];
	/** Known from the root element on. */
	shape: Shape | undefined;
	readonly #tally: SitemapTally;
	/** Local names of the open elements. */
	readonly #open: string[] = [];
	#entryPrefix = "";
	#loc = "";
	#lastmod = "";
	#alternates: { hreflang: string; href: string }[] = [];
	#collected: string | undefined;

	constructor(tally: SitemapTally) {
		this.#tally = tally;
	}

	/** True when nothing more can be learnt. */
	get done(): boolean {
		return this.#tally.full || (this.#open.length > 0 && this.shape === undefined);
	}

	start(tag: SaxesTagPlain): void {
		const [prefix, local] = split(tag.name);
		this.#open.push(local);
		if (this.#open.length === 1) this.#startRoot(tag, prefix, local);
		else if (this.#isEntry()) {
			this.#entryPrefix = prefix;
			this.#loc = "";
			this.#lastmod = "";
			this.#alternates = [];
		} else if (this.#isVersion(local)) this.#addVersion(tag);
		else if (this.#isPart(prefix, local)) {
			this.#collected = "";
			if (local === "link" && isAlternate(tag)) this.#loc ||= tag.attributes.href ?? "";
		}
	}

	#startRoot(tag: SaxesTagPlain, prefix: string, local: string): void {
		this.shape = SHAPES.get(local);
		if (!this.shape) this.faults.push(`Its root element is <${cut(tag.name, 40)}>, not <urlset> or <sitemapindex>.`);
		if (!this.shape || this.shape.kind === "feed") return;
		const namespace = tag.attributes[prefix === "" ? "xmlns" : `xmlns:${prefix}`];
		const fault = namespaceFault(namespace);
		if (fault !== undefined) this.faults.push(fault);
	}

	end(): void {
		const text = this.#collected;
		if (this.#isEntry()) this.#tally.add(this.#loc, this.#lastmod, this.#alternates);
		else if (text !== undefined && this.#open.length === this.#entryDepth + 1) {
			if (this.#open.at(-1) === this.shape?.loc) this.#loc ||= text;
			else this.#lastmod ||= text;
			this.#collected = undefined;
		}
		this.#open.pop();
	}

	text(text: string): void {
		if (this.#collected !== undefined && this.#collected.length < TEXT_MAX) this.#collected += text.slice(0, TEXT_MAX);
	}

	get #entryDepth(): number {
		return this.shape?.entry.length ?? 0;
	}

	/** The innermost open element is an entry. */
	#isEntry(): boolean {
		if (this.#open.length !== this.#entryDepth) return false;
		return this.shape?.entry.every((name, depth) => this.#open[depth] === name) ?? false;
	}

	/** `<xhtml:link>` inside a `<url>`: another language version of it, as Google reads them. */
	#isVersion(local: string): boolean {
		return this.shape?.kind === "urlset" && local === "link" && this.#open.length === this.#entryDepth + 1;
	}

	#addVersion({ attributes: { rel, hreflang, href } }: SaxesTagPlain): void {
		if (rel !== "alternate" || hreflang === undefined || href === undefined) return;
		if (this.#alternates.length < VERSIONS_MAX) this.#alternates.push({ hreflang, href });
	}

	/** The innermost open element is an entry's address or date; `<image:loc>` is neither. */
	#isPart(prefix: string, local: string): boolean {
		const { shape } = this;
		if (!shape || prefix !== this.#entryPrefix || this.#open.length !== this.#entryDepth + 1) return false;
		if (local !== shape.loc && local !== shape.lastmod) return false;
		return shape.entry.every((name, depth) => this.#open[depth] === name);
	}
}

/** Prefix and local name. */
function split(name: string): [string, string] {
	const colon = name.indexOf(":");
	return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** Atom's links carry the address in `href`; the entry's own page is `alternate`, also when nothing is said. */
function isAlternate(tag: SaxesTagPlain): boolean {
	const { rel } = tag.attributes;
	return rel === undefined || rel === "alternate";
}

/** Where entries stand, and which of their children hold address and date, as local names. */
export interface Shape {
	readonly kind: Sitemap["kind"];
	readonly entry: readonly string[];
	readonly loc: string;
	readonly lastmod: string;
}
/** By the local name of the root element. */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
	["urlset", { kind: "urlset", entry: ["urlset", "url"], loc: "loc", lastmod: "lastmod" }],
	["sitemapindex", { kind: "index", entry: ["sitemapindex", "sitemap"], loc: "loc", lastmod: "lastmod" }],
	// Feeds are sitemaps too (sitemaps.org/protocol.html, "Other Sitemap formats"): RSS 2.0, RSS 1.0, Atom.
	["rss", { kind: "feed", entry: ["rss", "channel", "item"], loc: "link", lastmod: "pubDate" }],
	["RDF", { kind: "feed", entry: ["RDF", "item"], loc: "link", lastmod: "" }],
	["feed", { kind: "feed", entry: ["feed", "entry"], loc: "link", lastmod: "updated" }],
]);

const NAMESPACE = /^https?:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9\/?$/;

/** What is wrong with the namespace of a sitemap's root element; undefined when nothing. */
function namespaceFault(namespace: string | undefined): string | undefined {
	if (namespace !== undefined && NAMESPACE.test(namespace)) return undefined;
	const found = namespace === undefined ? "none" : `"${cut(namespace, 100)}"`;
	return `Its XML namespace is ${found}, not "http://www.sitemaps.org/schemas/sitemap/0.9".`;
}
