import { load } from "cheerio/slim";

/** What a built page says about itself to the sitemap. */
export interface SitemapFacts {
	readonly listed: boolean;
	/** ISO 8601; absent where the page's content has no date. */
	readonly lastmod?: string;
}

/** Reads the head of a page of ours, so that a page and the sitemap cannot disagree. Never for foreign HTML. */
export function sitemapFacts(html: string): SitemapFacts {
	const page = load(html.split("<body", 1)[0] ?? "");
	const lastmod = page('meta[property="article:modified_time"]').attr("content");
	const robots = page('meta[name="robots"]').attr("content") ?? "";
	return { listed: !robots.includes("noindex"), ...(lastmod ? { lastmod } : {}) };
}
