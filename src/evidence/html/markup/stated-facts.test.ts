import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_STATED } from "./stated-facts.ts";

const block = (node: object) =>
	`<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...node })}</script>`;
const stated = (node: object, body: string) =>
	readPage(`<!doctype html>${block(node)}<body>${body}`, "https://a.example/").stated;
const seen = (node: object, body: string) => stated(node, body).map(({ property, visible }) => [property, visible]);

const product = (price: string, more = {}) => ({
	"@type": "Product",
	name: "Bone folder",
	offers: { "@type": "Offer", price },
	...more,
});
const article = (more: object) => ({ "@type": "NewsArticle", ...more });
const rating = (value: unknown, count = "89") => ({
	"@type": "AggregateRating",
	ratingValue: value,
	reviewCount: count,
});

describe("what a person can see", () => {
	it.each([
		[
			product("1299.00"),
			"Bone folder 1.299,00 €",
			[
				["name", true],
				["price", true],
			],
		],
		[
			product("1299.00"),
			"Bone <b>folder</b> $1,299",
			[
				["name", true],
				["price", true],
			],
		],
		[
			product("12.99"),
			"Bone folder €13.99",
			[
				["name", true],
				["price", false],
			],
		],
		[
			product("12.99"),
			"Bone folder <p hidden>€12.99</p>",
			[
				["name", true],
				["price", false],
			],
		],
		[
			product("12.99"),
			"Bone folder <template>12.99</template><script>12.99</script>",
			[
				["name", true],
				["price", false],
			],
		],
		[
			product("12.99"),
			"Bone folder <select><option>A – 12.99</select>",
			[
				["name", true],
				["price", true],
			],
		],
		[product("0"), "Bone folder", [["name", true]]],
		[
			rating(4.4667),
			"<i aria-label='4.5 of 5'></i> (89)",
			[
				["ratingValue", true],
				["reviewCount", true],
			],
		],
		[
			rating("4,5", "1,024"),
			"4.5 from 1024",
			[
				["ratingValue", true],
				["reviewCount", true],
			],
		],
		[
			rating(4.5),
			"4.6 from 90",
			[
				["ratingValue", false],
				["reviewCount", false],
			],
		],
		[article({ headline: "“Sewing” a book | The Bindery" }), "<h1>Sewing a Book</h1>", [["headline", true]]],
		[article({ headline: "Bread &amp; Butter" }), "<h1>Bread &amp; butter</h1>", [["headline", true]]],
		[article({ headline: "Sewing a book" }), "<h1>Books</h1>", [["headline", false]]],
		[article({ headline: "Sewing a book by hand 2026" }), "<h1>Sewing a <i>book</i></h1>", [["headline", true]]],
		[article({ headline: "Sewing a book by hand, in eleven steps" }), "<h1>Sewing a book</h1>", [["headline", true]]],
		[article({ datePublished: "2026-03-01" }), "1. März 2026", [["datePublished", true]]],
		[
			article({ dateModified: "2026-03-01" }),
			"<time datetime='2026-03-01T10:00'>today</time>",
			[["dateModified", true]],
		],
		[article({ datePublished: "2026-03-01" }), "1 March 2025", [["datePublished", false]]],
		[article({ datePublished: "soon" }), "", [["datePublished", true]]],
		[{ "@type": "WebPage", name: "n", datePublished: "2026-03-01" }, "", []],
	])("%j in %s", (node, body, facts) => {
		expect(seen(node, body)).toEqual(facts);
	});
});

describe("a price that is put together of elements", () => {
	const priceOf = (price: string, body: string) =>
		stated(product(price), body).find((each) => each.property === "price");

	it.each([
		["24.50", "<span>$</span><span>24</span><sup>50</sup>"],
		["24.50", "<span>$</span><span>24</span><span hidden>.</span><sup>50</sup>"],
		["1299.99", "$<span>1,299</span><span>99</span>"],
		["1299.99", "1 299€<sup>99</sup>"],
		["1299.99", "<b>1&nbsp;299</b><span>€</span><sup>99</sup>"],
		["1.459", "€1.45<sup>9</sup>"],
		["2450", "$<i>2</i><i>4</i><i>5</i><i>0</i>"],
		["24.50", "$24<sup> 50</sup>"],
	])("%s in %s", (price, body) => {
		expect(priceOf(price, body)).toMatchObject({ visible: true });
	});

	it("in Microdata, beside its own value", () => {
		const html = `<div itemscope itemtype="https://schema.org/Offer"><span itemprop=price content="24.50">$24<sup>50</sup></span>`;
		expect(readPage(html, "https://a.example/").stated).toMatchObject([{ value: "24.50", visible: true }]);
	});

	it("is reported as such where it is another", () => {
		expect(priceOf("25.00", "€3 or $24<sup>50</sup>")).toMatchObject({
			visible: false,
			instead: "$24 50",
			pieced: true,
		});
		expect(priceOf("25.00", "$<b>24.50</b> <p>50</p>")).not.toHaveProperty("pieced");
	});
});

it("looks at Microdata and RDFa too", () => {
	const html = `<div itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content=5>€7</div>
		<p vocab="https://schema.org/" typeof="Offer"><b property=price>8</b>`;
	expect(readPage(html, "https://a.example/").stated).toMatchObject([
		{ property: "price", value: "5", visible: false, of: "microdata 0", instead: "€7" },
		{ property: "price", value: "8", visible: true, of: "rdfa 0" },
	]);
});

it("tells facts of a product's parts of the product, with their places", () => {
	const node = product("5", {
		offers: [
			{ "@type": "Offer", price: "5" },
			{ "@type": "Offer", price: "6" },
		],
		review: rating(4),
	});
	const facts = stated(node, "");
	expect(new Set(facts.map(({ of }) => of))).toEqual(new Set(["json-ld 0"]));
	expect(facts.map(({ at }) => at)).toContain(`line 1, column ${15 + block(node).indexOf('"price":"6"') + 1}`);
	expect(facts.find(({ value }) => value === "6")?.excerpt).toContain('"price":"6"');
});

it("keeps to its cap", () => {
	const many = Array.from({ length: MAX_STATED + 5 }, (_, index) => ({ "@type": "Offer", price: String(index + 1) }));
	expect(stated({ "@graph": many }, "")).toHaveLength(MAX_STATED);
});
