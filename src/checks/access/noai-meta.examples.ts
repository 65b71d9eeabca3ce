import type { CheckExamples } from "../shared/example.ts";

export const noaiMetaExamples: CheckExamples = {
	check: "noai-meta",
	examples: [
		{
			name: "Two words that no vendor documents",
			outcome: "pass",
			head: '<meta name="robots" content="noai, noimageai">',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
