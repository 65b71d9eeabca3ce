import { load } from "cheerio/slim";

/** Made once: it costs more than a head does. */
const parse = load("");

/** Reads the head of a page of ours, so that a page and the sitemap cannot disagree. Never for foreign HTML.
 * @param page the file, in UTF-8
 * @returns `lastmod` is absent where the content has no date */
export function sitemapFacts(page: Buffer): { listed: boolean; lastmod?: string } {
	const end = page.indexOf("<body");
	const head = parse(page.toString("utf8", 0, end < 0 ? page.length : end));
	// Astro's page for an address that leads elsewhere has no element around its fields.
	const fields = head.filter("meta").add(head.find("meta"));
	const lastmod = fields.filter('[property="article:modified_time"]').attr("content");
	const robots = fields.filter('[name="robots"]').attr("content") ?? "";
	return { listed: !robots.includes("noindex"), ...(lastmod ? { lastmod: copyOf(lastmod) } : {}) };
}

/** A part of a string holds all of that in memory, here a head for each page. */
function copyOf(text: string): string {
	return Buffer.from(text).toString();
}
