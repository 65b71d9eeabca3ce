import { expect, test } from "vitest";
import type { JsonLdBlock, JsonLdNode } from "#evidence/page-digest.ts";
import { aNode, aPage, ask, found } from "./page.testkit.ts";
import { CHECKS } from "./registry.ts";

const PLACE = { at: "line 9, column 1", excerpt: "<script>" };
const SOUND: JsonLdBlock = { ...PLACE, ok: true };
const SOLD = [
	aNode(["Product"], { name: ["Bone folder"], offers: ["#1"] }),
	aNode(["Offer"], { price: ["9"] }, { top: false }),
];
const TWO_NAMES = [aNode(["Organization"], { name: ["Acme"] }), aNode(["WebSite"], { name: ["Zebra"] })];

/** Every check that a broken block may excuse, with a fault and the type that such a block would contain. */
const FAULTS: Readonly<Record<string, readonly [type: string, nodes: readonly JsonLdNode[]]>> = {
	organization: ["Dentist", []],
	website: ["WebSite", []],
	breadcrumb: ["BreadcrumbList", []],
	article: ["BlogPosting", [aNode(["Article"], {})]],
	"product-offer": ["Offer", [aNode(["Product"], { name: ["Bone folder"] })]],
	"offer-complete": ["Product", SOLD],
	"returns-shipping": ["Organization", SOLD],
	"identity-agreement": ["WebSite", TWO_NAMES],
};

test.each(Object.entries(FAULTS))(
	"%s: only a broken block that mentions the type is an excuse",
	(id, [type, nodes]) => {
		const check = CHECKS.find((each) => each.id === id);
		if (!check) throw new Error(`There is no check "${id}".`);
		const judge = (mention: string) => {
			const blocks = [SOUND, { ...PLACE, ok: false, mentions: [mention] }];
			const page = aPage({ url: "https://example.com/a/b/", digest: { jsonLd: { blocks, nodes } } });
			return ask(check, { home: found(page) }, page);
		};
		expect(judge("Event")).toHaveProperty("ownCause", ["jsonld-parse"]);
		expect(judge(type)).not.toHaveProperty("ownCause");
		expect(["partial", "fail"]).toContain(judge(type).outcome);
		const blocks: readonly JsonLdBlock[] = [{ ...PLACE, ok: true, empty: true }];
		const page = aPage({ url: "https://example.com/a/b/", digest: { jsonLd: { blocks, nodes } } });
		expect(ask(check, { home: found(page) }, page)).toHaveProperty("ownCause", ["jsonld-parse"]);
	},
);

test("and no other check lays its fault there, but for the site's name", () => {
	const yielding = CHECKS.filter(({ yieldsTo }) => yieldsTo?.includes("jsonld-parse")).map(({ id }) => id);
	expect(yielding.toSorted()).toEqual([...Object.keys(FAULTS), "site-name"].toSorted());
});
