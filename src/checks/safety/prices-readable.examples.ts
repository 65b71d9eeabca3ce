import type { CheckExamples } from "../shared/example.ts";

const shop = (body: string) => ({ preset: "ecommerce", body }) as const;

export const pricesReadableExamples: CheckExamples = {
	check: "prices-readable",
	examples: [
		{
			name: "A price beside each product",
			outcome: "pass",
			...shop('<p>Bone folder <span class="price">€ 9.50</span></p> <p>Awl <span class="price">12,00 EUR</span></p>'),
		},
		{
			name: "A dash where a script puts the price",
			outcome: "fail",
			...shop('<p>Bone folder <span class="product-price">--</span></p> <p>Awl <span class="price">€ --</span></p>'),
		},
		{
			name: "One price of three is a dash",
			outcome: "partial",
			...shop(
				'<p>Bone folder <b class="price">$9.50</b></p> <p>Awl <b class="price">$12.00</b></p> <p>Press <b class="price">–</b></p>',
			),
		},
		{
			name: "A basket on a page without a price",
			outcome: "fail",
			...shop(
				'<form action="/cart/add" method="post"><input type="hidden" name="id" value="7"><button>Add to cart</button></form>',
			),
		},
		{
			name: "An empty element for a reduced price",
			outcome: "pass",
			...shop('<p>Bone folder <span class="price"></span> <span class="price">€9.50</span></p>'),
		},
		{
			name: "A currency and its figure in two elements",
			outcome: "pass",
			...shop('<p>Bone folder <sup class="price">$</sup><span class="price">9</span></p>'),
		},
		{ name: "A shop's page that sells nothing itself", outcome: "not-applicable", preset: "ecommerce" },
		{ name: "No shop", outcome: "not-applicable", body: '<p>Bone folder <span class="price">--</span></p>' },
	],
};
