import type { APIRoute } from "astro";
import { METHODOLOGY } from "#core/methodology.ts";
import { currentRubric } from "#core/rubrics.ts";
import { addressedRubric } from "#site/checks/methodologies.ts";
import { links } from "#site/site.ts";

/** The rubric in force, with the addresses of this site's pages about it. */
export const GET: APIRoute = async () =>
	Response.json(
		addressedRubric(await currentRubric(), {
			pageOf: (id) => links.absolute(links.check(id)),
			documentation: links.absolute(links.methodology(METHODOLOGY)),
		}),
	);
