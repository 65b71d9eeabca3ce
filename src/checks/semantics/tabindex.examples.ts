import type { CheckExamples } from "../shared/example.ts";

export const tabindexExamples: CheckExamples = {
	check: "tabindex",
	examples: [
		{
			name: "A place that a script moves the focus to",
			outcome: "pass",
			body: '<p tabindex="-1">Your order is in.</p>',
		},
		{
			name: "A scrolling part within reach of keys",
			outcome: "pass",
			body: '<div tabindex="0" role="region" aria-label="Prices">40 to 90</div>',
		},
		{
			name: "A link that comes before all others",
			outcome: "partial",
			body: '<a href="/courses/" tabindex="1">Courses</a>',
		},
		{ name: "A page without tabindex", outcome: "not-applicable" },
	],
};
