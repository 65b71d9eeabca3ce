import { expect, it } from "vitest";
import { readVector } from "#test/vectors/vectors.ts";
import { isKindOf, isProperty, isType, nearestTerm, SCHEMA_ORG_VERSION, schemaOrgTerm } from "./schema-org.ts";

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

it("knows kinds, and the nearest name", () => {
	expect(isKindOf("NewsArticle", "Article")).toBe(true);
	expect(isKindOf("AggregateOffer", "Offer")).toBe(true);
	expect(isKindOf("Article", "NewsArticle")).toBe(false);
	expect(isKindOf("toString", "Thing")).toBe(false);
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
