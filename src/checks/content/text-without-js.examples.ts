import { type CheckExamples, PROSE } from "../shared/example.ts";

const page = (body: string) =>
	`<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body>${body}</body></html>`;
const SCRIPT = '<script src="/app.js"></script>';

export const textWithoutJsExamples: CheckExamples = {
	check: "text-without-js",
	examples: [
		{ name: "Text in the HTML", outcome: "pass" },
		{ name: "A short page that runs nothing", outcome: "pass", page: page("<main><h1>Back on Tuesday</h1></main>") },
		{ name: "An empty place for an app", outcome: "fail", page: page(`<div id="root"></div>${SCRIPT}`) },
		{
			name: "A heading and a line, and the rest by script",
			outcome: "partial",
			page: page(
				`<main><h1>Books, bound by hand</h1><p>Repairs, short runs and courses in the second court of Thread Lane.</p><div class="list"></div></main>${SCRIPT}`,
			),
		},
		{ name: "A script and nothing else", outcome: "fail", page: page(SCRIPT) },
		{ name: "An element of the shop's own, drawn later", outcome: "fail", page: page(`<my-shop></my-shop>${SCRIPT}`) },
		{
			name: "A short page that only counts its visits",
			outcome: "pass",
			page: page(
				`<main><h1>Back on Tuesday</h1><p>The press is being moved.</p></main><script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>`,
			),
		},
		{
			name: "A topic of a forum in noscript",
			outcome: "pass",
			page: page(`<div id="root"></div><noscript><main><h1>Which needle?</h1>${PROSE}</main></noscript>${SCRIPT}`),
		},
		{
			name: "A long notice in noscript",
			outcome: "fail",
			page: page(
				`<div id="root"></div><noscript><p style="${"margin:0;".repeat(60)}">This shop needs JavaScript. Turn it on in the settings of your browser.</p></noscript>${SCRIPT}`,
			),
		},
		{
			name: "A page that a style hides until its scripts have run",
			outcome: "pass",
			page: page(`<div style="visibility:hidden"><main><h1>Books</h1>${PROSE}</main></div>${SCRIPT}`),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
