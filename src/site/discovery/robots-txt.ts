import { BOT_TOKEN } from "#core/brand.ts";
import type { Installation } from "../installation.ts";
import { createSiteLinks } from "../page/site-links.ts";

/**
 * What crawlers may do here (RFC 9309). Everything may be read and quoted in answers; the texts of audited sites are not ours to give away
 * for training (contentsignals.org). A crawler that runs scripts would begin an audit by the address of one. The catalog for agents is linked from the home page and stands at its well-known address:
 * a line for it here would be a directive that judges of robots.txt do not know.
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
