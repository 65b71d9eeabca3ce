import type { APIRoute } from "astro";
import { publication } from "#site/publication/publication.ts";
import { buildWallIndex } from "#site/wall/wall.ts";

export const GET: APIRoute = async () => {
	const { sites } = await publication();
	return Response.json(buildWallIndex(sites.filter((site) => site.listed)));
};
