import { BOT_TOKEN } from "#core/brand.ts";
import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";

/**
 * RFC 9309. All may be quoted, but texts of audited sites are not ours to give for training (contentsignals.org).
 * Crawlers that run scripts would begin audits. Judges of robots.txt do not know a line for the agents' catalog.
 */
export function robotsTxt({ baseUrl }: Pick<Installation, "baseUrl">): string {
	const links = createSiteLinks(baseUrl);
	const lines = [
		`# Audits of this installation ask as ${BOT_TOKEN}: ${links.absolute(links.bot)}`,
		"User-agent: *",
		"Content-Signal: search=yes, ai-input=yes, ai-train=no",
		"Allow: /",
		`Disallow: ${links.scan}?`,
		`Disallow: ${links.scan.replace(/\/$/, "")}?`,
		"",
		`Sitemap: ${links.absolute(links.file("sitemap-index.xml"))}`,
	];
	return `${lines.join("\n")}\n`;
}
