import type { CheckExamples } from "../shared/example.ts";

export const titleExamples: CheckExamples = {
	check: "title",
	examples: [
		{ name: "A title", outcome: "pass" },
		{
			name: "None",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "An empty one",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title> </title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "What the editor of a page writes by itself",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Untitled Document</title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "No letter in it",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title> | </title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "A default word beside a name says something",
			outcome: "pass",
			page: '<!doctype html><html lang="en"><head><title>Home | Example Bindery</title></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "Only the title of a drawing",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><body><main><svg><title>Logo</title></svg><h1>Books</h1></main></body></html>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
