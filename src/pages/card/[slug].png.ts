import { join } from "node:path";
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { readEnvironment } from "#config/environment.ts";
import { cachedCard, pruneCards } from "#site/badge/card-cache.ts";
import { drawCard } from "#site/badge/draw-card.ts";
import { picturePaths } from "#site/publication/published-pictures.ts";

const cards = join(readEnvironment(process.env).data, "cards");

export const getStaticPaths = (async () => {
	await pruneCards(cards);
	return picturePaths();
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) => {
	const png = await cachedCard(await drawCard(props.facts), cards);
	return new Response(Uint8Array.from(png), { headers: { "Content-Type": "image/png" } });
};
