/** What a built page says about itself to the sitemap. */
export interface SitemapFacts {
	readonly listed: boolean;
	/** ISO 8601; absent where the page's content has no date. */
	readonly lastmod?: string;
}

const NOINDEX = /<meta name="robots" content="[^"]*noindex/;
const MODIFIED = /<meta property="article:modified_time" content="([^"]+)"/;

/** Reads our own head markup, so that a page and the sitemap cannot disagree. */
export function sitemapFacts(html: string): SitemapFacts {
	const lastmod = MODIFIED.exec(html)?.[1];
	return { listed: !NOINDEX.test(html), ...(lastmod ? { lastmod } : {}) };
}
