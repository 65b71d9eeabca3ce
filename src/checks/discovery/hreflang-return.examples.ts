import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

const BOTH =
	'<link rel="alternate" hreflang="en" href="https://example.com/repairs/"><link rel="alternate" hreflang="de" href="https://example.com/courses/">';

export const hreflangReturnExamples: CheckExamples = {
	check: "hreflang-return",
	examples: [
		{
			name: "Two versions that name each other",
			outcome: "pass",
			files: { "/repairs/": page("Repairs", BOTH), "/courses/": page("Reparaturen", BOTH) },
		},
		{
			name: "A version that does not name the other in return",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", BOTH), "/courses/": page("Reparaturen") },
		},
		{ name: "One language", outcome: "not-applicable" },
	],
};
