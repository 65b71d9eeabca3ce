import type { CheckExamples } from "../shared/example.ts";

const SMALL = {
	kind: "target-size",
	at: "nav > a:nth-child(2)",
	excerpt: '<a href="/courses/">2</a>',
	says: "Target has insufficient size (10px by 12px, should be at least 24px by 24px)",
} as const;
const contrast = { examined: 12, found: 0 };

export const targetSizeExamples: CheckExamples = {
	check: "target-size",
	examples: [
		{ name: "Room around every link", outcome: "pass" },
		{
			name: "A row of tiny page numbers",
			outcome: "partial",
			rendered: { layout: { barriers: [SMALL], contrast, targetSize: { examined: 6, found: 4 } } },
		},
		{
			name: "Nothing to press",
			outcome: "not-applicable",
			rendered: { layout: { barriers: [], contrast, targetSize: { examined: 0, found: 0 } } },
		},
	],
};
