import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

export const distinctTitlesExamples: CheckExamples = {
	check: "distinct-titles",
	examples: [
		{ name: "Each page says what it is about", outcome: "pass" },
		{
			name: "The shop's name on every page",
			outcome: "partial",
			files: { "/repairs/": page("Bindery"), "/courses/": page("Bindery") },
		},
		{
			name: "One title in two languages",
			outcome: "pass",
			files: { "/repairs/": page("Bindery"), "/courses/": page("Bindery").replace('"en"', '"de"') },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
