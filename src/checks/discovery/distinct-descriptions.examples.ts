import { type CheckExamples, examplePage as page } from "../shared/example.ts";

const DESCRIPTION = '<meta name="description" content="Books bound by hand in the old town.">';

export const distinctDescriptionsExamples: CheckExamples = {
	check: "distinct-descriptions",
	examples: [
		{ name: "Each page describes itself", outcome: "pass" },
		{
			name: "One description for two pages",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", DESCRIPTION), "/courses/": page("Courses", DESCRIPTION) },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
