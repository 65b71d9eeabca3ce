import type { CheckExamples } from "../shared/example.ts";

export const soft404Examples: CheckExamples = {
	check: "soft-404",
	examples: [
		{ name: "Not found", outcome: "pass" },
		{
			name: "Every address answers with the same page",
			outcome: "fail",
			files: { "https://example.com/*": "<!doctype html><title>Example Bindery</title><p>Welcome." },
		},
		{
			name: "What does not exist is sent to the home page",
			outcome: "fail",
			files: { "https://example.com/*": { status: 302, headers: { location: "https://example.com/" } } },
		},
		{
			name: "A server error in place of not found",
			outcome: "partial",
			files: { "https://example.com/*": { status: 500, body: "Internal Server Error" } },
		},
		{
			name: "A site that asks us to slow down",
			outcome: "not-applicable",
			folder: true,
			files: { "https://example.com/*": { status: 429, body: "Too many requests" } },
		},
	],
};
