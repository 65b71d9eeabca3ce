import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { drawCard, rasterise } from "#site/badge/draw-card.ts";
import { picturePaths } from "#site/publication/published-pictures.ts";

export const getStaticPaths = picturePaths satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(rasterise(await drawCard(props.facts)), { headers: { "Content-Type": "image/png" } });
