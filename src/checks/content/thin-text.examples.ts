import type { CheckExamples } from "../shared/example.ts";

const page = (main: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bindery</title></head><body>
<header><nav><a href="/repairs/">Repairs of old and new books</a> <a href="/courses/">Courses for beginners</a></nav></header>
<main><h1>Books, bound by hand</h1>${main}</main>
<footer><p>Open from Tuesday to Saturday, nine to six, in the second court behind the green door, or by telephone before noon.</p>
<a href="/about/">About us</a> <a href="/contact/">Contact</a> <a href="/privacy/">Privacy</a></footer></body></html>`;
const SENTENCES =
	"<p>We repair books whose backs have given up and sew loose sheets into new ones. A repair takes two weeks, and we tell you the price before we begin.</p>";

export const thinTextExamples: CheckExamples = {
	check: "thin-text",
	examples: [
		{ name: "Three paragraphs", outcome: "pass" },
		{ name: "Two sentences", outcome: "fail", page: page(SENTENCES) },
		{
			name: "Two short paragraphs",
			outcome: "partial",
			page: page(
				`${SENTENCES}<p>Short runs of up to two hundred copies are printed next door and bound here. Bring the sheets folded, or bring the file and we fold them.</p>`,
			),
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
