// Astro adds routes for resized images and server islands, which no page here has: both would work for anybody who asks.
import type { APIRoute, MiddlewareHandler } from "astro";

export const prerender = false;

/** Stands in for the endpoint of resized images. */
export const ALL: APIRoute = notFound;

/** Middleware that keeps requests from server islands, where Astro would read their bodies. */
export const onRequest: MiddlewareHandler = ({ routePattern }, next) =>
	routePattern.startsWith("/_server-islands/") ? notFound() : next();

function notFound(): Response {
	return new Response("Nothing is here.\n", { status: 404 });
}
