import { isJsonObject } from "#core/json-object.ts";
import { readW3cDatetime } from "#core/w3c-datetime.ts";
import type { FeedReading } from "./feed-xml.ts";

const VERSION = /^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;
/** Milliseconds up to which a Date can be written. */
const LATEST = 8.64e15;

/** Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/): version, title and items are required. */
export function readFeedJson(text: string): FeedReading {
	const feed = parse(text);
	if (feed instanceof SyntaxError) return invalid(`It is not valid JSON: ${feed.message}.`);
	if (!isJsonObject(feed) || typeof feed.version !== "string" || !VERSION.test(feed.version)) {
		return invalid('It has no "version" of JSON Feed.');
	}
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

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return error;
		throw error;
	}
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
