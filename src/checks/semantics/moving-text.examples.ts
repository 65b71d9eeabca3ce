import type { CheckExamples } from "../shared/example.ts";

export const movingTextExamples: CheckExamples = {
	check: "moving-text",
	examples: [
		{ name: "Text that stands still", outcome: "pass" },
		{
			name: "A page that writes about the element",
			outcome: "pass",
			body: "<p>Pages once had a <code>&lt;marquee&gt;</code> with the news.</p>",
		},
		{ name: "News that run along", outcome: "fail", body: "<marquee>Closed on the first of May</marquee>" },
		{ name: "A word that was to blink", outcome: "fail", body: "<p><blink>New</blink> courses from May</p>" },
		{ name: "An empty marquee", outcome: "pass", body: "<marquee></marquee>" },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
