import type { CheckExamples } from "../shared/example.ts";

export const bingAiControlsExamples: CheckExamples = {
	check: "bing-ai-controls",
	examples: [
		{ name: "No word about it", outcome: "pass" },
		{
			name: "Left over from the days of the cached copy",
			outcome: "partial",
			head: `<meta name="robots" content="noarchive">`,
		},
		{
			name: "Both together count as nocache",
			outcome: "pass",
			head: `<meta name="bingbot" content="noarchive, nocache">`,
		},
		{ name: "A directive for another crawler", outcome: "pass", head: `<meta name="googlebot" content="noarchive">` },
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
	],
};
