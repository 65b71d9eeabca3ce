import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

export const linkTargetsExamples: CheckExamples = {
	check: "link-targets",
	examples: [
		{ name: "Final addresses", outcome: "pass" },
		{
			name: "A link to an address that redirects",
			outcome: "partial",
			files: {
				"/repairs/": page("Repairs", "", '<a href="/old-courses/">Courses</a>'),
				"/old-courses/": { status: 301, headers: { location: "/courses/" } },
			},
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
