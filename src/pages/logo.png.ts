import type { APIRoute } from "astro";
import { drawLogo, rasterise } from "#site/badge/draw-card.ts";

export const GET: APIRoute = () => new Response(rasterise(drawLogo()), { headers: { "Content-Type": "image/png" } });
