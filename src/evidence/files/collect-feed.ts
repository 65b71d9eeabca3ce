import { findJsonFault } from "#core/json-faults.ts";
import { isJsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { readW3cDatetime } from "#core/w3c-datetime.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { type DeclaredFeed, isSuccess, notShown, type Observation, type Page, settle } from "../evidence-map.ts";
import { baseOf } from "../html/names/links-and-buttons.ts";
import { printable } from "../html/tree/fold-text.ts";
import type { PageLink } from "../page-digest.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { type FeedReading, readFeedXml } from "./feed-xml.ts";
import { openSitemap } from "./xml-body.ts";

/** Types by which a link says that it leads to a feed; `application/json` alone may be anything. */
const FEED_TYPES: ReadonlySet<string> = new Set([
	"application/rss+xml",
	"application/atom+xml",
	"application/rdf+xml",
	"application/feed+json",
]);

/** The first feed that the home page links to, with one request. */
export async function collectFeed(source: SiteSource, home: Observation<Page>): Promise<Observation<DeclaredFeed>> {
	if (home.state === "failed") return home;
	if (home.state === "absent")
		return notShown(home.url, `The home page answers ${home.status}, so it links to no feed.`);
	const declared = declaredFeed(home.value);
	if (!declared) return notShown(home.url, "The home page links to no feed, and it need not.");
	const { url, promised } = declared;
	if (source.kind === "folder" && url.hostname !== new URL(home.url).hostname)
		return notShown(url.href, `The feed lies at ${url.href}, which a folder cannot show.`);
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

/** `alternate` with a feed's type (HTML section 4.6.7.1). */
function feedTypeOf({ rel, type }: PageLink): string | undefined {
	const [essence = ""] = (type ?? "").toLowerCase().split(";", 1);
	const media = essence.trim();
	return rel.includes("alternate") && FEED_TYPES.has(media) ? media : undefined;
}

export type FeedBody = Pick<HttpResponse, "url" | "body" | "truncated">;

/** Bytes of a feed, read for what they are, whatever type they were promised or sent with. */
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
/** Milliseconds up to which a Date can be written. */
const LATEST = 8.64e15;

/** Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/): version, title and items are required. */
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
