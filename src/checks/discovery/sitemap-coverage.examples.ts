import type { CheckExamples } from "../shared/example.ts";

const listing = (...paths: readonly string[]) =>
	`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
		.map((path) => `<url><loc>https://example.com${path}</loc></url>`)
		.join("")}</urlset>`;

export const sitemapCoverageExamples: CheckExamples = {
	check: "sitemap-coverage",
	examples: [
		{
			name: "Every page is listed",
			outcome: "pass",
			files: { "/sitemap.xml": listing("/", "/repairs/", "/courses/", "/about/", "/contact/", "/privacy/") },
		},
		{
			name: "A page that is linked and not listed",
			outcome: "partial",
			files: { "/sitemap.xml": listing("/", "/repairs/", "/about/", "/contact/", "/privacy/") },
		},
		{ name: "No sitemap", outcome: "not-applicable", files: { "/sitemap.xml": null } },
	],
};
