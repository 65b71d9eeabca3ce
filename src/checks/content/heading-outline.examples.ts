import type { CheckExamples } from "../shared/example.ts";

const page = (main: string) =>
	`<!doctype html><html lang="en"><head><title>Example Bindery</title></head><body><main>${main}</main></body></html>`;

export const headingOutlineExamples: CheckExamples = {
	check: "heading-outline",
	examples: [
		{ name: "Step by step", outcome: "pass", body: "<h2>Repairs</h2><h3>Joints</h3><h3>Spines</h3><h2>Courses</h2>" },
		{ name: "Two first-level headings and one below", outcome: "pass", body: "<h1>Courses</h1><h2>Boxes</h2>" },
		{ name: "Two headings, both of the first level", outcome: "partial", body: "<h1>Courses</h1>" },
		{ name: "A level that is skipped", outcome: "partial", body: "<h2>Repairs</h2><h4>Joints</h4>" },
		{
			name: "A line that looks like a heading",
			outcome: "fail",
			page: page('<p class="h1">Books, bound by hand</p>'),
		},
		{ name: "Every heading of the first level", outcome: "fail", body: "<h1>Repairs</h1><h1>Courses</h1>" },
		{
			name: "No first-level heading",
			outcome: "partial",
			page: page(
				"<h2>Repairs</h2><p>We mend bindings that wars, damp cellars and dogs have been at.</p><h2>Courses</h2><p>Each Friday at six.</p>",
			),
		},
		{ name: "A heading without text", outcome: "partial", body: '<h2 class="ornament"></h2>' },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
