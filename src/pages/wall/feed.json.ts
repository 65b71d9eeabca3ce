import type { APIRoute } from "astro";
import { publication } from "#site/publication/publication.ts";
import { links } from "#site/site.ts";
import { FEED_FILES, jsonFeed, wallFeed } from "#site/wall/wall-feed.ts";

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
