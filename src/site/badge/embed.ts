import { PRODUCT } from "#core/brand.ts";
import { escapeMarkup, plainText } from "../page/page-text.ts";
import { decodeSegment, type SiteLinks } from "../page/site-links.ts";
import { badgeAlternative, badgeMessage } from "./badge-texts.ts";
import { frozen, isCurrent, type PictureFacts, pictureStatus, shownAt } from "./picture-facts.ts";
import { PALETTE } from "./svg-document.ts";

/** In pixels; constant, so that embedding pages never shift. */
export const BADGE_SIZE = { width: 252, height: 20 } as const;
/** In pixels. */
export const SEAL_SIZE = { width: 384, height: 152 } as const;

/** In pixels, as social networks require. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

export interface Embed {
	/** Absolute addresses. */
	readonly source: string;
	readonly target: string;
	readonly alternative: string;
	/** In pixels. */
	readonly width: number;
	readonly height: number;
}

export function badgeEmbed(facts: PictureFacts, links: SiteLinks): Embed {
	return {
		...BADGE_SIZE,
		source: links.absolute(links.badge(facts.slug)),
		target: links.absolute(links.share(facts.slug)),
		alternative: badgeAlternative(facts),
	};
}

export function sealEmbed(facts: PictureFacts, links: SiteLinks): Embed {
	return {
		...SEAL_SIZE,
		source: links.absolute(links.seal(facts.receiptId)),
		target: links.absolute(links.receipt(facts.receiptId)),
		alternative: badgeAlternative(frozen(facts)),
	};
}

/** Also valid as XHTML. */
export function htmlSnippet({ source, target, alternative, width, height }: Embed): string {
	return [
		`<a href="${escapeMarkup(target)}"><img`,
		`src="${escapeMarkup(source)}"`,
		`alt="${escapeMarkup(alternative)}"`,
		`width="${width}" height="${height}" /></a>`,
	].join("\n");
}

/** Markdown cannot specify a size. */
export function markdownSnippet({ source, target, alternative }: Embed): string {
	return `[![${escapeMarkdown(alternative)}](${markdownAddress(source)})](${markdownAddress(target)})`;
}

export function reactSnippet({ source, target, alternative, width, height }: Embed): string {
	return [
		`<a href=${jsxText(target)}><img`,
		`src=${jsxText(source)}`,
		`alt=${jsxText(alternative)}`,
		`width={${width}} height={${height}} /></a>`,
	].join("\n");
}

