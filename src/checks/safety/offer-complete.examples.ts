import type { CheckExamples } from "../shared/example.ts";

const SHOWN = "<h2>Notebook</h2>";
const PRODUCT = (members: string, offer = "") =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Notebook","image":"https://example.com/notebook.jpg",${members}"offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR"${offer}}}</script>`;

export const offerCompleteExamples: CheckExamples = {
	check: "offer-complete",
	examples: [
		{
			name: "Availability, brand and gtin",
			outcome: "pass",
			head: PRODUCT(
				'"brand":{"@type":"Brand","name":"Example Bindery"},"gtin13":"4006381333931",',
				',"availability":"https://schema.org/InStock"',
			),
			body: SHOWN,
		},
		{
			name: "Made in the house: a sku is number enough",
			outcome: "pass",
			head: PRODUCT('"brand":"Example Bindery","sku":"NB-A5",', ',"availability":"InStock"'),
			body: SHOWN,
		},
		{
			name: "No word on whether it is in stock",
			outcome: "partial",
			head: PRODUCT('"brand":"Example Bindery","gtin13":"4006381333931",'),
			body: SHOWN,
		},
		{ name: "A bare price", outcome: "fail", head: PRODUCT(""), body: SHOWN },
		{ name: "A page that is not about a product", outcome: "not-applicable" },
	],
};
