import type { APIRoute } from "astro";
import { oembedResponse } from "#site/badge/oembed-response.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";
import { links } from "#site/site.ts";

export const prerender = false;
export const ALL: APIRoute = async ({ request }) =>
	oembedResponse(request, links, (await embeddedPublication()).embedded);
