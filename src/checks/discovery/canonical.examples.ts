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
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
