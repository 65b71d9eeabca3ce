import type { CheckExamples } from "../shared/example.ts";

export const httpsRedirectExamples: CheckExamples = {
	check: "https-redirect",
	examples: [
		{ name: "One redirect", outcome: "pass" },
		{
			name: "The page itself, unencrypted",
			outcome: "partial",
			files: { "http://example.com/": "<!doctype html><title>Example Bindery</title>" },
		},
		{
			name: "Nothing answers over http",
			outcome: "not-applicable",
			files: { "http://example.com/": { failure: "connection-refused" } },
		},
		{ name: "A folder, which is not served yet", outcome: "not-applicable", folder: true },
	],
};
