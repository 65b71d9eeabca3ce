import { type CheckExamples, examplePage as page } from "../shared/example.ts";

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
		{
			name: "The one page of a part in another language that is translated",
			outcome: "pass",
			files: {
				"/": page(
					"Bindery",
					"",
					Array.from({ length: 11 }, (_, n) => `<a href="/de/books/${n}/">Book ${n}</a>`).join(" "),
				),
				...Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`/de/books/${n}/`, page(`Book ${n} | Bindery`)])),
				"/de/books/3/": page("Buch 3 | Bindery").replace('lang="en"', 'lang="de"'),
			},
		},
		{ name: "Too few pages to have a norm", outcome: "not-applicable" },
	],
};
