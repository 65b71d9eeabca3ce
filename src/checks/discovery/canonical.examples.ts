import type { CheckExamples } from "../shared/example.ts";

export const canonicalExamples: CheckExamples = {
	check: "canonical",
	examples: [
		{ name: "One absolute address", outcome: "pass" },
		{
			name: "A second one, for another page",
			outcome: "fail",
			head: '<link rel="canonical" href="https://example.com/home">',
		},
		{
			name: "Head and header disagree",
			outcome: "fail",
			headers: { link: '<https://example.com/start>; rel="canonical"' },
		},
		{
			name: "A relative address",
			outcome: "partial",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><link rel="canonical" href="/"></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "None",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "The head has ended before it",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><div></div><link rel="canonical" href="https://example.com/"></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "The British version names the American one",
			outcome: "pass",
			files: {
				"/": { status: 301, headers: { location: "https://example.com/uk/" } },
				"/uk/":
					'<!doctype html><html lang="en-GB"><head><title>Bookbindery</title><link rel="canonical" href="https://example.com/us/"><link rel="alternate" hreflang="en-GB" href="https://example.com/uk/"><link rel="alternate" hreflang="en-US" href="https://example.com/us/"></head><body><main><h1>Books</h1></main></body></html>',
			},
		},
		{
			name: "The second page of a list names itself",
			outcome: "pass",
			files: {
				"/": { status: 301, headers: { location: "https://example.com/blog/?page=2" } },
				"/blog/?page=2":
					'<!doctype html><html lang="en"><head><title>Older posts</title><link rel="canonical" href="https://example.com/blog/?page=2"></head><body><main><h1>Older posts</h1></main></body></html>',
			},
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
