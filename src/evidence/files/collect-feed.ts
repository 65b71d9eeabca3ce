import type { SaxesTagPlain } from "saxes";
import { findJsonFault } from "#core/json-faults.ts";
import { isJsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { readW3cDatetime } from "#core/wording.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { type DeclaredFeed, isSuccess, notShown, type Observation, type Page, settle } from "../evidence-map.ts";
import { baseOf } from "../html/controls/controls.ts";
import { cut, printable } from "../html/tree/fold-text.ts";
import type { PageLink } from "../page-digest.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { openSitemap, readXml, type XmlListener } from "./xml-body.ts";

/** Without `application/json`, which is too generic. */
const FEED_TYPES: ReadonlySet<string> = new Set([
	"application/rss+xml",
	"application/atom+xml",
	"application/rdf+xml",
	"application/feed+json",
]);

export async function collectFeed(source: SiteSource, home: Observation<Page>): Promise<Observation<DeclaredFeed>> {
	if (home.state === "failed") return home;
	if (home.state === "absent")
		return notShown(home.url, `The home page answers ${home.status}, so it does not link to a feed.`);
	const declared = declaredFeed(home.value);
	if (!declared) return notShown(home.url, "The home page does not link to a feed, which is fine.");
	const { url, promised } = declared;
	if (source.kind === "folder" && url.hostname !== new URL(home.url).hostname)
		return notShown(url.href, `The feed is at ${url.href}, which is not in the folder.`);
	return settle(url.href, source.signal, async () => {
		const response = await source.get(url, "page");
		if (!isSuccess(response.status)) return { state: "absent", url: response.url, status: response.status };
		const reading = await source.read("feed", {
			url: response.url,
			body: response.body,
			truncated: response.truncated,
		});
		const value = { href: url.href, promised, contentType: mediaTypeOf(response), ...reading };
		return { state: "found", url: response.url, status: response.status, value };
	});
}

function declaredFeed({ url, digest }: Page): { readonly url: URL; readonly promised: string } | undefined {
	const base = baseOf(digest.baseHref, url);
	for (const link of digest.links) {
		const promised = feedTypeOf(link);
		const target = promised === undefined || link.href === null ? null : URL.parse(link.href.trim(), base);
		if (promised === undefined || !target || !/^https?:$/.test(target.protocol)) continue;
		target.hash = "";
		return { url: target, promised };
	}
	return undefined;
}

/** HTML section 4.6.7.1. */
function feedTypeOf({ rel, type }: PageLink): string | undefined {
	const [essence = ""] = (type ?? "").toLowerCase().split(";", 1);
	const media = essence.trim();
	return rel.includes("alternate") && FEED_TYPES.has(media) ? media : undefined;
}

type FeedBody = Pick<HttpResponse, "url" | "body" | "truncated">;

/** Detects the format by content, not by media type. */
export async function readFeed(response: FeedBody): Promise<FeedReading & { excerpt: string }> {
	const { text, truncated } = await openSitemap(response.body, response.truncated);
	const excerpt = printable(text.slice(0, EXCERPT_LENGTH * 4), EXCERPT_LENGTH);
	return { ...readText(text, truncated), excerpt };
}

function readText(text: string, truncated: boolean): FeedReading {
	switch (sniffBody(Buffer.from(text.slice(0, 4096)))) {
		case "xml":
			return readFeedXml(text, truncated);
		case "json":
			if (!truncated) return readFeedJson(text);
			return { kind: "json-feed", entries: 0, newest: null, fault: null };
		case "html":
			return { kind: "html", entries: 0, newest: null, fault: "It is a web page, not a feed." };
		case "empty":
			return { kind: "invalid", entries: 0, newest: null, fault: "It is empty." };
		default:
			return { kind: "invalid", entries: 0, newest: null, fault: "It is neither XML nor JSON." };
	}
}

const VERSION = /^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;
/** Milliseconds: the maximum of Date. */
const LATEST = 8.64e15;

/** https://www.jsonfeed.org/version/1.1/: version, title and items are required. */
function readFeedJson(text: string): FeedReading {
	const broken = findJsonFault(text);
	if (broken) {
		const { says, line, column } = broken;
		return invalid(`It is not valid JSON: ${says.replace(/\.$/, "")} (line ${line}, column ${column}).`);
	}
	const feed: unknown = JSON.parse(text);
	if (!isJsonObject(feed) || typeof feed.version !== "string" || !VERSION.test(feed.version))
		return invalid('It has no "version" of JSON Feed.');
	if (!Array.isArray(feed.items)) return invalid('It has no "items".');
	const dates = feed.items.flatMap((item: unknown) => datesOf(item));
	const newest = dates.reduce((latest, date) => Math.max(latest, date), Number.NEGATIVE_INFINITY);
	const fault = typeof feed.title === "string" ? null : 'It has no "title".';
	return {
		kind: "json-feed",
		entries: feed.items.length,
		newest: Math.abs(newest) <= LATEST ? new Date(newest).toISOString() : null,
		fault,
	};
}

function datesOf(item: unknown): number[] {
	if (!isJsonObject(item)) return [];
	return [item.date_modified, item.date_published].flatMap((date) => {
		return typeof date === "string" ? (readW3cDatetime(date)?.ms ?? []) : [];
	});
}

function invalid(fault: string): FeedReading {
	return { kind: "invalid", entries: 0, newest: null, fault };
}

/** Characters; longer texts are not dates. */
const TEXT_MAX = 200;

type Shape = { readonly kind: "rss" | "atom"; readonly entry: readonly string[]; readonly dates: readonly string[] };
/** RSS 2.0, RSS 1.0 with Dublin Core, Atom (RFC 4287). */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
	["rss", { kind: "rss", entry: ["rss", "channel", "item"], dates: ["pubDate", "date"] }],
	["RDF", { kind: "rss", entry: ["RDF", "item"], dates: ["date"] }],
	["feed", { kind: "atom", entry: ["feed", "entry"], dates: ["updated", "published"] }],
]);

