import type { SaxesTagPlain } from "saxes";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import {
	type ChildSitemap,
	isSuccess,
	type Observation,
	type RobotsTxt,
	type Sitemap,
	type SitemapEntry,
	settle,
} from "../evidence-map.ts";
import { cut, printable } from "../html/tree/fold-text.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import { REQUESTS, type SiteSource } from "../site/site-source.ts";
import { openSitemap, readXml, type XmlListener } from "./xml-body.ts";

type Candidate = { readonly url: string; readonly declaredIn: Sitemap["declaredIn"] };

interface SitemapQuery {
	readonly source: SiteSource;
	/** Address of the home page. */
	readonly base: string;
	readonly hosts: readonly string[];
	readonly robots: Observation<RobotsTxt>;
	readonly others?: number;
}

const DECLARED_MAX = 2;
/** Shopify and others list files for buying agents there (`/agents.md`), but no pages. */
const FOR_AGENTS = /\/sitemap_agentic_discovery\.xml$/;
/** Other words are not paths. */
const RELATIVE = /^\s*sitemap\s*:\s*(\/\S+|\S+\.(?:xml|txt|gz))\s*(?:#|$)/i;
const CHILD_FAULTS_MAX = 3;
const FAULTS_MAX = 20;

/** From robots.txt, else `/sitemap.xml`; for an index also children. A failed request outweighs an absent file. */
export async function collectSitemap(query: SitemapQuery): Promise<Observation<Sitemap>> {
	const missed: Observation<Sitemap>[] = [];
	const unserved: { readonly url: string; readonly status: number }[] = [];
	for (const candidate of candidatesOf(query)) {
		const seen = await settle(candidate.url, query.source.signal, () => readCandidate(query, candidate));
		if (seen.state === "found") return unserved.length === 0 ? seen : { ...seen, value: { ...seen.value, unserved } };
		if (seen.state === "absent") unserved.push({ url: candidate.url, status: seen.status });
		missed.push(seen);
	}
	const [first] = missed;
	if (!first) throw new RangeError("The default address is always checked.");
	return missed.find(isUnknown) ?? missed.find(({ state }) => state === "absent") ?? first;
}

function isUnknown(seen: Observation<Sitemap>): boolean {
	return seen.state === "failed" && seen.code !== "name-not-found";
}

function candidatesOf({ robots, base }: SitemapQuery): Candidate[] {
	const declared = robots.state === "found" ? declaredBy(robots.url, robots.value).slice(0, DECLARED_MAX) : [];
	const usual = new URL("sitemap.xml", base).href;
	const named = declared.map((url): Candidate => ({ url, declaredIn: "robots.txt" }));
	return named.some(({ url }) => url === usual) ? named : [...named, { url: usual, declaredIn: "default address" }];
}

/** A relative address is reported as a fault, and still followed. */
function declaredBy(base: string, { sitemaps, faults }: RobotsTxt): string[] {
	const relative = faults.flatMap(({ kind, excerpt }) => {
		const path = kind === "relative-sitemap" ? RELATIVE.exec(excerpt)?.[1] : undefined;
		const url = path === undefined ? null : URL.parse(path, base);
		return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
	});
	return [...new Set([...sitemaps.map(({ url }) => url), ...relative])].filter((url) => !FOR_AGENTS.test(url));
}

async function readCandidate(query: SitemapQuery, { url, declaredIn }: Candidate): Promise<Observation<Sitemap>> {
	const response = await query.source.get(new URL(url), "sitemap");
	if (!isSuccess(response.status)) return { state: "absent", url: response.url, status: response.status };
	const reading = await query.source.read("sitemap", sitemapBody(query, response));
	const locs = reading.kind === "index" ? reading.entries.map(({ loc }) => loc) : [];
	const children = [...new Set(locs)].filter((loc) => !FOR_AGENTS.test(loc));
	const [first, ...more] = children;
	const child = first === undefined ? null : await readChild(query, first, response.url);
	const others: ChildSeen[] = [];
	// Sequential, so that redirects do not depend on response times.
	for (const loc of more.slice(0, query.others ?? 0)) others.push(await readChild(query, loc, response.url));
	const read = others.flatMap(({ facts }) => facts ?? []);
	const value: Sitemap = {
		declaredIn,
		contentType: mediaTypeOf(response),
		...reading,
		child: child?.facts ?? null,
		...(read.length > 0 ? { others: read } : {}),
		faults: [...reading.faults, ...(child?.faults ?? []), ...others.flatMap(({ faults }) => faults)].slice(
			0,
			FAULTS_MAX,
		),
	};
	return { state: "found", url: response.url, status: response.status, value };
}

interface ChildSeen {
	/** null if it could not be checked, which is not the site's fault. */
	readonly facts: ChildSitemap | null;
	readonly faults: readonly string[];
}

async function readChild(query: SitemapQuery, loc: string, base: string): Promise<ChildSeen> {
	if (!URL.canParse(loc, base)) return { facts: null, faults: [] };
	const { href } = new URL(loc, base);
	const seen = await settle(href, query.source.signal, async () => {
		const response = await query.source.get(new URL(href), "sitemap");
		return { state: "found", url: response.url, status: response.status, value: response };
	});
	if (seen.state !== "found") return { facts: null, faults: [] };
	const { value: response, url, status } = seen;
	const of = `Its sitemap ${href}`;
	if (!isSuccess(status))
		return { facts: { url, status, kind: "none", count: 0, entries: [] }, faults: [`${of} answers ${status}.`] };
	const { kind, count, entries, faults } = await query.source.read("sitemap", sitemapBody(query, response));
	const nested = kind === "index" ? [`${of} is also an index; indexes must not be nested.`] : [];
	const known = faults.slice(0, CHILD_FAULTS_MAX).map((fault) => `${of} has a fault: ${fault}`);
	return { facts: { url, status, kind, count, entries }, faults: [...nested, ...known] };
}

function sitemapBody({ hosts }: SitemapQuery, { url, body, truncated }: HttpResponse): SitemapBody {
	return { url, body, truncated, hosts: [...new Set([...hosts, new URL(url).hostname])] };
}

interface SitemapBody {
	readonly url: string;
	readonly body: Uint8Array;
	readonly truncated: boolean;
	readonly hosts: readonly string[];
	/** Keep every entry, without hreflang alternates, instead of the first KEPT. */
	readonly all?: true | undefined;
}

/** Addresses in the site's sitemaps, deduplicated. */
export interface Listed {
	readonly entries: readonly Pick<SitemapEntry, "loc" | "lastmod">[];
	/** All sitemaps were read. */
	readonly whole: boolean;
}

/** Reads all entries of the sitemap found, the others in robots.txt, and their children. */
export async function readListed(
	source: SiteSource,
	{ robots, sitemap }: { readonly robots: Observation<RobotsTxt>; readonly sitemap: Observation<Sitemap> },
): Promise<Listed> {
	if (sitemap.state !== "found") return { entries: [], whole: false };
	const declared = robots.state === "found" ? declaredBy(robots.url, robots.value) : [];
	const waiting = [...new Set([sitemap.url, ...declared])].map((url) => ({ url, isChild: false }));
	const entries = new Map<string, Listed["entries"][number]>();
	let whole = true;
	for (let files = 0; waiting.length > 0 && files < REQUESTS.sitemaps && entries.size < MAX_URLS; files++) {
		const { url, isChild } = waiting.shift() as (typeof waiting)[number];
		const seen = await readWhole(source, url);
		if (seen.state !== "found") {
			// A dead line in robots.txt has its own check; a dead child hides entries.
			whole &&= !isChild && seen.state === "absent";
			continue;
		}
		const { kind, entries: read } = seen.value;
		whole &&= isWhole(seen.value);
		if (kind !== "index") for (const entry of read) entries.set(entry.loc, entry);
		else waiting.push(...childrenOf(read).map((child) => ({ url: child, isChild: true })));
	}
	return { entries: [...entries.values()].slice(0, MAX_URLS), whole: whole && waiting.length === 0 };
}

function isWhole({ kind, truncated }: SitemapReading): boolean {
	return truncated !== true && kind !== "invalid" && kind !== "html";
}

function childrenOf(entries: readonly SitemapEntry[]): readonly string[] {
	return [...new Set(entries.map(({ loc }) => loc))].filter((loc) => URL.canParse(loc) && !FOR_AGENTS.test(loc));
}

function readWhole(source: SiteSource, address: string): Promise<Observation<SitemapReading>> {
	return settle(address, source.signal, async () => {
		const { url, status, body, truncated } = await source.get(new URL(address), "sitemap");
		if (!isSuccess(status)) return { state: "absent", url, status };
		const value = await source.read("sitemap", { url, body, truncated, hosts: [new URL(url).hostname], all: true });
		return { state: "found", url, status, value };
	});
}

type SitemapReading = Pick<Sitemap, "kind" | "bytes" | "truncated" | "count" | "entries" | "faults" | "excerpt">;

/** sitemaps.org, RSS and Atom, also gzipped, up to 50,000 entries and 10 MiB. Never throws for a site's content. */
export async function readSitemap({ url, body, truncated, hosts, all }: SitemapBody): Promise<SitemapReading> {
	const opened = await openSitemap(body, truncated);
	const tally = new SitemapTally(hosts, url, all ? MAX_URLS : KEPT);
	const { kind, faults } = readText(opened.text, opened.truncated, tally);
	const listed = kind === "html" || kind === "invalid" ? [] : tally.faults();
	return {
		kind,
		bytes: opened.bytes,
		...(opened.truncated ? { truncated: true } : {}),
		count: tally.count,
		entries: tally.entries,
		faults: [...opened.faults, ...(opened.text === "" && opened.faults.length > 0 ? [] : faults), ...listed],
		excerpt: printable(opened.text.slice(0, EXCERPT_LENGTH * 4), EXCERPT_LENGTH),
	};
}

function readText(text: string, truncated: boolean, tally: SitemapTally) {
	const sniffed = sniffBody(Buffer.from(text.slice(0, 4096)));
	if (sniffed === "empty") return { kind: "invalid" as const, faults: ["It is empty."] };
	if (sniffed === "html") return { kind: "html" as const, faults: ["It is a web page, not a sitemap."] };
	if (sniffed === "xml") return readSitemapXml(text, truncated, tally);
	return readList(text, truncated, tally);
}

/** sitemaps.org/protocol.html, "Text file". */
function readList(text: string, truncated: boolean, tally: SitemapTally) {
	// The last line of a cut file is incomplete.
	const whole = truncated ? text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"), 0)) : text;
	let isList = false;
	for (const [written] of whole.matchAll(/[^\r\n]+/g)) {
		const line = written.trim();
		if (line === "") continue;
		isList ||= /^https?:\/\//i.test(line);
		if (!isList || tally.full) break;
		tally.add(line, "");
	}
	return isList
		? { kind: "text" as const, faults: [] }
		: { kind: "invalid" as const, faults: ["It is neither XML nor a list of addresses."] };
}

/** Per file (sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
const KEPT = 50;
/** "Must be less than 2,048 characters" (sitemaps.org/protocol.html). */
const LOC_MAX = 2048;
const LASTMOD_MAX = 64;
const ALTERNATES_KEPT = 40;
const ALTERNATE_MAX = 500;
const HREFLANG_MAX = 40;
const SHOWN = 100;

type Kind = "missing" | "relative" | "fragment" | "foreign" | "long";
type Wrong = { count: number; readonly example: string };

class SitemapTally {
	count = 0;
	full = false;
	readonly entries: SitemapEntry[] = [];
	readonly #hosts: ReadonlySet<string>;
	readonly #wrong = new Map<Kind, Wrong>();
	readonly #url: string;
	#read = 0;

	readonly #kept: number;

	constructor(hosts: readonly string[], url: string, kept: number) {
		this.#hosts = new Set(hosts);
		this.#url = url;
		this.#kept = kept;
	}

	add(loc: string, lastmod: string, alternates: NonNullable<SitemapEntry["alternates"]> = []): void {
		if (this.#read === MAX_URLS) this.full = true;
		if (this.full) return;
		this.#read++;
		const address = loc.trim().toWellFormed();
		const fault = this.#faultOf(address);
		if (fault !== undefined) this.#note(fault, address);
		if (fault === "fragment") return;
		this.count++;
		if (this.entries.length === this.#kept || address === "") return;
		this.entries.push({
			loc: cut(fault === "relative" ? (URL.parse(address, this.#url)?.href ?? address) : address, LOC_MAX),
			lastmod: cut(lastmod.trim().toWellFormed(), LASTMOD_MAX) || null,
			...(alternates.length > 0 && this.#kept === KEPT ? { alternates: keep(alternates) } : {}),
		});
	}

	faults(): string[] {
		const faults = [...this.#wrong].map(([kind, { count, example }]) => this.#say(kind, count, example));
		if (this.full) faults.push("It lists more than 50,000 addresses, the maximum for one file.");
		if (this.#read === 0) faults.push("It lists no address.");
		return faults;
	}

	#faultOf(address: string): Kind | undefined {
		if (address === "") return "missing";
		if (address.length >= LOC_MAX) return "long";
		if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return "relative";
		const { hostname, hash } = new URL(address);
		if (!this.#hosts.has(hostname)) return "foreign";
		// #! and #/ are routes of old single-page apps, which engines do not list either.
		return hash === "" ? undefined : "fragment";
	}

	#note(kind: Kind, address: string): void {
		const wrong = this.#wrong.get(kind);
		if (wrong) wrong.count++;
		else this.#wrong.set(kind, { count: 1, example: cut(address, SHOWN) });
	}

	#say(kind: Kind, count: number, example: string): string {
		const where = `in ${count} of ${this.#read} entries`;
		const sentences: Readonly<Record<Kind, string>> = {
			missing: `No address ${where}.`,
			relative: `No full address ${where}, such as "${example}".`,
			fragment: `A place within a page (#) instead of a page ${where}, such as ${example}.`,
			foreign: `A host other than ${[...this.#hosts].join(" or ")} ${where}, such as ${example}.`,
			long: `An address of 2,048 characters or more ${where}, such as ${example}…`,
		};
		return sentences[kind];
	}
}

function keep(alternates: NonNullable<SitemapEntry["alternates"]>) {
	const whole = alternates.filter(({ href }) => href.length <= ALTERNATE_MAX);
	return whole.slice(0, ALTERNATES_KEPT).map(({ hreflang, href }) => ({
		hreflang: cut(hreflang.trim().toWellFormed(), HREFLANG_MAX),
		href: href.trim().toWellFormed(),
	}));
}

/** Characters. Longer texts are neither addresses nor dates. */
const TEXT_MAX = 4096;

const VERSIONS_MAX = 200;

type XmlReading = { readonly kind: Sitemap["kind"]; readonly faults: readonly string[] };

/** Stops at the first syntax error or a full tally. @param truncated a missing end is then not an error */
function readSitemapXml(text: string, truncated: boolean, tally: SitemapTally): XmlReading {
	const reader = new SitemapXmlReader(tally);
	const fault = readXml(text, truncated, reader);
	// Ignore errors after the last entry that counts, wherever the chunks were split.
	if (fault !== undefined && !tally.full) return { kind: "invalid", faults: [...reader.faults, fault] };
	return { kind: reader.shape?.kind ?? "invalid", faults: reader.faults };
}

class SitemapXmlReader implements XmlListener {
	readonly faults: string[] = [];
	shape: Shape | undefined;
	readonly #tally: SitemapTally;
	readonly #open: string[] = [];
	#entryPrefix = "";
	#loc = "";
	#lastmod = "";
	#alternates: { hreflang: string; href: string }[] = [];
	#collected: string | undefined;

	constructor(tally: SitemapTally) {
		this.#tally = tally;
	}

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

	#isEntry(): boolean {
		if (this.#open.length !== this.#entryDepth) return false;
		return this.shape?.entry.every((name, depth) => this.#open[depth] === name) ?? false;
	}

	/** `<xhtml:link>` inside `<url>`, as Google reads it. */
	#isVersion(local: string): boolean {
		return this.shape?.kind === "urlset" && local === "link" && this.#open.length === this.#entryDepth + 1;
	}

	#addVersion({ attributes: { rel, hreflang, href } }: SaxesTagPlain): void {
		if (rel !== "alternate" || hreflang === undefined || href === undefined) return;
		if (this.#alternates.length < VERSIONS_MAX) this.#alternates.push({ hreflang, href });
	}

	/** `<image:loc>` is not the entry's address or date. */
	#isPart(prefix: string, local: string): boolean {
		const { shape } = this;
		if (!shape || prefix !== this.#entryPrefix || this.#open.length !== this.#entryDepth + 1) return false;
		if (local !== shape.loc && local !== shape.lastmod) return false;
		return shape.entry.every((name, depth) => this.#open[depth] === name);
	}
}

function split(name: string): [string, string] {
	const colon = name.indexOf(":");
	return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** The address is in `href`; rel defaults to `alternate`. */
function isAlternate(tag: SaxesTagPlain): boolean {
	const { rel } = tag.attributes;
	return rel === undefined || rel === "alternate";
}

export interface Shape {
	readonly kind: Sitemap["kind"];
	readonly entry: readonly string[];
	readonly loc: string;
	readonly lastmod: string;
}
const SHAPES: ReadonlyMap<string, Shape> = new Map([
	["urlset", { kind: "urlset", entry: ["urlset", "url"], loc: "loc", lastmod: "lastmod" }],
	["sitemapindex", { kind: "index", entry: ["sitemapindex", "sitemap"], loc: "loc", lastmod: "lastmod" }],
	// sitemaps.org/protocol.html, "Other Sitemap formats": RSS 2.0, RSS 1.0, Atom.
	["rss", { kind: "feed", entry: ["rss", "channel", "item"], loc: "link", lastmod: "pubDate" }],
	["RDF", { kind: "feed", entry: ["RDF", "item"], loc: "link", lastmod: "" }],
	["feed", { kind: "feed", entry: ["feed", "entry"], loc: "link", lastmod: "updated" }],
]);

const NAMESPACE = /^https?:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9\/?$/;

function namespaceFault(namespace: string | undefined): string | undefined {
	if (namespace !== undefined && NAMESPACE.test(namespace)) return undefined;
	const found = namespace === undefined ? "none" : `"${cut(namespace, 100)}"`;
	return `Its XML namespace is ${found}, not "http://www.sitemaps.org/schemas/sitemap/0.9".`;
}
