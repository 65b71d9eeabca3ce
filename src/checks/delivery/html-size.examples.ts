import type { CheckExamples } from "../shared/example.ts";

export const htmlSizeExamples: CheckExamples = {
	check: "html-size",
	examples: [
		{ name: "A few kilobytes", outcome: "pass" },
		{ name: "600,000 bytes", outcome: "partial", files: { "/": { padding: 600_000 } } },
		{ name: "More than Googlebot reads", outcome: "fail", files: { "/": { padding: 2_100_000 } } },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
