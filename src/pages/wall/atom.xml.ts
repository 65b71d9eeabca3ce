import type { APIRoute } from "astro";
import { publication } from "#site/publication/publication.ts";
import { links } from "#site/site.ts";
import { atomFeed, FEED_FILES, wallFeed } from "#site/wall/wall-feed.ts";

export const GET: APIRoute = async () => {
	const { sites } = await publication();
	const feed = wallFeed(
		sites.filter((site) => site.listed),
		links,
	);
	return new Response(atomFeed(feed, links.absolute(links.file(FEED_FILES.atom))), {
		headers: { "content-type": "application/atom+xml" },
	});
};
