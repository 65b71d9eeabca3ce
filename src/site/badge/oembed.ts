import { PRODUCT } from "#core/brand.ts";
import { plainText } from "../page/page-text.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { CARD_SIZE } from "./draw-card.ts";
import { badgeEmbed, type Embed, htmlSnippet, sealEmbed } from "./embed.ts";
import { type PictureFacts, pictureStatus, shownAt } from "./picture-facts.ts";
import { CACHE_SECONDS } from "./shields-endpoint.ts";

/**
 * An oEmbed response (https://oembed.com section 2.3). It is `rich`, not `photo`, since a picture without the link to
 * its proof would ask to be believed. The last four members are our own; consumers must ignore what they do not know.
 */
export type OembedBody = ReturnType<typeof oembedBody>;

/** The most that a consumer has room for, in pixels. */
export interface OembedRoom {
	readonly width: number;
	readonly height: number;
}

const UNLIMITED: OembedRoom = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/** Below this part of its size a seal cannot be read any more; the badge takes its place. */
const LEAST_SCALE = 0.75;

/** The answer for one site. With `room` absent, the one that a static home can keep as a file. */
export function oembedBody(facts: PictureFacts, links: SiteLinks, room: OembedRoom = UNLIMITED) {
	const embed = chooseEmbed(facts, links, room);
	return {
		version: "1.0",
		type: "rich",
		title: embed.alternative,
		provider_name: PRODUCT,
		provider_url: links.absolute(links.home),
		cache_age: CACHE_SECONDS,
		html: htmlSnippet(embed),
		width: embed.width,
		height: embed.height,
		...thumbnail(facts, links, room),
		domain: plainText(facts.displayDomain),
		auditedAt: shownAt(facts),
		...evidence(facts, links),
	};
}

function chooseEmbed(facts: PictureFacts, links: SiteLinks, room: OembedRoom): Embed {
	const badge = badgeEmbed(facts, links);
	if (!isSealed(facts)) return scaled(badge, scaleTo(badge, room));
	const seal = sealEmbed(facts, links);
	const scale = scaleTo(seal, room);
	return scale >= LEAST_SCALE ? scaled(seal, scale) : scaled(badge, scaleTo(badge, room));
}

function scaleTo({ width, height }: Embed, room: OembedRoom): number {
	return Math.min(1, room.width / width, room.height / height);
}

function scaled(embed: Embed, scale: number): Embed {
	const size = (pixels: number) => Math.max(1, Math.floor(pixels * scale));
	return { ...embed, width: size(embed.width), height: size(embed.height) };
}

function thumbnail({ slug }: PictureFacts, links: SiteLinks, room: OembedRoom) {
	const { width, height } = CARD_SIZE;
	if (width > room.width || height > room.height) return {};
	return { thumbnail_url: links.absolute(links.card(slug)), thumbnail_width: width, thumbnail_height: height };
}

/** Absolute addresses of the receipt's page and its proof; absent while it is not in the log. */
function evidence(facts: PictureFacts, links: SiteLinks) {
	if (!isSealed(facts)) return {};
	const { receiptId } = facts;
	return {
		receipt: links.absolute(links.receipt(receiptId)),
		proof: links.absolute(links.receiptFile(receiptId, "tlog-proof")),
	};
}

function isSealed(facts: PictureFacts): boolean {
	const { state } = pictureStatus(facts);
	return state === "scored" || state === "unaudited";
}
