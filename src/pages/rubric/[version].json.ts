import type { APIRoute, GetStaticPaths } from "astro";
import { KEPT_RUBRICS, rubricOf } from "#core/rubrics.ts";

export const getStaticPaths = (() => KEPT_RUBRICS.map((version) => ({ params: { version } }))) satisfies GetStaticPaths;

/** The rubric of one methodology, as it was kept: receipts of it are read with this. */
export const GET: APIRoute = async ({ params: { version = "" } }) => {
	const rubric = await rubricOf(version);
	if (!rubric) throw new RangeError(`There is no rubric of methodology ${version}.`);
	return Response.json(rubric);
};
