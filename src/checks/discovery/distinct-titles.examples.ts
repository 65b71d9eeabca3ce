import { type CheckExamples, examplePage as page } from "../shared/example.ts";

export const distinctTitlesExamples: CheckExamples = {
	check: "distinct-titles",
	examples: [
		{ name: "Each page says what it is about", outcome: "pass" },
		{
			name: "The shop's name on every page",
			outcome: "partial",
			files: { "/repairs/": page("Bindery"), "/courses/": page("Bindery") },
		},
		{
			name: "One title in two languages",
			outcome: "pass",
			files: { "/repairs/": page("Bindery"), "/courses/": page("Bindery").replace('"en"', '"de"') },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
