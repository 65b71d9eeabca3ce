import type { CheckExamples } from "../shared/example.ts";

export const searchActionExamples: CheckExamples = {
	check: "search-action",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Example Bindery","url":"https://example.com/","potentialAction":{"@type":"SearchAction","target":"https://example.com/search?q={query}","query-input":"required name=query"}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
