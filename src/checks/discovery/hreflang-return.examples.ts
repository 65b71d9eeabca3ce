import { type CheckExamples, examplePage as page } from "../shared/example.ts";

const BOTH =
	'<link rel="alternate" hreflang="en" href="https://example.com/repairs/"><link rel="alternate" hreflang="de" href="https://example.com/courses/">';

export const hreflangReturnExamples: CheckExamples = {
	check: "hreflang-return",
	examples: [
		{
			name: "Two versions that name each other",
			outcome: "pass",
			files: { "/repairs/": page("Repairs", BOTH), "/courses/": page("Reparaturen", BOTH) },
		},
		{
			name: "A version that does not name the other in return",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", BOTH), "/courses/": page("Reparaturen") },
		},
		{ name: "One language", outcome: "not-applicable" },
	],
};
