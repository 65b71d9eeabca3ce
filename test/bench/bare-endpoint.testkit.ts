/** What an endpoint costs that does nothing but answer: the measure of ours. Built into the bench's server only. */

import type { APIRoute } from "astro";

export const prerender = false;

const texts = new Map<number, string>();

/** Reads a body of JSON, and answers with as many bytes of JSON as it asks for. */
export const POST: APIRoute = async ({ request }) => {
	const { bytes } = (await request.json()) as { bytes: number };
	const text = texts.get(bytes) ?? JSON.stringify("x".repeat(Math.max(0, bytes - 2)));
	texts.set(bytes, text);
	return new Response(text, { headers: { "Content-Type": "application/json; charset=utf-8" } });
};
