import type { CheckExamples } from "../shared/example.ts";

export const metaAuthorExamples: CheckExamples = {
	check: "meta-author",
	examples: [
		{ name: "The tag stands in the head", outcome: "pass", head: '<meta name="author" content="Ada Binder">' },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
