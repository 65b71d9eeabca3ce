import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

export const noindexLinksExamples: CheckExamples = {
	check: "noindex-links",
	examples: [
		{ name: "Links to pages that may be indexed", outcome: "pass" },
		{
			name: "A link to a page that says noindex, on every page",
			outcome: "fail",
			files: { "/courses/": page("Courses", '<meta name="robots" content="noindex">') },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
