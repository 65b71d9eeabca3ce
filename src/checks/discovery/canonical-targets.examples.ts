import { type CheckExamples, examplePage as page } from "../shared/example.ts";

export const canonicalTargetsExamples: CheckExamples = {
	check: "canonical-targets",
	examples: [
		{ name: "Each page names itself", outcome: "pass" },
		{
			name: "A canonical address that has gone",
			outcome: "partial",
			files: {
				"/repairs/": page(
					"Repairs",
					'<link rel="canonical" href="https://example.com/alterations/">',
					'<a href="/alterations/">Alterations</a>',
				),
			},
		},
		{
			name: "An inner page that names the home page",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", '<link rel="canonical" href="https://example.com/">') },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
