import { expect, it } from "vitest";
import { readPage } from "../read-page.ts";

const unknown = (html: string) => readPage(html, "https://a.example/").unknownTerms;
const block = (json: string) => `<script type="application/ld+json">${json}</script>`;
const terms = (html: string) =>
	unknown(html).map(({ kind, term, on, form }) => `${form} ${kind} ${term} ${on ?? ""}`.trim());

it.each([
	['{"@context":"https://schema.org","@type":"Organization","name":"n"}', []],
	[
		'{"@context":"https://schema.org","@type":"Organisation","nam":"n"}',
		["json-ld type Organisation", "json-ld property nam Organisation"],
	],
	['{"@context":"https://schema.org","@type":"Person","x:nam":"n","@foo":1}', []],
	['{"@context":["https://schema.org","https://w3id.org/x"],"@type":"Credential"}', []],
	['{"@context":{"@vocab":"http://xmlns.com/foaf/0.1/"},"@type":"Agent"}', []],
	['{"@type":"Person","name":"n"}', ["json-ld context Person"]],
	['{"@context":"https://schema.org","@graph":[{"@type":"Persn"},{"@type":"Persn"}]}', ["json-ld type Persn"]],
	[
		'{"@context":"https://schema.org","@type":"WebSite","potentialAction":{"@type":"SearchAction","query-input":"x"}}',
		[],
	],
])("%s", (json, found) => {
	expect(terms(block(json))).toEqual(found);
});

it("looks at Microdata and RDFa", () => {
	const html = `<p itemscope itemtype="https://schema.org/Prduct"><b itemprop="nam http://o.example/x">n</b></p>
		<p itemscope itemtype="http://o.example/T"><b itemprop="anything">n</b></p><p itemscope><b itemprop=free>n</b></p>
		<p vocab="https://schema.org/" typeof="Persn"><b property="nme">n</b></p>
		<p vocab="http://o.example/" typeof="T"><b property="any">n</b></p>`;
	expect(terms(html)).toEqual([
		"microdata type Prduct",
		"microdata property nam Prduct",
		"rdfa type Persn",
		"rdfa property nme Persn",
	]);
});

it("says where, and what may be meant", () => {
	const json = '{\n"@context": "https://schema.org",\n  "@type": "Organisation"}';
	expect(unknown(`<p>\n${block(json)}`)).toEqual([
		{
			at: "line 4, column 12",
			excerpt: '"@type": "Organisation"}',
			kind: "type",
			term: "Organisation",
			on: null,
			form: "json-ld",
			nearest: "Organization",
		},
	]);
});
