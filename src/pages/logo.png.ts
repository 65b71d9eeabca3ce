import type { APIRoute } from "astro";
import { drawLogo } from "#site/badge/draw-product-card.ts";
import { rasterise } from "#site/badge/sheet.ts";

export const GET: APIRoute = () => new Response(rasterise(drawLogo()), { headers: { "Content-Type": "image/png" } });
