import type { APIRoute } from "astro";
import { llmsTxt } from "#site/discovery/discovery.ts";
import { installation } from "#site/site.ts";

export const GET: APIRoute = () =>
	new Response(llmsTxt(installation), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
