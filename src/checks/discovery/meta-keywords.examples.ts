import type { CheckExamples } from "../shared/example.ts";

export const metaKeywordsExamples: CheckExamples = {
	check: "meta-keywords",
	examples: [
		{ name: "The tag stands in the head", outcome: "pass", head: '<meta name="keywords" content="books, binding">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
