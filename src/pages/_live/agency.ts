import type { APIRoute } from "astro";
import { agencyFileAnswer } from "#server/pages/agency-file.ts";
import { openedLive } from "#server/pages/live-process.ts";

export const prerender = false;

export const GET: APIRoute = (context) => agencyFileAnswer(context, openedLive);
