import type { CheckExamples } from "../shared/example.ts";

const page = (main: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bindery</title></head><body>
<header><nav><a href="/repairs/">Repairs of old and new books</a> <a href="/courses/">Courses for beginners</a></nav></header>
<main>${main}</main>
<footer><p>Open from Tuesday to Saturday, nine to six, in the second court behind the green door, or by telephone before noon.</p>
<a href="/about/">About us</a> <a href="/contact/">Contact</a> <a href="/privacy/">Privacy</a></footer></body></html>`;

export const mainTextExamples: CheckExamples = {
	check: "main-text",
	examples: [
		{ name: "Three paragraphs", outcome: "pass" },
		{ name: "A heading and nothing else", outcome: "fail", page: page("<h1>Books, bound by hand</h1>") },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
