// Astro adds routes for resized images and server islands, which no page uses: both would answer every request.
import type { APIRoute, MiddlewareHandler } from "astro";

export const prerender = false;

export const ALL: APIRoute = notFound;

/** Astro would read the bodies of requests to server islands. */
export const onRequest: MiddlewareHandler = ({ routePattern }, next) =>
	routePattern.startsWith("/_server-islands/") ? notFound() : next();

function notFound(): Response {
	return new Response("Nothing is here.\n", { status: 404 });
}
