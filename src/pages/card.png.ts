import type { APIRoute } from "astro";
import { drawProductCard, rasterise } from "#site/badge/draw-card.ts";

export const GET: APIRoute = async () =>
	new Response(rasterise(await drawProductCard()), { headers: { "Content-Type": "image/png" } });
