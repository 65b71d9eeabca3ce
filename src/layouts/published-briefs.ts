import { getCollection } from "astro:content";
import { type Brief, buildBrief } from "#render/brief.ts";
import { lightHistories } from "#render/receipt-history.ts";
import { baseUrl } from "./site.ts";

export interface PublishedBrief {
	readonly brief: Brief;
	/** False for a domain that is kept off the wall: its brief has an address and stands in no list. */
	readonly listed: boolean;
}

let loading: Promise<readonly PublishedBrief[]> | undefined;

/** The brief of every watched domain that has a light receipt, newest audit first. Read once per build. */
export function publishedBriefs(): Promise<readonly PublishedBrief[]> {
	loading ??= loadBriefs();
	return loading;
}

/** Those that may stand in lists. */
export async function listedBriefs(): Promise<readonly Brief[]> {
	const published = await publishedBriefs();
	return published.filter(({ listed }) => listed).map(({ brief }) => brief);
}

async function loadBriefs(): Promise<readonly PublishedBrief[]> {
	const [receipts, watched, agencies] = await Promise.all([
		getCollection("receipts"),
		getCollection("watchlist"),
		getCollection("agencies"),
	]);
	const entries = new Map(watched.map(({ data }) => [data.domain, data]));
	const names = new Map(agencies.map(({ id, data }) => [id, data.name]));
	const histories = lightHistories(receipts.map(({ id, data }) => ({ id, receipt: data })));
	return [...histories].flatMap(([domain, history]) => {
		const entry = entries.get(domain);
		if (entry === undefined) return [];
		const agencyName = names.get(entry.agency ?? "") ?? "";
		return [{ brief: buildBrief(history, { baseUrl, agencyName }), listed: entry.wall }];
	});
}
