import type { APIRoute } from "astro";
import { type DOCUMENT_PATHS, ENDPOINT_OF_PATH, ENDPOINTS } from "#server/api/endpoints.ts";
import { unknownAddress } from "#server/api/responses.ts";
import { createOpenApiResponse } from "#server/openapi/build-openapi.ts";
import { openedLive, respondLive } from "#server/pages/live-process.ts";
import { oembedResponse } from "#site/badge/oembed-response.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";
import { baseUrl, contact, links } from "#site/site.ts";

export const prerender = false;

const openApi = createOpenApiResponse(ENDPOINTS, { baseUrl, contact });
const documents: Readonly<Record<(typeof DOCUMENT_PATHS)[number], (request: Request) => Response | Promise<Response>>> =
	{
		"/openapi.json": openApi,
		"/metrics": metricsResponse,
		"/oembed": async (request) => oembedResponse(request, links, (await embeddedPublication()).embedded),
	};

/** Answers every route of `API_ROUTES`, in every method. */
export const ALL: APIRoute = ({ request, routePattern, clientAddress }) => {
	const endpoint = ENDPOINT_OF_PATH.get(routePattern);
	if (endpoint) return respondLive(endpoint, request, clientAddress);
	const document = Object.entries(documents).find(([path]) => path === routePattern)?.[1];
	return document ? document(request) : unknownAddress(baseUrl);
};

/** For the installation's own monitoring; 404 where it is not configured. */
async function metricsResponse(request: Request): Promise<Response> {
	const isRead = request.method === "GET" || request.method === "HEAD";
	const metrics = isRead ? await (await openedLive()).metrics(request) : undefined;
	return metrics ?? new Response(null, { status: 404 });
}
