import type { APIRoute } from "astro";
import { publication } from "#layouts/publication.ts";
import { links } from "#layouts/site.ts";
import { FEED_FILES, jsonFeed, wallFeed } from "#render/wall-feed.ts";

export const GET: APIRoute = async () => {
	const { sites } = await publication();
	const feed = wallFeed(
		sites.filter((site) => site.listed),
		links,
	);
	return new Response(jsonFeed(feed, links.absolute(links.file(FEED_FILES.json))), {
		headers: { "content-type": "application/feed+json" },
	});
};
