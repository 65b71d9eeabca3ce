import type { APIRoute } from "astro";
import { robotsTxt } from "#site/discovery/discovery.ts";
import { installation } from "#site/site.ts";

export const GET: APIRoute = () =>
	new Response(robotsTxt(installation), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
