import { describe, expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { aMeta, aNode, aPage, ask, found } from "../page.testkit.ts";
import { reviewRules } from "./review-rules.ts";

const BLOCK = { at: "line 9, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const HOME = aPage({ digest: { metas: [aMeta("og:site_name", "Acme Bindery")] } });
const judge = (nodes: readonly JsonLdNode[], url = "https://example.com/page/") =>
	ask(reviewRules, { home: found(HOME) }, aPage({ url, digest: { jsonLd: { blocks: [BLOCK], nodes } } }));
const rated = (rating: JsonLdNode["properties"]) =>
	judge([
		aNode(["Product"], { name: ["N"], aggregateRating: ["#1"] }),
		aNode(["AggregateRating"], rating, { top: false }),
	]);
const STARS = { ratingValue: ["4.4"], reviewCount: ["89"] };

test.each<[string, JsonLdNode["properties"], string]>([
	["value and count", STARS, "pass"],
	["ratingCount", { ratingValue: ["4.4"], ratingCount: ["89"] }, "pass"],
	["a percentage", { ratingValue: ["60%"], ratingCount: ["89"] }, "pass"],
	["a fraction", { ratingValue: ["6 / 10"], ratingCount: ["89"] }, "pass"],
	["a scale of ten, said so", { ...STARS, ratingValue: ["8.8"], bestRating: ["10"] }, "pass"],
	["a scale of ten, not said", { ...STARS, ratingValue: ["8.8"] }, "fail"],
	["no count", { ratingValue: ["4.4"] }, "fail"],
	["no value", { reviewCount: ["89"] }, "fail"],
	["a comma", { ...STARS, ratingValue: ["4,4"] }, "fail"],
	["a word", { ...STARS, ratingValue: ["good"] }, "fail"],
])("%s", (_, rating, outcome) => {
	expect(rated(rating).outcome).toBe(outcome);
});

test("a rating in the data alone earns nothing", () => {
	const nodes = [
		aNode(["Product"], { name: ["N"], aggregateRating: ["#1"] }),
		aNode(["AggregateRating"], STARS, { top: false }),
	];
	const rating = { property: "ratingValue", type: "AggregateRating", value: "4.4", of: "json-ld 0" };
	const outcome = (visible: boolean) => {
		const stated = [{ ...rating, visible, at: "line 9", excerpt: "" }];
		const page = aPage({ digest: { stated, jsonLd: { blocks: [BLOCK], nodes } } });
		return ask(reviewRules, { home: found(HOME) }, page).outcome;
	};
	expect([outcome(true), outcome(false)]).toEqual(["pass", "not-applicable"]);
});

describe("ratings of organizations", () => {
	const business = (properties: JsonLdNode["properties"], url?: string) =>
		judge(
			[
				aNode(["Restaurant"], { aggregateRating: ["#1"], ...properties }),
				aNode(["AggregateRating"], STARS, { top: false }),
			],
			url,
		);

	test.each<[string, JsonLdNode["properties"], string]>([
		["at the site's root", { name: ["X"], url: ["https://www.example.com"] }, "fail"],
		["of the site's name", { name: ["ACME Bindery Ltd."] }, "fail"],
		["of another address", { name: ["The Paper Cafe"], url: ["https://cafe.example.net/"] }, "pass"],
		["of an entry of a directory", { name: ["The Paper Cafe"], url: ["/cafes/paper/"] }, "pass"],
		["without a name", {}, "pass"],
	])("%s", (_, properties, outcome) => {
		expect(business(properties).outcome).toBe(outcome);
	});

	test("the website's publisher", () => {
		const nodes = [
			aNode(["WebSite"], { publisher: ["@id:#us"] }),
			aNode(["Organization"], { name: ["Other"], review: ["#2"] }, { id: "#us" }),
			aNode(["Review"], {}, { top: false }),
		];
		expect(judge(nodes)).toMatchObject({
			outcome: "fail",
			says: "On https://example.com/page/, the Organization (JSON-LD) rates the site's own business, which Google calls self-serving, so it shows no stars.",
			fix: expect.stringContaining("at line 9, column 1"),
		});
	});

	test("a shop's products are not itself", () => {
		const nodes = [
			aNode(["Store"], { name: ["Acme Bindery"] }),
			aNode(["Product"], { name: ["N"], aggregateRating: ["#2"] }),
			aNode(["AggregateRating"], STARS, { top: false }),
		];
		expect(judge(nodes)).toMatchObject({ outcome: "pass", says: "The rating 4.4 is based on 89 ratings." });
	});
});

test("a page without ratings", () => {
	expect(judge([aNode(["Organization"], { name: ["Acme Bindery"] })]).outcome).toBe("not-applicable");
});
