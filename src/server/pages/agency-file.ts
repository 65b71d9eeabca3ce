import { agencyColorsSchema } from "#core/agency/agency.ts";
import { isFailure } from "#core/failure.ts";
import { AGENCY_FILE_TYPES, agencyStyleSheet } from "#site/agency/agency-style.ts";
import type { Live } from "../api/live-app.ts";
import type { PageExchange } from "./live-page.ts";

const FILE = /\/([a-z0-9-]+)\.(css|png)$/;
const NOT_FOUND = () => new Response(null, { status: 404 });
const RETRY_SECONDS = 30;

/** An address with the brand's version never changes what it shows. */
export async function agencyFileAnswer(
	{ request, clientAddress }: PageExchange,
	open: () => Promise<Pick<Live, "admitReader" | "people">>,
): Promise<Response> {
	const url = new URL(request.url);
	const [, slug = "", ending] = FILE.exec(url.pathname) ?? [];
	if (ending !== "css" && ending !== "png") return NOT_FOUND();
	try {
		const { admitReader, people } = await open();
		const wait = await admitReader(request, clientAddress);
		if (wait !== undefined) return new Response(null, { status: 429, headers: { "Retry-After": String(wait) } });
		const { brands } = people.agencies;
		const brand = await brands.brand(slug);
		const logo = ending === "css" ? undefined : await brands.logo(slug);
		const content = ending === "css" ? brand?.colors && agencyStyleSheet(brand) : logo?.bytes;
		if (!brand || content === undefined) return NOT_FOUND();
		const isThisVersion = url.searchParams.get("v") === brand.version;
		return new Response(content, {
			headers: {
				"Content-Type": AGENCY_FILE_TYPES[ending],
				"Cache-Control": isThisVersion ? "public, max-age=31536000, immutable" : "public, max-age=60",
				"X-Content-Type-Options": "nosniff",
				// For a logo that is opened by itself: nothing in it may run.
				"Content-Security-Policy": "default-src 'none'; sandbox",
			},
		});
	} catch (error) {
		if (!isFailure(error) || error.code !== "store-unavailable") throw error;
		return new Response(null, { status: 503, headers: { "Retry-After": String(RETRY_SECONDS) } });
	}
}

/** Unsaved colours from the address; keeps nothing. */
export function triedColours({ searchParams }: URL): Response {
	const read = agencyColorsSchema.safeParse({ accent: searchParams.get("accent"), ink: searchParams.get("ink") });
	if (!read.success) return NOT_FOUND();
	const headers = { "Content-Type": AGENCY_FILE_TYPES.css, "X-Content-Type-Options": "nosniff" };
	return new Response(agencyStyleSheet({ colors: read.data }), { headers });
}
