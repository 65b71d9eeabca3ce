import type { CheckExamples } from "../shared/example.ts";

const page = (title: string, head = "", body = "") =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>What we do, told in a few words that stand on this page alone.</p>${body}</main></body></html>`;

const DESCRIPTION = '<meta name="description" content="Books bound by hand in the old town.">';

export const distinctDescriptionsExamples: CheckExamples = {
	check: "distinct-descriptions",
	examples: [
		{ name: "Each page describes itself", outcome: "pass" },
		{
			name: "One description for two pages",
			outcome: "partial",
			files: { "/repairs/": page("Repairs", DESCRIPTION), "/courses/": page("Courses", DESCRIPTION) },
		},
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
