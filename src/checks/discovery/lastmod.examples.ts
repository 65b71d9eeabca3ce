import type { CheckExamples } from "../shared/example.ts";

export const lastmodExamples: CheckExamples = {
	check: "lastmod",
	examples: [
		{ name: "Each page has its own day", outcome: "pass" },
		{
			name: "No dates",
			outcome: "fail",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc></url></urlset>',
			},
		},
		{
			name: "A date as people write it",
			outcome: "fail",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><lastmod>14.03.2026</lastmod></url></urlset>',
			},
		},
		{
			name: "A time without its zone",
			outcome: "fail",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><lastmod>2026-03-14T09:30:00</lastmod></url></urlset>',
			},
		},
		{
			name: "A day to come",
			outcome: "fail",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><lastmod>2031-03-14</lastmod></url></urlset>',
			},
		},
		{
			name: "One date of two lies in the future",
			outcome: "partial",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><lastmod>2026-03-14</lastmod></url><url><loc>https://example.com/repairs/</loc><lastmod>2031-03-14</lastmod></url></urlset>',
			},
		},
		{ name: "No sitemap, so there are no dates", outcome: "not-applicable", files: { "/sitemap.xml": null } },
		{
			name: "Everything changed today, says the generator",
			outcome: "partial",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc><lastmod>2026-11-21</lastmod></url><url><loc>https://example.com/repairs/</loc><lastmod>2026-11-21</lastmod></url><url><loc>https://example.com/courses/</loc><lastmod>2026-11-21</lastmod></url><url><loc>https://example.com/about/</loc><lastmod>2026-11-21</lastmod></url><url><loc>https://example.com/contact/</loc><lastmod>2026-11-21</lastmod></url></urlset>',
			},
		},
		{
			name: "Changed before it was published",
			outcome: "partial",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","datePublished":"2026-09-01"}</script>',
		},
	],
};
