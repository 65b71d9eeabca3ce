import type { Sitemap, SitemapEntry } from "#evidence/evidence-map.ts";

/** Entries that are pages and the file they stand in: the sitemap's own, or those of an index's first sitemap. */
export function pagesListed(
	{ kind, entries, child }: Sitemap,
	url: string,
): { readonly url: string; readonly entries: readonly SitemapEntry[] } {
	if (kind === "index" && child) return { url: child.url, entries: child.kind === "urlset" ? child.entries : [] };
	return { url, entries: kind === "urlset" ? entries : [] };
}
