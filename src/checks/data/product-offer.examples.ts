import type { CheckExamples } from "../shared/example.ts";

const PRODUCT = (members: string) =>
	`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",${members}}</script>`;
const SHOWN = "<h2>Notebook</h2><p>With a bone folder.</p>";
const BASIC = '"name":"Notebook","image":"https://example.com/notebook.jpg"';

export const productOfferExamples: CheckExamples = {
	check: "product-offer",
	examples: [
		{
			name: "Name, image, price and currency",
			outcome: "pass",
			head: PRODUCT(`${BASIC},"offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR"}`),
			body: SHOWN,
		},
		{
			name: "The price in a priceSpecification",
			outcome: "pass",
			head: PRODUCT(
				`${BASIC},"offers":{"@type":"Offer","priceSpecification":{"@type":"UnitPriceSpecification","price":24.5,"priceCurrency":"EUR"}}`,
			),
			body: SHOWN,
		},
		{
			name: "In Microdata",
			outcome: "pass",
			body: `<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">Notebook</h2><img itemprop="image" src="/notebook.jpg" alt="A blue notebook">
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="24.50">24,50</span> <span itemprop="priceCurrency" content="EUR">€</span></div></div>`,
		},
		{
			name: "A review of a product that is not sold here",
			outcome: "pass",
			head: PRODUCT(
				'"name":"Bone folder","review":{"@type":"Review","author":{"@type":"Person","name":"Ann Binder"},"reviewRating":{"@type":"Rating","ratingValue":4}}',
			),
			body: SHOWN,
		},
		{
			name: "An offer without a currency",
			outcome: "fail",
			head: PRODUCT(`${BASIC},"offers":{"@type":"Offer","price":"24.50"}`),
			body: SHOWN,
		},
		{
			name: "A price on request",
			outcome: "fail",
			head: PRODUCT(`${BASIC},"offers":{"@type":"Offer","price":"on request","priceCurrency":"EUR"}`),
			body: SHOWN,
		},
		{
			name: "A product without an offer",
			outcome: "partial",
			head: PRODUCT(BASIC),
			body: SHOWN,
		},
		{ name: "A page that is not about a product", outcome: "not-applicable" },
		{
			name: "A product that no reader sees",
			outcome: "not-applicable",
			head: PRODUCT(`${BASIC},"offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR"}`),
		},
		{
			name: "A page that lists products",
			outcome: "not-applicable",
			head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Product","name":"Notebook"},{"@type":"Product","name":"Folder"}]}</script>`,
		},
	],
};
