import type { APIRoute } from "astro";
import { openedLive } from "#server/pages/live-process.ts";

export const prerender = false;
/** For the installation's own monitoring; 404 where it is not configured. Other methods get the site's page for that. */
export const GET: APIRoute = async ({ request }) =>
	(await (await openedLive()).metrics(request)) ?? new Response(null, { status: 404 });
