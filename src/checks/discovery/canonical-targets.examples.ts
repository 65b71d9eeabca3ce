import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

export const canonicalTargetsExamples: CheckExamples = {
	check: "canonical-targets",
	examples: [
		{ name: "Each page names itself", outcome: "pass" },
		{
			name: "A canonical address that has gone",
			outcome: "partial",
			files: {
				"/repairs/": page(
					"Repairs",
					'<link rel="canonical" href="https://example.com/mending/">',
					'<a href="/mending/">Mending</a>',
				),
			},
		},
		{
			name: "An inner page that names the home page",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", '<link rel="canonical" href="https://example.com/">') },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
