import type { CheckExamples } from "../shared/example.ts";

export const sitemapExamples: CheckExamples = {
	check: "sitemap",
	examples: [
		{ name: "Named in robots.txt and well-formed", outcome: "pass" },
		{ name: "None", outcome: "fail", files: { "/sitemap.xml": null } },
		{
			name: "A web page under its address",
			outcome: "fail",
			files: {
				"/sitemap.xml": { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Pages</title>" },
			},
		},
		{
			name: "An & that is not escaped",
			outcome: "fail",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/?a=1&b=2</loc></url></urlset>',
			},
		},
		{
			name: "robots.txt names one that is gone",
			outcome: "partial",
			files: {
				"/robots.txt": "User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap_index.xml\n",
				"/sitemap_index.xml": null,
			},
		},
		{
			name: "Relative addresses",
			outcome: "partial",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/repairs/</loc></url></urlset>',
			},
		},
		{
			name: "Places in a page in place of pages",
			outcome: "partial",
			files: {
				"/sitemap.xml":
					'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc></url><url><loc>https://example.com/#repairs</loc></url></urlset>',
			},
		},
		{
			name: "A site of one page",
			outcome: "not-applicable",
			files: { "/sitemap.xml": null },
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books, bound by hand</h1><p>We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays. A repair takes two weeks, and nothing is glued that was sewn. The workshop is open from Tuesday to Saturday, nine to six.</p><p><a href="tel:5550100">555 0100</a></p></main></body></html>',
		},
	],
};
