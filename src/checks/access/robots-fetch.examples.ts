import type { CheckExamples } from "../shared/example.ts";

export const robotsFetchExamples: CheckExamples = {
	check: "robots-fetch",
	examples: [
		{ name: "A text file", outcome: "pass" },
		{ name: "No file: everything is allowed, nothing is stated", outcome: "partial", files: { "/robots.txt": null } },
		{ name: "A server fault closes the site", outcome: "fail", files: { "/robots.txt": { status: 503 } } },
		{
			name: "It never answers, and the home page does: one look cannot tell whose clock was slow",
			outcome: "unknown",
			files: { "/robots.txt": { failure: "headers-timeout" } },
		},
		{
			name: "A web page in its place",
			outcome: "fail",
			files: {
				"/robots.txt": { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Not found</title>" },
			},
		},
		{
			name: "Every address answers with the start page: counted there",
			outcome: "not-applicable",
			files: {
				"/robots.txt": { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Start</title>" },
				"https://example.com/*": { body: "<!doctype html><title>Start</title>" },
			},
		},
	],
};
