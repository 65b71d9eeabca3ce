import type { CheckExamples } from "../shared/example.ts";

export const varyAcceptExamples: CheckExamples = {
	check: "vary-accept",
	examples: [
		{ name: "HTML for everyone", outcome: "not-applicable" },
		{
			name: "HTML that is called Markdown: counted at markdown-negotiation",
			outcome: "not-applicable",
			files: {
				"/": {
					when: {
						markdown: {
							headers: { "content-type": "text/markdown" },
							body: "<!doctype html><html lang=en><title>Books</title><h1>Books, bound by hand</h1>",
						},
					},
				},
			},
		},
		{
			name: "Markdown for those who ask, and Vary",
			outcome: "pass",
			files: {
				"/": {
					headers: { vary: "Accept, Accept-Encoding" },
					when: {
						markdown: {
							headers: { "content-type": "text/markdown; charset=utf-8", vary: "Accept, Accept-Encoding" },
							body: "# Books, bound by hand\n\nWe repair books whose backs have given up.\n",
						},
					},
				},
			},
		},
		{
			name: "Markdown without a word to caches",
			outcome: "fail",
			files: {
				"/": {
					when: {
						markdown: {
							headers: { "content-type": "text/markdown; charset=utf-8", vary: "Accept-Encoding" },
							body: "# Books, bound by hand\n\nWe repair books whose backs have given up.\n",
						},
					},
				},
			},
		},
	],
};
