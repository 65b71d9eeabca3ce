import { Feed } from "feed";
import { PRODUCT } from "#core/brand.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import { spokenBeside } from "#core/wording.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";
import { scoreWords } from "../brief/band.ts";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { comparableAudits, scoreChange } from "../history/receipt-difference.ts";
import { ENTITIES } from "../page/page-text.ts";
import type { SiteLinks } from "../page/site-links.ts";
import type { PublicSite } from "../publication/published-sites.ts";

export type WallFeed = ReturnType<typeof wallFeed>;

/** Below the site's prefix. */
export const FEED_FILES = { json: "wall/feed.json", atom: "wall/atom.xml" } as const;

export const FEED_TITLE = `${PRODUCT}: newest audits`;

const NEWEST = 100;

/** Newest first, in plain text. */
export function wallFeed(sites: readonly PublicSite[], links: SiteLinks) {
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

function toItem(site: PublicSite, audit: ReceiptSummary, links: SiteLinks) {
	const { source, scores, gates, auditedAt } = audit;
	const words = scoreWords(scores?.overall);
	const reading = scores
		? `${scores.overall} of 100, ${words.toLowerCase()}. Structure ${scores.axes.structure}, accessibility ${scores.axes.accessibility}.`
		: `${words}.`;
	return {
		/** Also the item's id, because a receipt never changes. */
		url: links.absolute(links.receipt(audit.id)),
		title: `${site.displayDomain}: ${scores ? `${scores.overall}, ` : ""}${words.toLowerCase()}`,
		paragraphs: [
			reading,
			...(scores ? gates.map(({ id }) => GATE_SENTENCES[id]) : []),
			...changesSince(audit, site.history[site.history.indexOf(audit) + 1]),
			...(source === "folder" ? [SOURCES.folderNotice] : []),
			...(site.agency ? [`Prepared by ${site.agency.name}.`] : []),
		],
		auditedAt,
	};
}

/** JSON Feed 1.1 (https://jsonfeed.org/version/1.1). @param self absolute URL */
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

/** Atom requires a time even for an empty feed; the build's would change each time. */
const NEVER = new Date(0);

/** RFC 4287. The library writes titles and contents as unescaped HTML in CDATA: escape them here. @param self URL */
export function atomFeed({ title, description, home, items }: WallFeed, self: string): string {
	const [newest] = items;
	const feed = new Feed({
		id: self,
		title,
		description,
		link: home,
		feedLinks: { atom: self },
		author: { name: PRODUCT },
		generator: PRODUCT,
		updated: newest ? new Date(newest.auditedAt) : NEVER,
	});
	for (const item of items) {
		const date = new Date(item.auditedAt);
		feed.addItem({
			id: item.url,
			link: item.url,
			title: htmlText(item.title),
			content: item.paragraphs.map((paragraph) => `<p>${htmlText(paragraph)}</p>`).join(""),
			date,
			published: date,
		});
	}
	return feed.atom1();
}

/** XML 1.0 (section 2.2) forbids these even escaped. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes plain text for HTML. Without a bare `>` it cannot end a CDATA section either. */
function htmlText(text: string): string {
	return text.replace(NOT_XML, "\u{fffd}").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

type Scores = NonNullable<ReceiptSummary["scores"]>;

/** @param before undefined for a first audit */
export function changesSince(audit: ReceiptSummary, before: ReceiptSummary | undefined): readonly string[] {
	if (!before) return ["The first audit of this site."];
	const overall = `Since the audit of ${spokenBeside(before.auditedAt, audit.auditedAt)}: ${scoreChange(before, audit)}`;
	if (!audit.scores || !before.scores || !comparableAudits(before, audit)) return [overall];
	return [overall, ...pillarChanges(audit.scores, before.scores), ...gateChanges(audit, before)];
}

function pillarChanges(now: Scores, before: Scores): string[] {
	const keys = Object.keys(PILLARS) as PillarKey[];
	const changed = keys.flatMap((key) => {
		const [from, to] = [before.pillars[key], now.pillars[key]];
		return from === to ? [] : [`${PILLARS[key].label} ${from ?? "–"} → ${to ?? "–"}`];
	});
	return changed.length === 0 ? [] : [`${changed.join("; ")}.`];
}

function gateChanges(audit: ReceiptSummary, before: ReceiptSummary): string[] {
	const has = (side: ReceiptSummary, id: string) => side.gates.some((gate) => gate.id === id);
	return [
		...audit.gates.filter(({ id }) => !has(before, id)).map(({ says }) => `New: ${says}`),
		...before.gates.filter(({ id }) => !has(audit, id)).map(({ says }) => `No longer so: ${says}`),
	];
}
