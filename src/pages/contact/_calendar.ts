// Found by the id that only the sender of the request has.
import type { APIRoute } from "astro";

export const prerender = false;

export const GET: APIRoute = async ({ locals, url }) => {
	const file = await locals.person.people.requests.calendar(url.searchParams.get("request") ?? "");
	if (file === undefined) return new Response(null, { status: 404 });
	const headers = {
		"Content-Type": "text/calendar; charset=utf-8",
		"Content-Disposition": 'attachment; filename="consultation.ics"',
	};
	return new Response(file, { headers });
};
