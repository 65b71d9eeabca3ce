import type { Page, PageVisit } from "#evidence/evidence-map.ts";

/** A refusal is addressed to us, and says nothing of the page. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/** The canonical address in a page's head, absolute, without fragment; null where there is none. */
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

/** Dead, and not for a fault of the server that may pass. */
export function isGone(visit: Pick<PageVisit, "status" | "softNotFound">): boolean {
	return isDead(visit) && (visit.status ?? 0) < 500;
}

/** Of what is dead: `returns 404`. */
export function deadAnswer({ status, softNotFound }: Pick<PageVisit, "status" | "softNotFound">): string {
	if (status === null) return "redirects endlessly";
	return softNotFound ? "shows the page for missing addresses" : `returns ${status}`;
}

/** Shares below which two answers to one question are called different texts. */
export const MOSTLY_SAME = 0.8;

/** What two texts have in common, 0 to 1; null where one of them is too short to have a fingerprint. */
export function similarityOf(one: readonly number[], other: readonly number[]): number | null {
	if (one.length === 0 || one.length !== other.length) return null;
	return one.filter((value, place) => value === other[place]).length / one.length;
}
