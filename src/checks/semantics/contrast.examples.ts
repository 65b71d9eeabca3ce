import type { CheckExamples } from "../shared/example.ts";

const PALE = {
	kind: "contrast",
	at: "footer > p",
	excerpt: '<p style="color:#bbb">Terms</p>',
	says: "Element has insufficient color contrast of 1.91 (expected contrast ratio of 4.5:1)",
} as const;
const targetSize = { examined: 6, found: 0 };

export const contrastExamples: CheckExamples = {
	check: "contrast",
	examples: [
		{ name: "Dark on white", outcome: "pass" },
		{
			name: "A pale footer",
			outcome: "partial",
			rendered: { layout: { barriers: [PALE], contrast: { examined: 12, found: 3 }, targetSize } },
		},
		{
			name: "Pale throughout",
			outcome: "fail",
			rendered: { layout: { barriers: [PALE], contrast: { examined: 9, found: 9 }, targetSize } },
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
		{ name: "A page that keeps the browser busy", outcome: "unknown", rendered: { layout: null } },
	],
};
