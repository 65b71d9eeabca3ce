import { join } from "node:path";
import type { APIRoute } from "astro";
import { readEnvironment } from "#config/environment.ts";
import { cachedCard } from "#site/badge/card-cache.ts";
import { drawProductCard } from "#site/badge/draw-product-card.ts";

export const GET: APIRoute = async () => {
	const png = await cachedCard(await drawProductCard(), join(readEnvironment(process.env).data, "cards"));
	return new Response(Uint8Array.from(png), { headers: { "Content-Type": "image/png" } });
};
