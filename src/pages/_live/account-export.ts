import type { APIRoute } from "astro";
import { openedLive } from "#server/pages/live-process.ts";
import { answerPeopleFile } from "#server/pages/people-file.ts";
import { links } from "#site/site.ts";

export const prerender = false;

/** All that is kept of an account. */
export const GET: APIRoute = async ({ request, clientAddress }) => {
	const live = await openedLive();
	return answerPeopleFile(live, { request, clientAddress, links }, async ({ id }) => ({
		name: "sightline-account.json",
		type: "application/json",
		text: `${JSON.stringify(await live.people.exportOf(id), undefined, "\t")}\n`,
	}));
};
