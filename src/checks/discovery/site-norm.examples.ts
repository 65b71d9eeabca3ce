import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

const shelf = (count: number) => ({
	"/repairs/": page(
		"Repairs",
		"",
		Array.from({ length: count }, (_, n) => `<a href="/books/${n}/">Book ${n}</a>`).join(" "),
	),
	...Object.fromEntries(Array.from({ length: count }, (_, n) => [`/books/${n}/`, page(`Book ${n} | Bindery`)])),
});

export const siteNormExamples: CheckExamples = {
	check: "site-norm",
	examples: [
		{ name: "Ten pages that end in one name", outcome: "pass", files: shelf(10) },
		{ name: "One of ten without the name", outcome: "partial", files: { ...shelf(10), "/books/3/": page("Book 3") } },
		{ name: "Too few pages to have a norm", outcome: "not-applicable" },
	],
};
