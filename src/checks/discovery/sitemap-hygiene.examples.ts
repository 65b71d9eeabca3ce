import type { CheckExamples } from "../examples/example.ts";

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
		{ name: "No sitemap", outcome: "not-applicable", files: { "/sitemap.xml": null } },
	],
};
