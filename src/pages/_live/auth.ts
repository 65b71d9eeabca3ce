import type { APIRoute } from "astro";
import { openedLive } from "#server/pages/live-process.ts";

export const prerender = false;

/** Passkeys, and the way back from GitHub. */
export const ALL: APIRoute = async ({ request, clientAddress }) =>
	(await openedLive()).answerAuth(request, clientAddress);