/** Parentheses would end the link. */
function markdownAddress(address: string): string {
	return new URL(address).href.replace(/[()<>\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Uses an expression with JavaScript escapes if JSX could read an entity or the end of the text. */
function jsxText(text: string): string {
	const plain = plainText(text);
	return /[&"]/.test(plain) ? `{${JSON.stringify(plain)}}` : `"${plain}"`;
}

/** A new audit appears within a working day. */
const CACHE_SECONDS = 6 * 3600;

/** https://shields.io/badges/endpoint-badge; shields before June 2026 rejects unknown members. */
export function shieldsEndpoint(facts: PictureFacts) {
	const status = pictureStatus(facts);
	return {
		schemaVersion: 1,
		label: PRODUCT.toLowerCase(),
		message: plainText(badgeMessage(facts)),
		color: status.state === "scored" && isCurrent(status, facts) ? PALETTE[status.band.tone].light : "lightgrey",
		labelColor: PALETTE.ink.light,
		/** Otherwise an embedding page may show a badge without a score in the colour of success. */
		isError: status.state !== "scored",
		cacheSeconds: CACHE_SECONDS,
	};
}

/** https://oembed.com section 2.3. `rich`, because a `photo` cannot link to its proof. Consumers ignore our last 4. */
type OembedBody = ReturnType<typeof oembedBody>;

/** In pixels. */
interface OembedRoom {
	readonly width: number;
	readonly height: number;
}

const UNLIMITED: OembedRoom = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/** A seal scaled below this is illegible and replaced by the badge. */
const LEAST_SCALE = 0.75;

/** Without `room`, the response that a static site has as a file. */
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

/** Absolute addresses; empty until it is in the log. */
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

/** Any origin may read it, because it does not depend on cookies. */
export function oembedResponse(
	request: Request,
	links: SiteLinks,
	lookup: (address: EmbeddedAddress) => PictureFacts | undefined,
): Response {
	const headers = { "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*" };
	if (request.method !== "GET" && request.method !== "HEAD")
		return new Response(null, { status: 405, headers: { ...headers, Allow: "GET, HEAD" } });
	const { searchParams } = new URL(request.url);
	const given = PARAMETERS.map((name) => [name, searchParams.get(name) ?? undefined]);
	const { status, body } = answerOembed(Object.fromEntries(given), links, lookup);
	// The next build may add it.
	const cache = status === 200 ? `public, max-age=${CACHE_SECONDS}` : "no-store";
	return Response.json(body, { status, headers: { ...headers, "Cache-Control": cache } });
}

/** Unparsed (https://oembed.com section 2.2). */
export type OembedQuery = Readonly<Partial<Record<(typeof PARAMETERS)[number], string | undefined>>>;
const PARAMETERS = ["url", "maxwidth", "maxheight", "format"] as const;

type OembedAnswer =
	| { readonly status: 200; readonly body: OembedBody }
	| { readonly status: 400 | 404 | 501; readonly body: { readonly error: string } };

/** @param lookup facts of our domain or receipt; undefined if there is none */
export function answerOembed(
	query: OembedQuery,
	links: SiteLinks,
	lookup: (address: EmbeddedAddress) => PictureFacts | undefined,
): OembedAnswer {
	if (query.format && query.format !== "json")
		return refuse(501, "Only format=json is offered. Leave format out, or ask for json.");
	if (!query.url) return refuse(400, "The url parameter is missing. Give the address of a page of this site.");
	const [width, height] = [readLimit(query.maxwidth), readLimit(query.maxheight)];
	if (width === undefined || height === undefined)
		return refuse(400, "maxwidth and maxheight must be whole numbers of pixels above 0.");
	const address = readEmbeddedAddress(query.url, links);
	const facts = address && lookup(address);
	if (!facts) return refuse(404, "Nothing of this site that can be embedded has this address.");
	return { status: 200, body: oembedBody(facts, links, { width, height }) };
}

/** Infinity without a limit, undefined for a malformed one. */
function readLimit(text: string | undefined): number | undefined {
	if (text === undefined || text === "") return Number.POSITIVE_INFINITY;
	return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function refuse(status: 400 | 404 | 501, error: string): OembedAnswer {
	return { status, body: { error } };
}

export type EmbeddedAddress = { readonly slug: string } | { readonly receiptId: string };

const PAGE = /^(brief|share|history)\/([^/]+)\/(?:([0-9a-f]{64})\/)?$/;
const RECEIPT = /^receipts\/([0-9a-f]{64})\/$/;

/** Accepts a missing trailing slash; undefined for an address of another site. */
function readEmbeddedAddress(address: string, links: SiteLinks): EmbeddedAddress | undefined {
	if (!URL.canParse(address)) return undefined;
	const { origin, pathname, username, password } = new URL(address);
	if (origin !== links.origin || username !== "" || password !== "") return undefined;
	const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
	if (!path.startsWith(links.home)) return undefined;
	const rest = path.slice(links.home.length);
	const [, receiptId] = RECEIPT.exec(rest) ?? [];
	if (receiptId !== undefined) return { receiptId };
	const [, kind, segment, frozen] = PAGE.exec(rest) ?? [];
	if (segment === undefined) return undefined;
	if (frozen !== undefined) return kind === "share" ? { receiptId: frozen } : undefined;
	const slug = decodeSegment(segment);
	return slug === undefined ? undefined : { slug };
}

/** Image text cannot have code spans. CommonMark 2.4 allows a backslash before ASCII punctuation. */
function escapeMarkdown(text: string): string {
	return plainText(text).replace(/[!-/:-@[-`{-~]/g, (mark) => (SAFE_MARKS.has(mark) ? mark : `\\${mark}`));
}

/** Characters without a meaning in image text. */
const SAFE_MARKS: ReadonlySet<string> = new Set([",", ".", "-", "(", ")", ":", ";", "'", "%"]);
