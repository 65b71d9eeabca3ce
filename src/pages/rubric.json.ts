import type { APIRoute } from "astro";
import { CHECKS } from "#checks/registry.ts";
import { UNSCORED_SIGNALS } from "#checks/unscored/unscored-signals.ts";
import { CURRENT_METHODOLOGY } from "#core/methodology.ts";
import { buildRubric } from "#site/checks/rubric.ts";
import { links } from "#site/site.ts";

export const GET: APIRoute = () =>
	Response.json(
		buildRubric({
			methodology: CURRENT_METHODOLOGY,
			checks: CHECKS,
			signals: UNSCORED_SIGNALS,
			pageOf: (id) => links.absolute(links.check(id)),
			documentation: links.absolute(links.methodology(CURRENT_METHODOLOGY.version)),
		}),
	);
