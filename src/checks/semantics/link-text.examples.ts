import type { CheckExamples } from "../shared/example.ts";

export const linkTextExamples: CheckExamples = {
	check: "link-text",
	examples: [
		{ name: "Links that name their target", outcome: "pass" },
		{
			name: "The same two words, with a name for those who do not see the sentence",
			outcome: "pass",
			body: '<p>We repair joints. <a href="/repairs/" aria-label="Read more about repairs">Read more</a></p>',
		},
		{
			name: "A teaser that ends in two empty words",
			outcome: "partial",
			body: '<p>We repair joints. <a href="/repairs/">Read more »</a> Courses: <a href="/courses/">click here</a></p>',
		},
		{
			name: "The same in German",
			outcome: "partial",
			body: '<p>Reparaturen: <a href="/repairs/">Mehr erfahren</a></p>',
		},
		{
			name: "A full stop as the whole link",
			outcome: "partial",
			body: '<p>We repair joints<a href="/repairs/">.</a></p>',
		},
		{
			name: "Arrows between the pages of a list",
			outcome: "pass",
			body: '<p><a href="/news/?page=1">«</a> <a href="/news/?page=2">2</a> <a href="/news/?page=3">»</a></p>',
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
