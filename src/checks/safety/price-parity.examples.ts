import type { CheckExamples } from "../shared/example.ts";

const product = (price: string) =>
	`<script type="application/ld+json">${JSON.stringify({
		"@context": "https://schema.org",
		"@type": "Product",
		name: "Bone folder",
		offers: { "@type": "Offer", price, priceCurrency: "EUR" },
	})}</script>`;

export const priceParityExamples: CheckExamples = {
	check: "price-parity",
	examples: [
		{
			name: "The same price",
			outcome: "pass",
			head: product("12.50"),
			body: "<p>Bone folder, <b>€12.50</b></p>",
		},
		{
			name: "The same price as it is written in Germany",
			outcome: "pass",
			head: product("1299.00"),
			body: "<p>Bone folder, <b>1.299,– €</b></p>",
		},
		{
			name: "Euros large, cents small, and no comma between them",
			outcome: "pass",
			head: product("1299.99"),
			body: "<p>Bone folder, <span>1.299</span><sup>99</sup> €</p>",
		},
		{
			name: "An old price in the markup",
			outcome: "fail",
			head: product("9.90"),
			body: "<p>Bone folder, <b>€12.50</b></p>",
		},
		{
			name: "No price in the text as it is sent",
			outcome: "partial",
			head: product("12.50"),
			body: "<p>Bone folder <span data-price></span></p>",
		},
		{ name: "No price stated", outcome: "not-applicable", body: "<p>Bone folder, <b>€12.50</b></p>" },
	],
};
