import type { APIRoute } from "astro";
import { openedLive } from "#server/pages/live-process.ts";

export const prerender = false;
/** For the installation's own monitoring: nothing here where it is not configured. */
export const GET: APIRoute = async ({ request }) =>
	(await (await openedLive()).metrics(request)) ?? new Response(null, { status: 404 });
