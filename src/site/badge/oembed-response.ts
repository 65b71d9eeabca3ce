import type { SiteLinks } from "../page/site-links.ts";
import { answerOembed } from "./answer-oembed.ts";
import type { BadgeFacts } from "./badge-facts.ts";
import type { EmbeddedAddress } from "./oembed-address.ts";
import { CACHE_SECONDS } from "./shields-endpoint.ts";

/**
 * The answer to an oEmbed request. Consumers in browsers may read it; it depends on nobody's cookie.
 * @param lookup what an address of this site shows where it is embedded
 */
export function oembedResponse(
	request: Request,
	links: SiteLinks,
	lookup: (address: EmbeddedAddress) => BadgeFacts | undefined,
): Response {
	const headers = { "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*" };
	if (request.method !== "GET" && request.method !== "HEAD")
		return new Response(null, { status: 405, headers: { ...headers, Allow: "GET, HEAD" } });
	const { searchParams } = new URL(request.url);
	const given = (name: string) => searchParams.get(name) ?? undefined;
	const query = {
		url: given("url"),
		maxwidth: given("maxwidth"),
		maxheight: given("maxheight"),
		format: given("format"),
	};
	const { status, body } = answerOembed(query, links, lookup);
	// What is not there today may be there after the next build.
	const cache = status === 200 ? `public, max-age=${CACHE_SECONDS}` : "no-store";
	return Response.json(body, { status, headers: { ...headers, "Cache-Control": cache } });
}
