import type { CheckExamples } from "../shared/example.ts";

export const brokenLinksExamples: CheckExamples = {
	check: "broken-links",
	examples: [
		{ name: "Every link leads to a page", outcome: "pass", deep: true },
		{ name: "One page has gone", outcome: "partial", deep: true, files: { "/courses/": null } },
		{
			name: "The picture is gone",
			outcome: "partial",
			body: '<main><h1>Books</h1><img src="/press.jpg" alt="Our press"></main>',
		},
		{
			name: "Half the menu is dead",
			outcome: "fail",
			deep: true,
			files: { "/courses/": null, "/repairs/": { status: 410 }, "/about/": { status: 500 } },
		},
		{ name: "A home page that is an error", outcome: "not-applicable", files: { "/": { status: 503 } } },
		{
			name: "Closed to all crawlers, us among them",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
