import type { CheckExamples } from "../shared/example.ts";

const page = (nav: string, head = "") =>
	`<!doctype html><html lang="en"><head><title>Example Bindery</title>${head}</head><body><nav>${nav}</nav><main><h1>Books, bound by hand</h1></main></body></html>`;
const menu = (origin: string) =>
	`<a href="${origin}/repairs/">Repairs</a> <a href="${origin}/courses/">Courses</a> <a href="${origin}/about/">About</a>`;

export const ownHostLinksExamples: CheckExamples = {
	check: "own-host-links",
	examples: [
		{ name: "Links that stay on the host", outcome: "not-applicable" },
		{
			name: "A menu that leads to another host, which answers",
			outcome: "pass",
			page: page(menu("https://shop.example.com")),
			files: { "https://shop.example.com/robots.txt": { status: 404 } },
		},
		{
			name: "A menu that leads to a host without a name",
			outcome: "fail",
			page: page(menu("https://old.example.com")),
		},
		{
			name: "A menu that leads to a host that refuses connections",
			outcome: "fail",
			page: page(menu("https://old.example.com")),
			files: {
				"https://old.example.com/robots.txt": { failure: "connection-refused" },
				"http://old.example.com/robots.txt": { failure: "connection-refused" },
			},
		},
		{
			name: "A menu that leads to the developer's machine",
			outcome: "fail",
			page: page(menu("http://localhost:8080")),
		},
		{
			name: "A canonical link to a host without a name",
			outcome: "fail",
			page: page('<a href="/repairs/">Repairs</a>', '<link rel="canonical" href="https://old.example.com/">'),
		},
		{
			name: "One forgotten entry",
			outcome: "partial",
			page: page(`${menu("https://example.com")} <a href="http://bindery.test/blog/">Blog</a>`),
		},
		{
			name: "An example in the text",
			outcome: "not-applicable",
			body: '<p>Open <a href="http://localhost:8080/">localhost:8080</a> to see it.</p>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
