import type { CheckExamples } from "../shared/example.ts";

const BARE = (head: string, body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title>${head}</head>
<body><main><h1>Books, bound by hand</h1>${body}<p>${"We repair books whose backs have given up. ".repeat(20)}</p></main></body></html>`;

export const organizationExamples: CheckExamples = {
	check: "organization",
	examples: [
		{ name: "An Organization in a graph", outcome: "pass" },
		{
			name: "The same in Microdata, as a more exact type",
			outcome: "pass",
			page: BARE(
				"",
				'<div itemscope itemtype="https://schema.org/Store"><h2 itemprop="name">Example Bindery</h2><a itemprop="url" href="/">Home</a></div>',
			),
		},
		{ name: "No structured data at all", outcome: "fail", page: BARE("") },
		{
			name: "An organization without a name",
			outcome: "partial",
			page: BARE(
				'<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","url":"https://example.com/"}</script>',
			),
		},
		{
			name: "None, and a broken block of breadcrumbs is no excuse",
			outcome: "fail",
			page: BARE(
				'<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[],}</script>',
			),
		},
		{
			name: "A comma too many in the Organization, which jsonld-parse reports",
			outcome: "not-applicable",
			page: BARE(
				'<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Example Bindery",}</script>',
			),
		},
		{
			name: "A person's own site",
			outcome: "not-applicable",
			page: BARE(
				'<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Ann Example","url":"https://example.com/","author":{"@type":"Person","name":"Ann Example"}}</script>',
			),
		},
	],
};
