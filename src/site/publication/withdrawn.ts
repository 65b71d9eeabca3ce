import { isStanding, type Notices, type Removal } from "#core/notice.ts";

/** The pages of domains that were taken down, once each, however often that was asked for. */
export function withdrawnPaths(withdrawn: readonly Removal[]) {
	const byDomain = new Map(withdrawn.map((removal) => [removal.domain, removal]));
	return [...byDomain.values()].map((removal) => ({ params: { slug: removal.domain }, props: { removal } }));
}

/**
 * Removals of domains whose pages and pictures say that they were withdrawn: those that had any, and have none now.
 * A domain that was never public is named nowhere, least of all because its owner has asked.
 * @param watched domains of the watchlist as it is today
 * @param shown domains that have pages of audits
 */
export function withdrawnDomains(
	{ notices }: Notices,
	watched: ReadonlySet<string>,
	shown: ReadonlySet<string>,
): Removal[] {
	const removals = notices.filter((notice) => notice.kind === "removal");
	const gone = removals.filter((removal) => {
		if (shown.has(removal.domain)) return false;
		return watched.has(removal.domain) || (removal.public === true && isStanding(removal));
	});
	// What a domain's owner wants of everything says more than what was asked of single receipts.
	return gone.sort((a, b) => Number(isStanding(a)) - Number(isStanding(b)));
}
