import type { NotApplicable } from "#core/verdict.ts";
import type { Absent } from "#evidence/observation.ts";

/** What every check of the home page says where the address answers with something else than a page. */
export function noHomePage({ status }: Pick<Absent, "status">): NotApplicable {
	return { outcome: "not-applicable", says: `The home page answers ${status}, so there is no page to look at.` };
}
