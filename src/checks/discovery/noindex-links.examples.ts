import { type CheckExamples, examplePage as page } from "../shared/example.ts";

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
