import type { APIRoute } from "astro";
import { agencyFileAnswer, triedColours } from "#server/pages/agency-file.ts";
import { openedLive } from "#server/pages/live-process.ts";

export const prerender = false;

/** Colours and logos of agencies, and colours that are tried in the portal. */
export const GET: APIRoute = (context) =>
	context.routePattern === "/agency/portal/preview.css"
		? triedColours(context.url)
		: agencyFileAnswer(context, openedLive);
