import type { CheckExamples } from "../shared/example.ts";

export const faqpageMarkupExamples: CheckExamples = {
	check: "faqpage-markup",
	examples: [
		{
			name: "Marked up in JSON-LD",
			outcome: "pass",
			head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage","mainEntity":{"@type":"Question","name":"How long does a repair take?","acceptedAnswer":{"@type":"Answer","text":"Two weeks."}}}</script>',
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
