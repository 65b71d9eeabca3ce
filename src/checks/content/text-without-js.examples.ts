import type { CheckExamples } from "../examples/example.ts";

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
			name: "A heading, and the rest by script",
			outcome: "partial",
			page: page(`<main><h1>Books, bound by hand</h1><div class="list"></div></main>${SCRIPT}`),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
