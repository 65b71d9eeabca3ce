import type { SiteLinks } from "../page/site-links.ts";
import type { BadgeFacts } from "./badge-facts.ts";
import { type OembedBody, oembedBody } from "./oembed.ts";
import { type EmbeddedAddress, readEmbeddedAddress } from "./oembed-address.ts";

/** The parameters of an oEmbed request, as they came (https://oembed.com section 2.2). */
export interface OembedQuery {
	readonly url?: string | undefined;
	readonly maxwidth?: string | undefined;
	readonly maxheight?: string | undefined;
	readonly format?: string | undefined;
}

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
	lookup: (address: EmbeddedAddress) => BadgeFacts | undefined,
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
