import type { CheckExamples } from "../shared/example.ts";

export const siteNameExamples: CheckExamples = {
	check: "site-name",
	examples: [
		{ name: "The same name everywhere", outcome: "pass" },
		{
			name: "With the form of the company",
			outcome: "pass",
			page: '<!doctype html><html lang="en"><head><title>Books, bound by hand | Example Bindery</title><meta property="og:site_name" content="Example Bindery Ltd."></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "A slogan as title, the name as heading",
			outcome: "pass",
			page: '<!doctype html><html lang="en"><head><title>Books, bound by hand</title><meta property="og:site_name" content="Sewn &amp; Glued"></head><body><main><h1>Sewn and glued</h1></main></body></html>',
		},
		{
			name: "The theme's name was never changed",
			outcome: "partial",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><meta property="og:site_name" content="My WordPress Blog"><script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Example Bindery","url":"https://example.com/"}</script></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "A title of quite another name",
			outcome: "partial",
			page: '<!doctype html><html lang="en"><head><title>Boxes and folders</title><meta property="og:site_name" content="Paper Works"></head><body><main><h1>Welcome</h1></main></body></html>',
		},
		{
			name: "Nothing but a title",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
