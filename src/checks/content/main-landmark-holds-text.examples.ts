import type { CheckExamples } from "../shared/example.ts";

const TEXT = "<p>We repair books whose backs have given up, sew loose sheets into new ones, and teach both.</p>";
const page = (body: string) =>
	`<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body>${body}</body></html>`;

export const mainLandmarkHoldsTextExamples: CheckExamples = {
	check: "main-landmark-holds-text",
	examples: [
		{ name: "The content in main", outcome: "pass" },
		{
			name: "A role in place of the element",
			outcome: "pass",
			page: page(`<div role="main"><h1>Books</h1>${TEXT}</div>`),
		},
		{
			name: "A short page with a long menu",
			outcome: "pass",
			page: page(
				`<nav>${'<a href="/repairs/">Repairs of books</a> '.repeat(12)}</nav><main><h1>Books</h1>${TEXT}</main>`,
			),
		},
		{ name: "No main part", outcome: "fail", page: page(`<div id="main"><h1>Books</h1>${TEXT}</div>`) },
		{
			name: "A main part that was closed too early",
			outcome: "partial",
			page: page(`<main><h1>Books</h1></main>${TEXT}`),
		},
		{
			name: "A main part that holds nothing",
			outcome: "fail",
			page: page(`<h1>Books</h1>${TEXT}<main></main>`),
		},
		{
			name: "A main part inside the main part",
			outcome: "partial",
			page: page(`<div role="main"><main><h1>Books</h1>${TEXT}</main></div>`),
		},
		{
			name: "A second main part that waits, hidden",
			outcome: "pass",
			page: page(`<main><h1>Books</h1>${TEXT}</main><main hidden>${TEXT}</main>`),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
