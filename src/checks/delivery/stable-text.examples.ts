import type { CheckExamples } from "../shared/example.ts";

const page = (
	text: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Books of the day</title></head>
<body><main><h1>Books of the day</h1><p>${text}</p></main></body></html>`;
const MORNING =
	"An atlas of rivers in half linen, a hymnal with a brass clasp, and six letters in a folder of blue paper.";
const EVENING =
	"Three cookery books that survived a flood, one of them with pears, and a diary that nobody may open yet.";

export const stableTextExamples: CheckExamples = {
	check: "stable-text",
	examples: [
		{ name: "The same text twice", outcome: "pass" },
		{
			name: "Other books at every visit",
			outcome: "partial",
			page: page(MORNING),
			files: { "/": { when: { again: page(EVENING) } } },
		},
		{
			name: "Another page number in the footer",
			outcome: "pass",
			page: `${page(MORNING)}<footer>Visitor 4711</footer>`,
			files: { "/": { when: { again: `${page(MORNING)}<footer>Visitor 4712</footer>` } } },
		},
		{
			name: "A page of three words",
			outcome: "not-applicable",
			page: "<!doctype html><title>x</title><p>Back very soon",
		},
	],
};
