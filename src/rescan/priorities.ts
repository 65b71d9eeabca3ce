import { byCodeUnits } from "#core/wording.ts";
import type { WatchedSite } from "./watchlist-file.ts";

type Site = Pick<WatchedSite, "domain" | "source" | "mode" | "agency">;

/** Sites that were never audited come first, since there is nothing to show of them, then those of an agency. */
export function priorityOf({ agency }: Site, last: string | undefined): number {
	if (last === undefined) return 2;
	return agency === undefined ? 0 : 1;
}

/**
 * Of sites of one priority, the longest unaudited first: what a night leaves out, the next begins with.
 * @param last when each series was last looked at, ISO 8601
 */
export function byUrgency<T extends Site>(sites: readonly T[], last: ReadonlyMap<string, string>): readonly T[] {
	const lastOf = (site: T) => last.get(seriesKey(site)) ?? "";
	return sites.toSorted((a, b) => byCodeUnits(lastOf(a), lastOf(b)));
}

/** Names a series, and the job of a night about it. */
export function seriesKey({ domain, source, mode }: Site): string {
	return `${domain} ${source} ${mode}`;
}
