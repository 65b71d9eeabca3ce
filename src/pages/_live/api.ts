import type { APIRoute } from "astro";
import { definedParams } from "#server/api/endpoint.ts";
import { type DOCUMENT_PATHS, ENDPOINT_OF_ROUTE, ENDPOINTS } from "#server/api/endpoints.ts";
import { unknownAddress } from "#server/api/responses.ts";
import { createOpenApiResponse } from "#server/openapi/build-openapi.ts";
import { openedLive, respondLive } from "#server/pages/live-process.ts";
import { oembedResponse } from "#site/badge/embed.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";
import { baseUrl, contact, links } from "#site/site.ts";

export const prerender = false;

type AnswerDocument = (request: Request) => Response | Promise<Response>;

const documents: Readonly<Record<(typeof DOCUMENT_PATHS)[number], AnswerDocument>> = {
	"/openapi.json": createOpenApiResponse(ENDPOINTS, { baseUrl, contact }),
	"/oembed": async (request) => oembedResponse(request, links, (await embeddedPublication()).embedded),
};

/** `API_ROUTES`, passkeys, and the way back from GitHub, in every method. */
export const ALL: APIRoute = async ({ request, routePattern, params, clientAddress }) => {
	if (routePattern === "/api/auth/[...path]") return (await openedLive()).answerAuth(request, clientAddress);
	const endpoint = ENDPOINT_OF_ROUTE.get(routePattern);
	if (endpoint) return respondLive(endpoint, request, clientAddress, definedParams(params));
	const document = Object.entries(documents).find(([path]) => path === routePattern)?.[1];
	return document ? document(request) : unknownAddress(baseUrl);
};
