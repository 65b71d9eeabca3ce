// Stands in for Astro's own endpoint of resized images, which would work for anybody who asks: no page here has any.
import type { APIRoute } from "astro";

export const prerender = false;
export const ALL: APIRoute = () => new Response("Nothing is here.\n", { status: 404 });
