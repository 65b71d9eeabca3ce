import type { CheckExamples } from "../shared/example.ts";

export const ariaHiddenFocusExamples: CheckExamples = {
	check: "aria-hidden-focus",
	examples: [
		{
			name: "A hidden ornament",
			outcome: "pass",
			body: '<p aria-hidden="true">❦</p>',
		},
		{
			name: "A hidden picture of a link, out of the Tab order",
			outcome: "pass",
			body: '<div aria-hidden="true"><a href="/repairs/" tabindex="-1">Repairs</a></div>',
		},
		{
			name: "A hidden menu that Tab walks into",
			outcome: "fail",
			body: '<div aria-hidden="true"><a href="/courses/">Courses</a></div>',
		},
		{ name: "A page that hides nothing", outcome: "not-applicable" },
	],
};
