import type { CheckExamples } from "../shared/example.ts";

const page = (head: string) =>
	`<!doctype html><html lang="en"><head><title>Example Bindery</title>${head}</head><body><main><h1>Books</h1></main></body></html>`;

export const canonicalForeignExamples: CheckExamples = {
	check: "canonical-foreign",
	examples: [
		{ name: "The page's own address", outcome: "pass" },
		{
			name: "Another host of the same site",
			outcome: "pass",
			page: page('<link rel="canonical" href="https://www.example.com/">'),
		},
		{
			name: "The address of the template's maker",
			outcome: "fail",
			page: page('<link rel="canonical" href="https://themes.example.net/bindery/">'),
		},
		{
			name: "Another site, by header",
			outcome: "fail",
			page: page(""),
			headers: { link: '<https://example.org/>; rel="canonical"' },
		},
		{ name: "No canonical link", outcome: "not-applicable", page: page("") },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
