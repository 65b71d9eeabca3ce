// Astro adds the address of server islands to every server, where it reads bodies for anybody: no page here has any.
import type { MiddlewareHandler } from "astro";

export const onRequest: MiddlewareHandler = ({ routePattern }, next) =>
	routePattern.startsWith("/_server-islands/") ? new Response("Nothing is here.\n", { status: 404 }) : next();
