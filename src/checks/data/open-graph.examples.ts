import type { CheckExamples } from "../shared/example.ts";

const PAGE = (head: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title>${head}</head>
<body><main><h1>Books, bound by hand</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main></body></html>`;

export const openGraphExamples: CheckExamples = {
	check: "open-graph",
	examples: [
		{ name: "All four tags", outcome: "pass" },
		{
			name: "Written with name in place of property",
			outcome: "pass",
			page: PAGE(
				'<meta name="og:title" content="Bindery"><meta name="og:type" content="website"><meta name="og:url" content="https://example.com/"><meta name="og:image" content="https://example.com/cover.png">',
			),
		},
		{
			name: "A title and nothing else",
			outcome: "partial",
			page: PAGE('<meta property="og:title" content="Bindery">'),
		},
		{ name: "No tags", outcome: "fail", page: PAGE("") },
		{ name: "No page to look at", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
