import type { CheckExamples } from "../shared/example.ts";

const page = (body: string) =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example Bindery</title></head><body>${body}</body></html>`;
const LINKS = ["Repairs", "Courses", "Prices", "About us", "Contact"]
	.map((name) => `<a href="/${name.toLowerCase().replace(" ", "-")}/">${name}</a>`)
	.join(" ");

export const landmarksExamples: CheckExamples = {
	check: "landmarks",
	examples: [
		{ name: "Header, navigation and footer", outcome: "pass" },
		{
			name: "Two navigations with names",
			outcome: "pass",
			page: page(
				`<nav aria-label="Main">${LINKS}</nav><main><h1>Books</h1></main><nav aria-label="Footer">${LINKS}</nav>`,
			),
		},
		{
			name: "Two navigations that nothing tells apart",
			outcome: "partial",
			page: page(`<nav>${LINKS}</nav><main><h1>Books</h1></main><nav>${LINKS}</nav>`),
		},
		{
			name: "A menu made of a div",
			outcome: "fail",
			page: page(`<div class="nav">${LINKS}</div><main><h1>Books</h1></main>`),
		},
		{
			name: "A card without a menu",
			outcome: "not-applicable",
			page: page('<main><h1>Books, bound by hand</h1><a href="/contact/">Write to us</a></main>'),
		},
	],
};
