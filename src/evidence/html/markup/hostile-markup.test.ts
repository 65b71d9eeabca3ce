import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { some } from "#core/long-form.testkit.ts";
import { type ReadPage, readPage } from "../digest-page.ts";
import { MAX_MARKUP_NODES } from "../page-caps.ts";
import { MAX_STATED } from "./stated-facts.ts";

/** Generous, because test machines are shared; quadratic time would be minutes. */
const BOUND = 6_000;

const numbered = (count: number, item: (index: number) => string) =>
	Array.from({ length: count }, (_, i) => item(i)).join("");
const ld = (json: string) => `<script type=application/ld+json>${json}</script>`;
const PRODUCT = "itemscope itemtype=https://schema.org/Product";

const PAGES: readonly (readonly [name: string, html: () => string, sane: (page: ReadPage) => boolean])[] = [
	[
		"nested items",
		() => `<div itemprop=a ${PRODUCT}>x`.repeat(20_000),
		(page) => page.microdata.length === MAX_MARKUP_NODES,
	],
	[
		"nested properties over one text",
		() => `<p ${PRODUCT}>${"<b itemprop=a>x".repeat(5_000)}`,
		(page) => page.microdata.length === 1,
	],
	[
		"a megabyte of text inside 2,000 properties",
		() => `<div ${PRODUCT}>${"<div itemprop=a>".repeat(2_000)}${"word ".repeat(200_000)}`,
		(page) => page.microdata[0]?.properties.a?.[0]?.length === 1_999,
	],
	[
		"items that all refer to one long part",
		() => `<div id=r>${"<i itemprop=a>x</i>".repeat(10_000)}</div>${`<p itemref=r ${PRODUCT}></p>`.repeat(2_000)}`,
		(page) => (page.microdata[1]?.properties.a?.length ?? 0) === 10_000,
	],
	[
		"items that refer in a circle",
		() => numbered(2_000, (i) => `<p itemscope id=a${i} itemprop=p itemref=a${(i + 1) % 2_000}></p>`),
		(page) => page.microdata.length === 2_000,
	],
	[
		"a property of 100,000 names",
		() => `<p ${PRODUCT}><b itemprop="${"a ".repeat(100_000)}">x`,
		(page) => page.microdata.length === 1,
	],
	[
		"nested RDFa, each with prefixes",
		() =>
			numbered(
				10_000,
				(i) => `<div vocab=https://schema.org/ prefix="a${i}: http://a.example/" typeof="T zz:T" property=p>`,
			),
		(page) => page.rdfa.length === MAX_MARKUP_NODES,
	],
	[
		"RDFa about one thing",
		() => "<p typeof=schema:T resource=#a property=schema:p>x".repeat(20_000),
		(page) => page.rdfa.length === 1,
	],
	[
		"a context of 20,000 terms, and one in each of 2,000 nodes",
		() => {
			const terms = numbered(20_000, (i) => `"t${i}":"http://a.example/${i}",`);
			return ld(
				`{"@context":{${terms}"z":"s:z"},"@graph":[${'{"@context":{"a":"t1"},"t5":1,"a":2},'.repeat(2_000)}{}]}`,
			);
		},
		(page) => page.jsonLd.nodes.length === 2_000,
	],
	[
		"contexts in a list, in lists",
		() => ld(`{"@context":${"[".repeat(9_000)}{}${"]".repeat(9_000)},"@type":"A"}`),
		(page) => page.jsonLd.nodes.length === 1,
	],
	[
		"a megabyte of facts",
		() => ld(`{"@context":"https://schema.org","@graph":[${'{"@type":"Offer","price":"1234567"},'.repeat(20_000)}{}]}`),
		(page) => page.stated.length === MAX_STATED,
	],
	[
		"two megabytes of numbers and months",
		() =>
			`${ld('{"@context":"https://schema.org","@type":"Article","datePublished":"2026-01-01"}')}<p>${"1 may ".repeat(350_000)}`,
		(page) => page.stated.length === 1,
	],
	[
		"names that nobody knows",
		() => ld(`{"@context":"https://schema.org",${numbered(20_000, (i) => `"unknown${i}":1,`)}"@type":"A"}`),
		(page) => page.unknownTerms.length === 50,
	],
];

describe("hostile markup ends", () => {
	it.each(some(PAGES, 3))("%s", (_, html, sane) => {
		const source = html();
		const start = cpuUnits();
		const page = readPage(source, "https://site.example/");
		expect(cpuUnits() - start).toBeLessThan(BOUND);
		expect(sane(page)).toBe(true);
		expect(JSON.stringify(page).length).toBeLessThan(6_000_000);
	});
});
