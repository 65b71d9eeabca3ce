import type { CheckExamples } from "../shared/example.ts";

const PAGE = (head: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title>${head}</head>
<body><main><h1>Books, bound by hand</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main></body></html>`;

export const ogCanonicalExamples: CheckExamples = {
	check: "og-canonical",
	examples: [
		{ name: "One address in both", outcome: "pass" },
		{
			name: "The same but for www and the slash",
			outcome: "pass",
			page: PAGE(
				'<link rel="canonical" href="https://example.com/"><meta property="og:url" content="https://www.example.com">',
			),
		},
		{
			name: "The old shop's address in og:url",
			outcome: "partial",
			page: PAGE(
				'<link rel="canonical" href="https://example.com/"><meta property="og:url" content="https://shop.example.net/">',
			),
		},
		{
			name: "Only one of the two",
			outcome: "not-applicable",
			page: PAGE('<link rel="canonical" href="https://example.com/">'),
		},
	],
};
