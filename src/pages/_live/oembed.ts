import type { APIRoute } from "astro";
import { oembedResponse } from "#layouts/oembed-response.ts";
import { embeddedPublication } from "#layouts/published-facts.ts";
import { links } from "#layouts/site.ts";

export const prerender = false;
export const ALL: APIRoute = async ({ request }) =>
	oembedResponse(request, links, (await embeddedPublication()).embedded);
