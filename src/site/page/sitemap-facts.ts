import { load } from "cheerio/slim";

/** Reads the head of a page of ours, so that a page and the sitemap cannot disagree. Never for foreign HTML.
 * `lastmod` is absent where the content has no date. */
export function sitemapFacts(html: string) {
	const page = load(html.split("<body", 1)[0] ?? "");
	const lastmod = page('meta[property="article:modified_time"]').attr("content");
	const robots = page('meta[name="robots"]').attr("content") ?? "";
	return { listed: !robots.includes("noindex"), ...(lastmod ? { lastmod } : {}) };
}
