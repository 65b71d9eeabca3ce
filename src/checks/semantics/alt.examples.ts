import type { CheckExamples } from "../shared/example.ts";

export const altExamples: CheckExamples = {
	check: "alt",
	examples: [
		{
			name: "A text that says what is seen",
			outcome: "pass",
			body: '<img src="/press.jpg" alt="The standing press, closed">',
		},
		{ name: "An ornament that says that it is one", outcome: "pass", body: '<img src="/line.png" alt="">' },
		{
			name: "A drawing with a title",
			outcome: "pass",
			body: '<svg role="img" width="9" height="9"><title>Open</title></svg>',
		},
		{ name: "Neither", outcome: "fail", body: '<img src="/press.jpg">' },
		{ name: "The name of the file", outcome: "fail", body: '<img src="/press.jpg" alt="IMG_2041.JPG">' },
		{
			name: "One of two",
			outcome: "partial",
			body: '<img src="/press.jpg" alt="The standing press, closed"> <img src="/hammer.jpg">',
		},
		{
			name: "The picture of a link that nothing else names, which counts as a link",
			outcome: "not-applicable",
			body: '<a href="/repairs/"><img src="/press.jpg"></a>',
		},
		{
			name: "The picture of a link beside its words",
			outcome: "fail",
			body: '<a href="/repairs/"><img src="/press.jpg"> Repairs</a>',
		},
		{
			name: "One in a link and one beside it",
			outcome: "partial",
			body: '<a href="/repairs/"><img src="/press.jpg"></a> <img src="/hammer.jpg"> <img src="/glue.jpg" alt="Glue">',
		},
		{ name: "A page without images", outcome: "not-applicable" },
	],
};
