import type { CheckExamples } from "../shared/example.ts";

export const metaDescriptionExamples: CheckExamples = {
	check: "meta-description",
	examples: [
		{ name: "A sentence on the page", outcome: "pass" },
		{
			name: "Only og:description, which is for social networks",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><meta property="og:description" content="Books bound by hand."></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "An empty one",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><meta name="description" content=""></head><body><main><h1>Books</h1></main></body></html>',
		},
		{
			name: "The sentence of a starter project",
			outcome: "fail",
			page: '<!doctype html><html lang="en"><head><title>Example Bindery</title><meta name="description" content="Web site created using create-react-app"></head><body><main><h1>Books</h1></main></body></html>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
