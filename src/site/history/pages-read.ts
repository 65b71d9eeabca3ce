import type { Site } from "#core/report.ts";

interface PagesRead {
	/** Undefined for an audit of only the home page. */
	readonly site?: Pick<Site, "pages" | "known"> | undefined;
}

/** Whether both audits read all pages, or numbers of pages within a fifth; otherwise they are not comparable. */
export function readAlike(one: PagesRead, other: PagesRead): boolean {
	if (readWhole(one) && readWhole(other)) return true;
	const pages = [one, other].map(({ site }) => site?.pages ?? 1);
	return Math.min(...pages) * 5 >= Math.max(...pages) * 4;
}

/** Whether the audit read all pages with a known address. */
export function readWhole({ site }: PagesRead): boolean {
	return site === undefined || site.pages >= (site.known ?? site.pages);
}
