import type { CheckExamples } from "../shared/example.ts";

const SHOWN = "<h2>Notebook</h2>";
const PRODUCT = (offer = "", type = '"Product"') =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":${type},"name":"Notebook","image":"https://example.com/notebook.jpg","offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR"${offer}}}</script>`;
const RETURNS =
	'{"@type":"MerchantReturnPolicy","applicableCountry":"DE","returnPolicyCategory":"https://schema.org/MerchantReturnFiniteReturnWindow","merchantReturnDays":30}';
const SHIPPING =
	'{"@type":"OfferShippingDetails","shippingRate":{"@type":"MonetaryAmount","value":4.9,"currency":"EUR"},"shippingDestination":{"@type":"DefinedRegion","addressCountry":"DE"}}';

export const returnsShippingExamples: CheckExamples = {
	check: "returns-shipping",
	examples: [
		{
			name: "Both in the offer",
			outcome: "pass",
			head: PRODUCT(`,"hasMerchantReturnPolicy":${RETURNS},"shippingDetails":${SHIPPING}`),
			body: SHOWN,
		},
		{
			name: "Once for the whole business",
			outcome: "pass",
			head: `${PRODUCT()}<script type="application/ld+json">{"@context":"https://schema.org","@type":"OnlineStore","@id":"https://example.com/#org","hasMerchantReturnPolicy":${RETURNS},"hasShippingService":{"@type":"ShippingService","name":"Parcel"}}</script>`,
			body: SHOWN,
		},
		{
			name: "Shipping, and no word on returns",
			outcome: "partial",
			head: PRODUCT(`,"shippingDetails":${SHIPPING}`),
			body: SHOWN,
		},
		{ name: "Neither", outcome: "fail", head: PRODUCT(), body: SHOWN },
		{
			name: "Software is not shipped",
			outcome: "not-applicable",
			head: PRODUCT("", '["Product","SoftwareApplication"]'),
			body: SHOWN,
		},
		{
			name: "The front of a shop, with a link to its terms",
			outcome: "pass",
			preset: "ecommerce",
			body: '<p><a href="/shipping/">Shipping and returns</a></p>',
		},
		{ name: "The front of a shop, without a word on either", outcome: "fail", preset: "ecommerce" },
		{ name: "A page that is not about a product", outcome: "not-applicable" },
	],
};
