import { type CheckExamples, examplePage as page } from "../shared/example.ts";

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
