import type { APIContext, APIRoute } from "astro";
import { openedLive } from "#server/pages/live-process.ts";
import { agencyFileAnswer, answerPeopleFile, ownExport, triedColours } from "#server/pages/people-file.ts";
import { links } from "#site/site.ts";

export const prerender = false;

const ANSWERS: Readonly<Record<string, (context: APIContext) => Response | Promise<Response>>> = {
	// 404 where monitoring is not configured.
	"/metrics": async ({ request }) =>
		(await (await openedLive()).metrics(request)) ?? new Response(null, { status: 404 }),
	"/agency/[...path]": (context) => agencyFileAnswer(context, openedLive),
	"/agency/portal/preview.css": ({ url }) => triedColours(url),
	"/dashboard/[domain]/logs": async ({ request, clientAddress, params }) =>
		(await openedLive()).answerAccessUpload(request, clientAddress, params.domain),
	"/account/export.json": async ({ request, clientAddress }) => {
		const live = await openedLive();
		return answerPeopleFile(live, { request, clientAddress, links }, async ({ id }) => ({
			name: "sightline-account.json",
			type: "application/json",
			text: `${JSON.stringify(await live.people.exportOf(id), undefined, "\t")}\n`,
		}));
	},
};

async function ownExportAnswer({ request, clientAddress, params, url, routePattern }: APIContext): Promise<Response> {
	const live = await openedLive();
	const file = routePattern.slice(routePattern.lastIndexOf("/") + 1);
	const asked = { file, domain: params.domain, audit: url.searchParams.get("audit") ?? undefined };
	return answerPeopleFile(live, { request, clientAddress, links }, ({ id }) => ownExport(live, id, asked));
}

/** Logs of an owner's domain; every other address has no POST. */
export const POST: APIRoute = async ({ request, clientAddress, params, routePattern }) =>
	routePattern === "/dashboard/[domain]/logs"
		? (await openedLive()).answerAccessUpload(request, clientAddress, params.domain)
		: new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });

/** Other methods get the site's page for that. */
export const GET: APIRoute = (context) => (ANSWERS[context.routePattern] ?? ownExportAnswer)(context);
