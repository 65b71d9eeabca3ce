import type { Site } from "#core/report.ts";

interface PagesRead {
	/** Absent where there was the home page alone. */
	readonly site?: Pick<Site, "pages" | "known"> | undefined;
}

/** Whether two audits of one mode read all that there is, or as many pages but for a fifth: others do not compare. */
export function readAlike(one: PagesRead, other: PagesRead): boolean {
	if (readWhole(one) && readWhole(other)) return true;
	const pages = [one, other].map(({ site }) => site?.pages ?? 1);
	return Math.min(...pages) * 5 >= Math.max(...pages) * 4;
}

/** All pages whose address is known. */
export function readWhole({ site }: PagesRead): boolean {
	return site === undefined || site.pages >= (site.known ?? site.pages);
}
