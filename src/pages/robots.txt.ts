import type { APIRoute } from "astro";
import { links } from "#site/site.ts";

export const GET: APIRoute = () =>
	new Response(`User-agent: *\nAllow: /\n\nSitemap: ${links.absolute(links.file("sitemap-index.xml"))}\n`, {
		headers: { "Content-Type": "text/plain; charset=utf-8" },
	});
