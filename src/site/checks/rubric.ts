import type { Rubric } from "#core/rubric.ts";

interface Addresses {
	/** Absolute address of a check's page. */
	readonly pageOf: (id: string) => string;
	/** Absolute address of the methodology's page. */
	readonly documentation: string;
}

/** A rubric with the addresses of this site's pages about it. */
export function addressedRubric({ checks, ...rubric }: Rubric, { pageOf, documentation }: Addresses) {
	return { ...rubric, documentation, checks: checks.map((check) => ({ ...check, page: pageOf(check.id) })) };
}
