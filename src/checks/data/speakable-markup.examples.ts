import type { CheckExamples } from "../shared/example.ts";

export const speakableMarkupExamples: CheckExamples = {
	check: "speakable-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"Books, bound by hand","speakable":{"@type":"SpeakableSpecification","cssSelector":["h1"]}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
