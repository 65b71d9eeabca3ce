import type { APIRoute } from "astro";
import { rasterise } from "#site/badge/card-cache.ts";
import { drawLogo } from "#site/badge/draw-product-card.ts";

export const GET: APIRoute = () =>
	new Response(Uint8Array.from(rasterise(drawLogo())), { headers: { "Content-Type": "image/png" } });
