import type { CheckExamples } from "../shared/example.ts";

const listing = (...paths: readonly string[]) =>
	`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
		.map((path) => `<url><loc>${new URL(path, "https://example.com/").href}</loc></url>`)
		.join("")}</urlset>`;
const PAGES = ["/", "/repairs/", "/courses/", "/about/", "/contact/"];

export const sitemapHygieneExamples: CheckExamples = {
	check: "sitemap-hygiene",
	examples: [
		{ name: "Final addresses only", outcome: "pass" },
		{
			name: "One of five redirects",
			outcome: "partial",
			files: {
				"/sitemap.xml": listing(...PAGES, "/old-prices/"),
				"/old-prices/": { status: 301, headers: { location: "/repairs/" } },
			},
		},
		{
			name: "Errors and another host",
			outcome: "fail",
			files: { "/sitemap.xml": listing(...PAGES, "/gone/", "/lost/", "https://shop.example.net/") },
		},
		{
			name: "A page that says noindex: counted there",
			outcome: "pass",
			files: {
				"/sitemap.xml": listing(...PAGES, "/thanks/"),
				"/thanks/": {
					headers: { "x-robots-tag": "noindex" },
					body: '<!doctype html><html lang="en"><title>Thanks</title><main><h1>Thanks</h1></main></html>',
				},
			},
		},
		{
			name: "Closed to crawlers: counted at search-bots",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
		{ name: "No sitemap", outcome: "not-applicable", files: { "/sitemap.xml": null } },
	],
};
