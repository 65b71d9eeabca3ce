import type { APIRoute } from "astro";
import { drawProductCard } from "#site/badge/draw-product-card.ts";
import { rasterise } from "#site/badge/sheet.ts";

export const GET: APIRoute = async () =>
	new Response(rasterise(await drawProductCard()), { headers: { "Content-Type": "image/png" } });
