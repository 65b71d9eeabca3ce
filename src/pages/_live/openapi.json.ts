import type { APIRoute } from "astro";
import { ENDPOINTS } from "#api/endpoints.ts";
import { createOpenApiResponse } from "#api/openapi/openapi-response.ts";
import { baseUrl, contact } from "#layouts/site.ts";

export const prerender = false;
const answer = createOpenApiResponse(ENDPOINTS, { baseUrl, contact });
export const ALL: APIRoute = ({ request }) => answer(request);
