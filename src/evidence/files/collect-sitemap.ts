import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import {
	type ChildSitemap,
	isSuccess,
	type Observation,
	type RobotsTxt,
	type Sitemap,
	settle,
} from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { SitemapTally } from "./sitemap-tally.ts";
import { readSitemapXml } from "./sitemap-xml.ts";
import { openSitemap } from "./xml-body.ts";

type Candidate = { readonly url: string; readonly declaredIn: Sitemap["declaredIn"] };

export interface SitemapQuery {
	readonly source: SiteSource;
	/** Origin of the site: `https://www.example.com`. */
	readonly origin: string;
	/** Hosts of the site. */
	readonly hosts: readonly string[];
	readonly robots: Observation<RobotsTxt>;
	/** Children of an index that are read behind the first; none unless it is given. */
	readonly others?: number;
}

/** Sitemaps that robots.txt names and that are asked for. */
const DECLARED_MAX = 2;
/** A path from the root, or a name that ends as sitemaps do; any other word is none. */
const RELATIVE = /^\s*sitemap\s*:\s*(\/\S+|\S+\.(?:xml|txt|gz))\s*(?:#|$)/i;
/** Faults of a child sitemap that are listed. */
const CHILD_FAULTS_MAX = 3;
/** Faults that are listed in all. */
const FAULTS_MAX = 20;

/**
 * The first sitemap that is served: those that robots.txt names, then `/sitemap.xml`. Of an index, the first child is
 * read too, and others where the query asks for them. Where none is served, one that could not be looked at outweighs those that are not there.
 */
export async function collectSitemap(query: SitemapQuery): Promise<Observation<Sitemap>> {
	const missed: Observation<Sitemap>[] = [];
	const unserved: { readonly url: string; readonly status: number }[] = [];
	for (const candidate of candidatesOf(query)) {
		const seen = await settle(candidate.url, query.source.signal, () => look(query, candidate));
		if (seen.state === "found") return unserved.length === 0 ? seen : { ...seen, value: { ...seen.value, unserved } };
		if (seen.state === "absent") unserved.push({ url: candidate.url, status: seen.status });
		missed.push(seen);
	}
	const [first] = missed;
	if (!first) throw new RangeError("There is always the default address to look at.");
	return missed.find(isUnknown) ?? missed.find(({ state }) => state === "absent") ?? first;
}

/** A host without a name has no sitemap, and that much is known. */
function isUnknown(seen: Observation<Sitemap>): boolean {
	return seen.state === "failed" && seen.code !== "name-not-found";
}

function candidatesOf({ robots, origin }: SitemapQuery): Candidate[] {
	const declared = robots.state === "found" ? declaredBy(robots.url, robots.value).slice(0, DECLARED_MAX) : [];
	const usual = new URL("/sitemap.xml", origin).href;
	const named = declared.map((url): Candidate => ({ url, declaredIn: "robots.txt" }));
	return named.some(({ url }) => url === usual) ? named : [...named, { url: usual, declaredIn: "default address" }];
}

/** What robots.txt names; a relative address is a fault of that line, and leads to a sitemap all the same. */
function declaredBy(base: string, { sitemaps, faults }: RobotsTxt): string[] {
	const relative = faults.flatMap(({ kind, excerpt }) => {
		const path = kind === "relative-sitemap" ? RELATIVE.exec(excerpt)?.[1] : undefined;
		const url = path === undefined ? null : URL.parse(path, base);
		return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
	});
	return [...new Set([...sitemaps.map(({ url }) => url), ...relative])];
}

async function look(query: SitemapQuery, { url, declaredIn }: Candidate): Promise<Observation<Sitemap>> {
	const response = await query.source.get(new URL(url), "sitemap");
	if (!isSuccess(response.status)) return { state: "absent", url: response.url, status: response.status };
	const reading = await query.source.read("sitemap", sitemapBody(query, response));
	const children = reading.kind === "index" ? [...new Set(reading.entries.map(({ loc }) => loc))] : [];
	const [first, ...more] = children;
	const child = first === undefined ? null : await lookAtChild(query, first, response.url);
	const others: ChildSeen[] = [];
	// One after the other, so that redirects of one never depend on how fast another answered.
	for (const loc of more.slice(0, query.others ?? 0)) others.push(await lookAtChild(query, loc, response.url));
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
	/** null where it could not be looked at, which is no fault of the site's. */
	readonly facts: ChildSitemap | null;
	readonly faults: readonly string[];
}

async function lookAtChild(query: SitemapQuery, loc: string, base: string): Promise<ChildSeen> {
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
	const nested = kind === "index" ? [`${of} is an index again; indexes may not be nested.`] : [];
	const known = faults.slice(0, CHILD_FAULTS_MAX).map((fault) => `${of} has a fault: ${fault}`);
	return { facts: { url, status, kind, count, entries }, faults: [...nested, ...known] };
}

/** A sitemap speaks for the host it lies on, too. */
function sitemapBody({ hosts }: SitemapQuery, { url, body, truncated }: HttpResponse): SitemapBody {
	return { url, body, truncated, hosts: [...new Set([...hosts, new URL(url).hostname])] };
}

export interface SitemapBody {
	/** Its own address, from which relative ones begin. */
	readonly url: string;
	readonly body: Uint8Array;
	/** True when the body was cut before it came here. */
	readonly truncated: boolean;
	/** Hosts that the sitemap may speak for: the audited one and its own. */
	readonly hosts: readonly string[];
}

export type SitemapReading = Pick<Sitemap, "kind" | "bytes" | "truncated" | "count" | "entries" | "faults" | "excerpt">;

/**
 * Reads a sitemap by the protocol of sitemaps.org: `<urlset>`, `<sitemapindex>`, RSS and Atom feeds, plain lists of
 * addresses, each also in gzip. Stops at 50,000 entries and at 10 MiB. Never throws for what a site can send.
 */
export async function readSitemap({ url, body, truncated, hosts }: SitemapBody): Promise<SitemapReading> {
	const opened = await openSitemap(body, truncated);
	const tally = new SitemapTally(hosts, url);
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

/** One address a line (sitemaps.org/protocol.html, "Text file"). */
function readList(text: string, truncated: boolean, tally: SitemapTally) {
	// The last line of a cut file is not whole.
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
