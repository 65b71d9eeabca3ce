import type { APIRoute, GetStaticPaths } from "astro";
import { publication } from "#site/publication/publication.ts";

export const getStaticPaths = (async () => {
	const { receipts } = await publication();
	return receipts.summaries.map(({ id, domain }) => ({ params: { id }, cacheKey: `${domain} ${id}` }));
}) satisfies GetStaticPaths;

/** To the letter: its SHA-256 is the id. */
export const GET: APIRoute = async ({ params: { id = "" } }) => {
	const { receipts } = await publication();
	return new Response(await receipts.text(id), { headers: { "Content-Type": "application/json; charset=utf-8" } });
};
