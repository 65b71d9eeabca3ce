import type { APIRoute } from "astro";
import { METHODOLOGY } from "#core/methodology.ts";
import { currentRubric } from "#core/rubrics.ts";
import { links } from "#site/site.ts";

export const GET: APIRoute = async () => {
	const { checks, ...rubric } = await currentRubric();
	return Response.json({
		...rubric,
		documentation: links.absolute(links.methodology(METHODOLOGY)),
		checks: checks.map((check) => ({ ...check, page: links.absolute(links.check(check.id)) })),
	});
};
