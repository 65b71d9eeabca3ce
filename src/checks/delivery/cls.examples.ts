import type { CheckExamples } from "../shared/example.ts";

export const clsExamples: CheckExamples = {
	check: "cls",
	examples: [
		{ name: "Nothing moves", outcome: "pass" },
		{ name: "A picture without a height", outcome: "partial", rendered: { cls: 0.18 } },
		{ name: "A banner that pushes everything down", outcome: "fail", rendered: { cls: 0.41 } },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
