import type { Page, PageVisit } from "#evidence/evidence-map.ts";

/** Refusals concern us, not the page. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/** The page's canonical link, absolute, without fragment; null if there is none. */
export function canonicalOf({ url, digest }: Page): string | null {
	const { baseHref, links } = digest;
	const link = links.find(({ rel, href, inHead }) => inHead && rel.includes("canonical") && href?.trim());
	const named = link ? URL.parse(link.href ?? "", URL.parse(baseHref ?? "", url)?.href ?? url) : null;
	if (named === null) return null;
	named.hash = "";
	return named.href;
}

export function isDead({ status, softNotFound }: Pick<PageVisit, "status" | "softNotFound">): boolean {
	return status !== null && (softNotFound || (status >= 400 && !REFUSALS.has(status)));
}

/** Dead, but not by a temporary server error. */
export function isGone(visit: Pick<PageVisit, "status" | "softNotFound">): boolean {
	return isDead(visit) && (visit.status ?? 0) < 500;
}

/** Why it is dead: `returns 404`. */
export function deadAnswer({ status, softNotFound }: Pick<PageVisit, "status" | "softNotFound">): string {
	if (status === null) return "redirects endlessly";
	return softNotFound ? "shows the page for missing addresses" : `returns ${status}`;
}

/** Similarity below which two responses to the same request are different texts. */
export const MOSTLY_SAME = 0.8;

/** Similarity of two texts, 0 to 1; null if one is too short for a fingerprint. */
export function similarityOf(one: readonly number[], other: readonly number[]): number | null {
	if (one.length === 0 || one.length !== other.length) return null;
	return one.filter((value, place) => value === other[place]).length / one.length;
}
