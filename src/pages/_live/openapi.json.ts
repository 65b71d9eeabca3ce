import type { APIRoute } from "astro";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { createOpenApiResponse } from "#server/openapi/build-openapi.ts";
import { baseUrl, contact } from "#site/site.ts";

export const prerender = false;
const answer = createOpenApiResponse(ENDPOINTS, { baseUrl, contact });
export const ALL: APIRoute = ({ request }) => answer(request);
