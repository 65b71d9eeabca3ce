import type { CheckExamples } from "../shared/example.ts";

const listing = (...paths: readonly string[]) =>
	`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
		.map((path) => `<url><loc>https://example.com${path}</loc></url>`)
		.join("")}</urlset>`;
const ORPHAN = `<!doctype html><html lang="en"><title>Gift vouchers</title><h1>Gift vouchers</h1><p>${"For anybody who owns a book. ".repeat(12)}</p></html>`;

const index = (...names: readonly string[]) =>
	`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names
		.map((name) => `<sitemap><loc>https://example.com/${name}</loc></sitemap>`)
		.join("")}</sitemapindex>`;

export const internalReachExamples: CheckExamples = {
	check: "internal-reach",
	examples: [
		{ name: "A menu that names every page", outcome: "pass" },
		{
			name: "A page that only the sitemap knows",
			outcome: "partial",
			files: { "/sitemap.xml": listing("/", "/repairs/", "/courses/", "/vouchers/"), "/vouchers/": ORPHAN },
		},
		{
			name: "A page that only the second sitemap of an index knows",
			outcome: "partial",
			files: {
				"/sitemap.xml": index("pages.xml", "shop.xml"),
				"/pages.xml": listing("/", "/repairs/", "/courses/"),
				"/shop.xml": listing("/vouchers/"),
				"/vouchers/": ORPHAN,
			},
		},
		{
			name: "An index whose pages are all linked",
			outcome: "pass",
			files: {
				"/sitemap.xml": index("pages.xml", "more.xml"),
				"/pages.xml": listing("/", "/repairs/"),
				"/more.xml": listing("/courses/", "/courses/#dates"),
			},
		},
		{ name: "Without a sitemap, all pages are asked for", outcome: "pass", files: { "/sitemap.xml": null } },
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
