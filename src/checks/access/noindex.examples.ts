import type { CheckExamples } from "../shared/example.ts";

export const noindexExamples: CheckExamples = {
	check: "noindex",
	examples: [
		{ name: "No word about indexing", outcome: "pass" },
		{ name: "A directive for another crawler", outcome: "pass", head: '<meta name="otherbot" content="noindex">' },
		{ name: "A tag left over from the test site", outcome: "fail", head: '<meta name="robots" content="noindex">' },
		{ name: "A header nobody sees", outcome: "fail", headers: { "x-robots-tag": "googlebot: none" } },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
