import type { CheckExamples } from "../shared/example.ts";

export const ttfbExamples: CheckExamples = {
	check: "ttfb",
	examples: [
		{ name: "At once", outcome: "pass", files: { "/": { ttfb: 180 } } },
		{ name: "After a second", outcome: "partial", files: { "/": { ttfb: 1100 } } },
		{ name: "After two and a half", outcome: "fail", files: { "/": { ttfb: 2500 } } },
		{ name: "A folder, which has no network", outcome: "not-applicable", folder: true },
	],
};
