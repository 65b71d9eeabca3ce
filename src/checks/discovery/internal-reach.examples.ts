import type { CheckExamples } from "../shared/example.ts";

const listing = (...paths: readonly string[]) =>
	`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
		.map((path) => `<url><loc>https://example.com${path}</loc></url>`)
		.join("")}</urlset>`;
const ORPHAN = `<!doctype html><html lang="en"><title>Gift vouchers</title><h1>Gift vouchers</h1><p>${"For anybody who owns a book. ".repeat(12)}</p></html>`;

export const internalReachExamples: CheckExamples = {
	check: "internal-reach",
	examples: [
		{ name: "A menu that names every page", outcome: "pass" },
		{
			name: "A page that only the sitemap knows",
			outcome: "partial",
			files: { "/sitemap.xml": listing("/", "/repairs/", "/courses/", "/vouchers/"), "/vouchers/": ORPHAN },
		},
		{ name: "No sitemap to compare with", outcome: "not-applicable", files: { "/sitemap.xml": null } },
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
