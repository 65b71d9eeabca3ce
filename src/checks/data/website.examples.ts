import type { CheckExamples } from "../shared/example.ts";

const PAGE = (node: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title>
<script type="application/ld+json">${node}</script></head>
<body><main><h1>Books, bound by hand</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main></body></html>`;

export const websiteExamples: CheckExamples = {
	check: "website",
	examples: [
		{ name: "WebSite with name and url", outcome: "pass" },
		{
			name: "Another name is welcome, too",
			outcome: "pass",
			page: PAGE(
				'{"@context":"https://schema.org","@type":"WebSite","name":"Example Bindery","alternateName":"Bindery","url":"https://example.com"}',
			),
		},
		{
			name: "An Organization only",
			outcome: "fail",
			page: PAGE('{"@context":"https://schema.org","@type":"Organization","name":"Example Bindery"}'),
		},
		{
			name: "The address of the test site",
			outcome: "partial",
			page: PAGE(
				'{"@context":"https://schema.org","@type":"WebSite","name":"Example Bindery","url":"https://staging.example.net/"}',
			),
		},
		{ name: "No page to look at", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
