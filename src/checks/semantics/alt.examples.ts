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
		{ name: "A page without images", outcome: "not-applicable" },
	],
};
