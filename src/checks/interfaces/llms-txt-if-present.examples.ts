import type { CheckExamples } from "../shared/example.ts";

const GOOD = "# Example Bindery\n\n> Books, bound by hand.\n\n- [Repairs](/repairs/): prices and times\n";

export const llmsTxtIfPresentExamples: CheckExamples = {
	check: "llms-txt-if-present",
	examples: [
		{ name: "A heading, a summary, a link", outcome: "pass", files: { "/llms.txt": GOOD } },
		{ name: "A text without a heading", outcome: "partial", files: { "/llms.txt": "Welcome, dear robots.\n" } },
		{
			name: "The whole site in one file",
			outcome: "partial",
			files: { "/llms.txt": `${GOOD}\n${"All that we know about glue. ".repeat(2_000)}` },
		},
		{
			name: "A link to an API description that is gone",
			outcome: "partial",
			files: { "/llms.txt": `${GOOD}- [API](/openapi.json)\n` },
		},
		{ name: "No llms.txt", outcome: "not-applicable" },
	],
};
