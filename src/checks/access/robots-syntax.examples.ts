import type { CheckExamples } from "../shared/example.ts";

export const robotsSyntaxExamples: CheckExamples = {
	check: "robots-syntax",
	examples: [
		{
			name: "Records beyond the standard that somebody documents",
			outcome: "pass",
			files: {
				"/robots.txt":
					"# House rules\nUser-agent: *\nCrawl-delay: 5\nContent-Signal: search=yes\nDisallow: /drafts/\n\nUser-agent: 360Spider\nDisallow: /\n",
			},
		},
		{
			name: "A typing error",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: *\nDisallw: /drafts/\n" },
		},
		{
			name: "A rule above the first User-agent line",
			outcome: "partial",
			files: { "/robots.txt": "Disallow: /drafts/\n\nUser-agent: *\nAllow: /\n" },
		},
		{
			name: "A sitemap without its whole address",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: *\nAllow: /\n\nSitemap: /sitemap.xml\n" },
		},
		{ name: "No robots.txt at all", outcome: "not-applicable", files: { "/robots.txt": null } },
	],
};
