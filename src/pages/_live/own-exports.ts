import type { APIRoute } from "astro";
import { ownExport } from "#server/dashboard/own-exports.ts";
import { openedLive } from "#server/pages/live-process.ts";
import { answerPeopleFile } from "#server/pages/people-file.ts";
import { links } from "#site/site.ts";

export const prerender = false;

/** What an account has, as files: tables, JSON, a ticket. */
export const GET: APIRoute = async ({ request, clientAddress, params, url, routePattern }) => {
	const live = await openedLive();
	const file = routePattern.slice(routePattern.lastIndexOf("/") + 1);
	const asked = { file, domain: params.domain, audit: url.searchParams.get("audit") ?? undefined };
	return answerPeopleFile(live, { request, clientAddress, links }, ({ id }) => ownExport(live, id, asked));
};
