import { type CheckExamples, examplePage as page } from "../shared/example.ts";

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
