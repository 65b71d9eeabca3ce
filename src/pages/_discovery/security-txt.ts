import type { APIRoute } from "astro";
import { securityTxt } from "#site/discovery/security-txt.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

/** Of a site of files: it expires unless it is built again. A server answers for itself. */
export const GET: APIRoute = () =>
	new Response(securityTxt(installation, Date.now()), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
