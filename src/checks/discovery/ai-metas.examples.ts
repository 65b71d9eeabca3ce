import type { CheckExamples } from "../shared/example.ts";

export const aiMetasExamples: CheckExamples = {
	check: "ai-metas",
	examples: [
		{
			name: "A declaration of its own making",
			outcome: "pass",
			head: '<meta name="ai-content-declaration" content="human-made">',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
