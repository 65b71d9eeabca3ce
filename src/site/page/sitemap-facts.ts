import { load } from "cheerio/slim";

/** Made once: it costs more than a head does. */
const parse = load("");

/** Reads our own head, so that page and sitemap agree; never foreign HTML. `page`: UTF-8. No date, no `lastmod`. */
export function sitemapFacts(page: Buffer): { listed: boolean; lastmod?: string } {
	const end = page.indexOf("<body");
	const head = parse(page.toString("utf8", 0, end < 0 ? page.length : end));
	// Astro's page for an address that leads elsewhere has no element around its fields.
	const fields = head.filter("meta").add(head.find("meta"));
	const lastmod = fields.filter('[property="article:modified_time"]').attr("content");
	const robots = fields.filter('[name="robots"]').attr("content") ?? "";
	return { listed: !robots.includes("noindex"), ...(lastmod ? { lastmod: copyOf(lastmod) } : {}) };
}

/** A part of a string holds all of it in memory, here a head for each page. */
function copyOf(text: string): string {
	return Buffer.from(text).toString();
}
