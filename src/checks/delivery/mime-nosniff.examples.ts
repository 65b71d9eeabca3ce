import type { CheckExamples } from "../shared/example.ts";

export const mimeNosniffExamples: CheckExamples = {
	check: "mime-nosniff",
	examples: [
		{ name: "Each file with its type", outcome: "pass" },
		{
			name: "The sitemap as a web page",
			outcome: "partial",
			files: {
				"/sitemap.xml": {
					headers: { "content-type": "text/html" },
					body: '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/</loc></url></urlset>',
				},
			},
		},
		{
			name: "robots.txt as a download",
			outcome: "partial",
			files: {
				"/robots.txt": { headers: { "content-type": "application/octet-stream" }, body: "User-agent: *\nAllow: /\n" },
			},
		},
		{
			name: "A web page under the sitemap's address is another fault",
			outcome: "pass",
			files: {
				"/sitemap.xml": { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Pages</title>" },
			},
		},
		{
			name: "None of these files",
			outcome: "not-applicable",
			files: { "/robots.txt": null, "/sitemap.xml": null },
		},
	],
};
