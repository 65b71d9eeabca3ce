import type { CheckExamples } from "../shared/example.ts";

export const crawlDelayExamples: CheckExamples = {
	check: "crawl-delay",
	examples: [
		{ name: "Five seconds", outcome: "pass", files: { "/robots.txt": "User-agent: *\nCrawl-delay: 5\n" } },
		{ name: "Two minutes", outcome: "partial", files: { "/robots.txt": "User-agent: *\nCrawl-delay: 120\n" } },
		{ name: "Not used", outcome: "not-applicable" },
	],
};
