import type { APIRoute } from "astro";
import { API_CATALOG_TYPE, apiCatalog } from "#site/discovery/api-catalog.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

export const GET: APIRoute = () =>
	new Response(JSON.stringify(apiCatalog(installation)), { headers: { "Content-Type": API_CATALOG_TYPE } });
