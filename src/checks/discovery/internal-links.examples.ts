import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

export const internalLinksExamples: CheckExamples = {
	check: "internal-links",
	examples: [
		{
			name: "Links that lead to pages",
			outcome: "pass",
			files: { "/repairs/": page("Repairs", "", '<a href="/courses/">Courses</a>') },
		},
		{
			name: "A link to a page that has gone",
			outcome: "partial",
			files: {
				"/repairs/": page("Repairs", "", '<a href="/courses/">Courses</a> <a href="/winter-course/">Winter</a>'),
			},
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
