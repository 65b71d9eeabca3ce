import type { APIRoute, GetStaticPaths } from "astro";
import { RUBRICS } from "#core/rubrics.ts";
import { rubricText } from "#receipts/store/receipt.ts";

export const getStaticPaths = (() =>
	[...RUBRICS.keys()].map((version) => ({ params: { version } }))) satisfies GetStaticPaths;

/** To the letter: its SHA-256 is what receipts name. */
export const GET: APIRoute = async ({ params: { version = "" } }) => {
	const rubric = await rubricText(version);
	if (!rubric) throw new RangeError(`There is no rubric of methodology ${version}.`);
	return new Response(rubric.text, { headers: { "Content-Type": "application/json; charset=utf-8" } });
};
