import type { APIRoute } from "astro";
import { agencyColorsSchema } from "#core/agency/agency.ts";
import { AGENCY_FILE_TYPES, agencyStyleSheet } from "#site/agency/agency-style.ts";

export const prerender = false;

/** Colours that an agency tries before it saves them, as a style sheet: what the address says, and nothing kept. */
export const GET: APIRoute = ({ request }) => {
	const asked = new URL(request.url).searchParams;
	const read = agencyColorsSchema.safeParse({ accent: asked.get("accent"), ink: asked.get("ink") });
	if (!read.success) return new Response(null, { status: 404 });
	const headers = { "Content-Type": AGENCY_FILE_TYPES.css, "X-Content-Type-Options": "nosniff" };
	return new Response(agencyStyleSheet({ colors: read.data }), { headers });
};
