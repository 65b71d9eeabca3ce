import type { CheckExamples } from "../shared/example.ts";

export const howtoMarkupExamples: CheckExamples = {
	check: "howto-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"HowTo","name":"Books, bound by hand","step":{"@type":"HowToStep","text":"Bring the sheets folded."}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
