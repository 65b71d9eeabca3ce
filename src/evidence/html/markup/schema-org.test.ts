import { describe, expect, it } from "vitest";
import { SCHEMA_ORG_VERSION } from "#core/schema-org.ts";
import { readVector } from "#test/vectors/vectors.ts";
import { readPage } from "../digest-page.ts";
import { isProperty, isType, nearestTerm, schemaOrgTerm } from "./schema-org.ts";

it.each(["Thing", "Organization", "3DModel", "Person/Minister", "InStock"])("%s is a type", (name) => {
	expect(isType(name)).toBe(true);
});
it.each(["Organisation", "organization", "constructor", "", "name"])("%j is none", (name) => {
	expect(isType(name)).toBe(false);
});
it.each(["name", "query-input", "albums", "interactionCount", "name-output"])("%s is a property", (name) => {
	expect(isProperty(name)).toBe(true);
});
it.each(["Name", "nosuch-input", "__proto__", "Person"])("%s is none", (name) => {
	expect(isProperty(name)).toBe(false);
});

it("knows the nearest name", () => {
	expect(nearestTerm("type", "Organisation")).toBe("Organization");
	expect(nearestTerm("property", "sameas")).toBe("sameAs");
	expect(nearestTerm("property", "completelyOther")).toBeNull();
});

it.each(["Section", "Sale", "Plan", "Teacher", "Year", "Rate"])(
	"takes %s for no misspelling of another word",
	(name) => {
		expect(nearestTerm("type", name)).toBeNull();
	},
);

it.each([
	["type", "County", "AdministrativeArea"],
	["type", "PostalAdress", "PostalAddress"],
	["type", "Ratings", "Rating"],
	["property", "adress", "address"],
	["property", "colour", "color"],
	["property", "priceCurency", "priceCurrency"],
	["property", "county", null],
] as const)("the %s %s is %s", (kind, name, meant) => {
	expect(nearestTerm(kind, name)).toBe(meant);
});

it("takes schema.org's prefix off, and no other", () => {
	const names = [
		"https://schema.org/Person",
		"http://www.schema.org/name",
		"schema:Person",
		"Person",
		"https://schema.org.example/P",
	];
	expect(names.map(schemaOrgTerm)).toEqual(["Person", "name", "Person", null, null]);
});

it(`has every type of release ${SCHEMA_ORG_VERSION}`, () => {
	const types = readVector("schema-org/schemaorg-current-https-types.csv").matchAll(
		/^"https:\/\/schema\.org\/([^"]+)","/gm,
	);
	const missing = [...types].filter(([, name = ""]) => !isType(name));
	expect(missing).toEqual([]);
});

describe("unknown terms", () => {
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
});
