import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { drawBadge } from "#site/badge/draw-badge.ts";
import { picturePaths } from "#site/publication/published-pictures.ts";

export const getStaticPaths = picturePaths satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(await drawBadge(props.facts), { headers: { "Content-Type": "image/svg+xml" } });
