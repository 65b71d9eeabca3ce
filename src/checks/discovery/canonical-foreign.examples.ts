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
		{
			name: "The German version names the English one",
			outcome: "fail",
			files: {
				"/": { status: 301, headers: { location: "https://example.com/de/" } },
				"/de/":
					'<!doctype html><html lang="de"><head><title>Buchbinderei</title><link rel="canonical" href="https://example.com/en/"><link rel="alternate" hreflang="de" href="https://example.com/de/"><link rel="alternate" hreflang="en" href="https://example.com/en/"></head><body><main><h1>Bücher</h1></main></body></html>',
				"/en/":
					'<!doctype html><html lang="en"><head><title>Bookbindery</title></head><body><main><h1>Books</h1></main></body></html>',
			},
		},
		{
			name: "The second page of a list names the first",
			outcome: "fail",
			files: {
				"/": { status: 301, headers: { location: "https://example.com/blog/page/2/" } },
				"/blog/page/2/":
					'<!doctype html><html lang="en"><head><title>Older posts</title><link rel="canonical" href="https://example.com/blog/"></head><body><main><h1>Older posts</h1></main></body></html>',
				"/blog/":
					'<!doctype html><html lang="en"><head><title>Blog</title></head><body><main><h1>Blog</h1></main></body></html>',
			},
		},
		{
			name: "The canonical page is gone",
			outcome: "fail",
			page: page('<link rel="canonical" href="https://example.com/gone/">'),
		},
		{
			name: "An instant refresh to another site",
			outcome: "fail",
			page: page('<meta http-equiv="refresh" content="0; url=https://bindery.example.org/">'),
		},
	],
};
