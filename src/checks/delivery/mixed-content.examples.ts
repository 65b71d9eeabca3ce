import type { CheckExamples } from "../shared/example.ts";

export const mixedContentExamples: CheckExamples = {
	check: "mixed-content",
	examples: [
		{ name: "Nothing over http", outcome: "pass" },
		{ name: "A link to an http address is none", outcome: "pass", body: '<a href="http://example.org/">A friend</a>' },
		{
			name: "A script that browsers refuse",
			outcome: "partial",
			body: '<script src="http://cdn.example.org/menu.js"></script>',
		},
		{
			name: "A picture that browsers ask for over https",
			outcome: "partial",
			body: '<img src="http://example.com/book.jpg" alt="A book with a new back">',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
