import type { CheckExamples } from "../shared/example.ts";

export const relPrevNextExamples: CheckExamples = {
	check: "rel-prev-next",
	examples: [
		{ name: "A list that names its next page", outcome: "pass", head: '<link rel="next" href="/page/2/">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
