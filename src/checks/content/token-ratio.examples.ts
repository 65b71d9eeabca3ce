import type { CheckExamples } from "../shared/example.ts";

export const tokenRatioExamples: CheckExamples = {
	check: "token-ratio",
	examples: [
		{ name: "Text with little around it", outcome: "pass" },
		{ name: "Inline styles of 60 kB", outcome: "partial", head: `<style>${".a { margin: 0 }\n".repeat(3600)}</style>` },
		{
			name: "A page without text",
			outcome: "not-applicable",
			page: '<!doctype html><title>x</title><img src="a.png">',
		},
	],
};
