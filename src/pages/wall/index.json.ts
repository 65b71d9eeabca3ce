import type { APIRoute } from "astro";
import { publication } from "#layouts/publication.ts";
import { buildWallIndex } from "#render/wall-index.ts";

export const GET: APIRoute = async () => {
	const { sites } = await publication();
	return Response.json(buildWallIndex(sites.filter((site) => site.listed)));
};
