import { expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { absent, aNode, anAnchor, aPage, ask, CONTEXT, found } from "../page.testkit.ts";
import { returnsShipping } from "./returns-shipping.ts";

const pageOf = (nodes: readonly JsonLdNode[], url: string) =>
	aPage({ url, digest: { jsonLd: { blocks: [{ at: "line 9, column 1", excerpt: "<script>", ok: true }], nodes } } });
const judge = (nodes: readonly JsonLdNode[], home: readonly JsonLdNode[] = []) =>
	ask(returnsShipping, { home: found(pageOf(home, "https://example.com/")) }, pageOf(nodes, "https://example.com/n/"));
const sold = (offer: JsonLdNode["properties"], types = ["Product"]): readonly JsonLdNode[] => [
	aNode(types, { name: ["N"], offers: ["#1"] }),
	aNode(["Offer"], { price: ["9"], ...offer }, { top: false }),
];
const RETURNS = { hasMerchantReturnPolicy: ["@id:#returns"] };
const SHIPPING = { shippingDetails: ["@id:#shipping"] };

test.each<[string, JsonLdNode["properties"], JsonLdNode["properties"], number | "pass" | "fail"]>([
	["both in the offer", { ...RETURNS, ...SHIPPING }, {}, "pass"],
	["both of the business", {}, { ...RETURNS, hasShippingService: ["x"] }, "pass"],
	["one here, one there", SHIPPING, RETURNS, "pass"],
	["shipping only", SHIPPING, {}, 0.5],
	["returns only", RETURNS, {}, 0.5],
	["neither", {}, {}, "fail"],
])("%s", (_, offer, business, expected) => {
	const verdict = judge(sold(offer), [aNode(["OnlineStore"], business)]);
	expect(verdict.outcome === "partial" ? verdict.ratio : verdict.outcome).toBe(expected);
});

test("names what is not said, and the lines to add", () => {
	expect(judge(sold({}))).toMatchObject({
		says: "The Product (JSON-LD) of https://example.com/n/ does not say how it is shipped or whether it can be returned, and neither does the data of the business.",
		fix: expect.stringContaining('"returnPolicyCategory"'),
		exhibits: [{ at: "line 9, column 1" }],
	});
	expect(judge(sold(SHIPPING))).toHaveProperty("fix", expect.not.stringContaining("OfferShippingDetails"));
});

test("does not apply to what is not sold, or not shipped", () => {
	expect(judge([aNode(["WebPage"], {})]).outcome).toBe("not-applicable");
	expect(judge([aNode(["Product"], { name: ["N"] })]).outcome).toBe("not-applicable");
	expect(judge(sold({}, ["Product", "SoftwareApplication"])).outcome).toBe("not-applicable");
	expect(returnsShipping.presets).not.toContain("saas");
});

test("judges a page even if the home page is an error", () => {
	const page = pageOf(sold({}), "https://example.com/n/");
	expect(ask(returnsShipping, { home: absent(503) }, page).outcome).toBe("fail");
});

test("a shop's home page states shipping and returns by a link or as data", () => {
	const front = (digest: Parameters<typeof aPage>[0] = {}) => {
		const page = aPage(digest);
		return ask(returnsShipping, { home: found(page) }, page, { ...CONTEXT, preset: "ecommerce" });
	};
	expect(front()).toMatchObject({ outcome: "fail", fault: "The shop does not explain shipping and returns" });
	expect(front({ digest: { anchors: [anAnchor("/p/7", "Versand & Rückgabe")] } }).outcome).toBe("pass");
	expect(front({ digest: { anchors: [anAnchor("/policies/refund-policy", "Policy")] } }).outcome).toBe("pass");
	expect(front({ digest: { lang: { at: "line 1", excerpt: "<html>", text: "vi" } } }).outcome).toBe("not-applicable");
	expect(ask(returnsShipping, { home: found(aPage()) }, aPage()).outcome).toBe("not-applicable");
});
