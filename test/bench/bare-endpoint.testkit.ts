/** A bare endpoint as a floor for ours. Only in the bench's server. */

import type { APIRoute } from "astro";

export const prerender = false;

const texts = new Map<number, string>();

/** Returns the requested number of bytes of JSON. */
function answer(bytes: number): Response {
	const text = texts.get(bytes) ?? JSON.stringify("x".repeat(Math.max(0, bytes - 2)));
	texts.set(bytes, text);
	return new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } });
}

export const GET: APIRoute = ({ url }) => answer(Number(url.searchParams.get("bytes")));

/** Reads a body of JSON first. */
export const POST: APIRoute = async ({ request }) => answer(((await request.json()) as { bytes: number }).bytes);