type FeedReading = Pick<DeclaredFeed, "kind" | "entries" | "newest" | "fault">;

/** Stops at the first error. @param truncated a missing end is then not an error */
function readFeedXml(text: string, truncated: boolean): FeedReading {
	const reader = new FeedXmlReader();
	const fault = readXml(text, truncated, reader);
	if (fault !== undefined) return { kind: "invalid", entries: reader.entries, newest: null, fault };
	return reader.reading();
}

class FeedXmlReader implements XmlListener {
	entries = 0;
	#newest = Number.NEGATIVE_INFINITY;
	#shape: Shape | undefined;
	#root = "";
	readonly #open: string[] = [];
	#collected: string | undefined;

	get done(): boolean {
		return this.#root !== "" && this.#shape === undefined;
	}

	reading(): FeedReading {
		if (!this.#shape) {
			const fault = `Its root element is <${cut(this.#root, 40)}>, not <rss>, <feed> or <rdf:RDF>.`;
			return { kind: "invalid", entries: 0, newest: null, fault };
		}
		const newest = Number.isFinite(this.#newest) ? new Date(this.#newest).toISOString() : null;
		return { kind: this.#shape.kind, entries: this.entries, newest, fault: null };
	}

	start({ name }: SaxesTagPlain): void {
		this.#open.push(name.slice(name.indexOf(":") + 1));
		if (this.#open.length === 1) {
			this.#root = name;
			this.#shape = SHAPES.get(this.#open[0] ?? "");
		} else if (this.#standsAt(0)) this.entries++;
		else if (this.#standsAt(1) && this.#shape?.dates.includes(this.#open.at(-1) ?? "")) this.#collected = "";
	}

	end(): void {
		if (this.#collected !== undefined && this.#standsAt(1)) {
			this.#newest = Math.max(this.#newest, readFeedDate(this.#collected) ?? Number.NEGATIVE_INFINITY);
			this.#collected = undefined;
		}
		this.#open.pop();
	}

	text(text: string): void {
		if (this.#collected !== undefined && this.#collected.length < TEXT_MAX) this.#collected += text.slice(0, TEXT_MAX);
	}

	/** Depth relative to the entry; 0 is the entry itself. */
	#standsAt(depth: number): boolean {
		const entry = this.#shape?.entry;
		if (!entry || this.#open.length !== entry.length + depth) return false;
		return entry.every((name, index) => this.#open[index] === name);
	}
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** `Wed, 02 Oct 2024 13:00:00 GMT`, RFC 822; the day's name is ignored. */
const RFC_822 =
	/^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(\S{1,6})$/i;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;
const ZONES: Readonly<Record<string, number>> = {
	ut: 0,
	utc: 0,
	gmt: 0,
	z: 0,
	est: -5,
	edt: -4,
	cst: -6,
	cdt: -5,
	mst: -7,
	mdt: -6,
	pst: -8,
	pdt: -7,
};

/** Milliseconds since 1970, from RFC 822 or W3C formats; undefined if ambiguous. */
export function readFeedDate(text: string): number | undefined {
	const written = text.trim();
	return readW3cDatetime(written)?.ms ?? readRfc822(written);
}

function readRfc822(text: string): number | undefined {
	const [, day, month = "", year, hours, minutes, seconds = "0", zone = ""] = RFC_822.exec(text) ?? [];
	const offset = offsetOf(zone);
	const index = MONTHS.indexOf(month.toLowerCase());
	if (index < 0 || offset === undefined) return undefined;
	const ms = Date.UTC(Number(year), index, Number(day), Number(hours), Number(minutes), Number(seconds));
	return ms - offset * 60_000;
}

function offsetOf(zone: string): number | undefined {
	const named = ZONES[zone.toLowerCase()];
	if (named !== undefined) return named * 60;
	const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
	if (sign === undefined) return undefined;
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
