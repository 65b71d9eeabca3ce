import { decodeSegment } from "../page/path-segment.ts";
import type { SiteLinks } from "../page/site-links.ts";
import { type OembedBody, oembedBody } from "./oembed.ts";
import type { PictureFacts } from "./picture-facts.ts";
import { CACHE_SECONDS } from "./shields-endpoint.ts";

/**
 * The answer to an oEmbed request. Consumers in browsers may read it; it depends on nobody's cookie.
 * @param lookup what an address of this site shows where it is embedded
 */
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
	// What is not there today may be there after the next build.
	const cache = status === 200 ? `public, max-age=${CACHE_SECONDS}` : "no-store";
	return Response.json(body, { status, headers: { ...headers, "Cache-Control": cache } });
}

/** The parameters of an oEmbed request, as they came (https://oembed.com section 2.2). */
export type OembedQuery = Readonly<Partial<Record<(typeof PARAMETERS)[number], string | undefined>>>;
const PARAMETERS = ["url", "maxwidth", "maxheight", "format"] as const;

export type OembedAnswer =
	| { readonly status: 200; readonly body: OembedBody }
	| { readonly status: 400 | 404 | 501; readonly body: { readonly error: string } };

/**
 * Answers an oEmbed request.
 * @param lookup the facts of a domain or a receipt of ours; undefined for what is not there
 */
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

/** Infinity where there is none. */
function readLimit(text: string | undefined): number | undefined {
	if (text === undefined || text === "") return Number.POSITIVE_INFINITY;
	return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function refuse(status: 400 | 404 | 501, error: string): OembedAnswer {
	return { status, body: { error } };
}

/** What an address of ours speaks of. */
export type EmbeddedAddress = { readonly slug: string } | { readonly receiptId: string };

const PAGE = /^(brief|share|history)\/([^/]+)\/(?:([0-9a-f]{64})\/)?$/;
const RECEIPT = /^receipts\/([0-9a-f]{64})\/$/;

/**
 * Reads the address of a brief, a share page, a history or a receipt of this site, with or without its last slash.
 * Undefined for any other, and for one that is not ours.
 */
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
