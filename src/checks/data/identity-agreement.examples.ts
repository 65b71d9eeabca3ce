import type { CheckExamples } from "../shared/example.ts";

const PAGE = (organization: string, website: string, tag: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Books, bound by hand | Example Bindery</title>
${tag === "" ? "" : `<meta property="og:site_name" content="${tag}">`}
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization",${organization}},{"@type":"WebSite",${website}}]}</script></head>
<body><main><h1>Books, bound by hand</h1><p>${"We repair books whose backs have given up. ".repeat(20)}</p></main></body></html>`;

export const identityAgreementExamples: CheckExamples = {
	check: "identity-agreement",
	examples: [
		{ name: "One name everywhere", outcome: "pass" },
		{
			name: "Legal form, case and a longer form make no difference",
			outcome: "pass",
			page: PAGE('"name":"Example Bindery Ltd."', '"name":"EXAMPLE BINDERY – books by hand"', "Example Bindery"),
		},
		{
			name: "Another name, given as alternateName",
			outcome: "pass",
			page: PAGE('"name":"Thread Lane Crafts","alternateName":"Example Bindery"', '"name":"Example Bindery"', ""),
		},
		{
			name: "The site's tags disagree among themselves: another check's question",
			outcome: "pass",
			page: PAGE('"name":"Example Bindery"', '"name":"Example Bindery"', "Craft Theme Demo"),
		},
		{
			name: "The former name in the Organization",
			outcome: "partial",
			page: PAGE('"name":"Miller Brothers"', '"name":"Example Bindery"', "Example Bindery"),
		},
		{
			name: "The data that came with the theme",
			outcome: "partial",
			page: PAGE('"name":"Craft Theme Demo"', '"url":"https://example.com/"', "Example Bindery"),
		},
		{
			name: "The manual of a product, published by its maker",
			outcome: "not-applicable",
			page: PAGE(
				'"@id":"#maker","name":"Miller Brothers"',
				'"name":"Example Bindery","publisher":{"@id":"#maker"}',
				"Example Bindery",
			),
		},
		{
			name: "A site without an organization",
			outcome: "not-applicable",
			page: PAGE('"url":"https://example.com/"', '"name":"Example Bindery"', "Example Bindery"),
		},
		{ name: "No page to look at", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
