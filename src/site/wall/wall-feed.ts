import { PRODUCT } from "#core/brand.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";
import { FOLDER_NOTICE } from "../brief/verdict-words.ts";
import type { SiteLinks } from "../page/site-links.ts";
import type { PublicSite } from "../publication/public-site.ts";
import { changesSince } from "./wall-change.ts";
import { scoreWords } from "./wall-words.ts";

/** The newest audits of listed sites, for feed readers of any kind. Everything is plain text. */
export interface WallFeed {
	readonly title: string;
	readonly description: string;
	/** Absolute address of the wall. */
	readonly home: string;
	/** Newest first. */
	readonly items: readonly WallFeedItem[];
}

export interface WallFeedItem {
	/** Absolute address of the receipt's page, which is also the item's id: a receipt never changes. */
	readonly url: string;
	readonly title: string;
	readonly paragraphs: readonly string[];
	/** ISO 8601. */
	readonly auditedAt: string;
}

/** Paths of the feeds under the site's prefix. */
export const FEED_FILES = { json: "wall/feed.json", atom: "wall/atom.xml" } as const;

export const FEED_TITLE = `${PRODUCT}: newest audits`;

const NEWEST = 100;

export function wallFeed(sites: readonly PublicSite[], links: SiteLinks): WallFeed {
	const newest = sites
		.flatMap((site) => site.history.map((audit) => ({ site, audit })))
		.sort((a, b) => newestFirst(a.audit, b.audit))
		.slice(0, NEWEST);
	return {
		title: FEED_TITLE,
		description: "Every new audit of a watched website: score, band, and what changed since the one before.",
		home: links.absolute(links.wall()),
		items: newest.map(({ site, audit }) => toItem(site, audit, links)),
	};
}

function toItem(site: PublicSite, audit: ReceiptSummary, links: SiteLinks): WallFeedItem {
	const { source, scores, gates, auditedAt } = audit;
	const words = scoreWords(scores?.overall);
	const reading = scores
		? `${scores.overall} of 100, ${words.toLowerCase()}. Structure ${scores.axes.structure}, accessibility ${scores.axes.accessibility}.`
		: `${words}.`;
	return {
		url: links.absolute(links.receipt(audit.id)),
		title: `${site.displayDomain}: ${scores ? `${scores.overall}, ` : ""}${words.toLowerCase()}`,
		paragraphs: [
			reading,
			...(scores ? gates.map(({ cap, says }) => `Capped at ${cap}: ${says}`) : []),
			...changesSince(audit, site.history[site.history.indexOf(audit) + 1]),
			...(source === "folder" ? [FOLDER_NOTICE] : []),
			...(site.agencyName === "" ? [] : [`Prepared by ${site.agencyName}.`]),
		],
		auditedAt,
	};
}

/** JSON Feed 1.1 (https://jsonfeed.org/version/1.1). `self` is the feed's own absolute address. */
export function jsonFeed(feed: WallFeed, self: string): string {
	return JSON.stringify({
		version: "https://jsonfeed.org/version/1.1",
		title: feed.title,
		home_page_url: feed.home,
		feed_url: self,
		description: feed.description,
		language: "en",
		authors: [{ name: PRODUCT }],
		items: feed.items.map(({ url, title, paragraphs, auditedAt }) => ({
			id: url,
			url,
			title,
			content_text: paragraphs.join("\n\n"),
			date_published: auditedAt,
		})),
	});
}
