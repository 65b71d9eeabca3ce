import { expect, test } from "vitest";
import type { CustomerFacts, JsonLdNode, PageAnchor } from "#evidence/page-digest.ts";
import { absent, aNode, anAnchor, aPage, ask, found } from "../page.testkit.ts";
import { businessFacts } from "./business-facts.ts";

const NONE = { amounts: 0, blankPrices: { count: 0, first: [] }, telephone: null, address: null, hours: null };
const WHOLE = { telephone: "030 6999 0147", address: "12 Thread Lane, York", hours: "9:00–18:00" };
const SHOP = aNode(["Store"], { name: ["Bindery"], address: ["12 Thread Lane"], telephone: ["030 6999 0147"] });
const judge = (
	customer: Partial<CustomerFacts>,
	nodes: readonly JsonLdNode[] = [],
	anchors: readonly PageAnchor[] = [],
) => {
	const digest = { customer: { ...NONE, ...customer }, jsonLd: { blocks: [], nodes }, anchors };
	return ask(businessFacts, { home: found(aPage({ digest })) });
};

test("text and data, and text alone, pass", () => {
	expect(judge(WHOLE, [SHOP]).outcome).toBe("pass");
	expect(judge(WHOLE).outcome).toBe("pass");
});

test("each missing fact costs its share", () => {
	expect(judge({ ...WHOLE, hours: null })).toMatchObject({
		outcome: "partial",
		ratio: 1 - 1 / 3,
		says: "The text of https://example.com/ does not state the opening hours.",
		fix: "Add your opening hours to the text of https://example.com/.",
	});
	expect(judge(WHOLE, [aNode(["Store"], { name: ["Bindery"] })])).toMatchObject({
		ratio: 1 - 2 / 5,
		says: "Its structured data does not state the address and phone number.",
	});
	expect(judge({}).outcome).toBe("fail");
});

test("opening hours as data are enough, and a contact point may have the telephone number", () => {
	const hours = aNode(["Store"], { address: ["12 Thread Lane"], openingHours: ["Tu-Sa"], contactPoint: ["#1"] });
	const contact = aNode(["ContactPoint"], { telephone: ["030 6999 0147"] }, { top: false });
	expect(judge({ ...WHOLE, hours: null }, [hours, contact]).outcome).toBe("pass");
});

test("links that dial and lead to a map count as text, placeholders do not", () => {
	const links = [anAnchor("tel:+493069990147"), anAnchor("https://www.google.com/maps/place/x")];
	expect(judge({ hours: "24/7" }, [], links).outcome).toBe("pass");
	expect(
		judge({ telephone: "(212) 555-0147", address: "123 Main Street" }, [], [anAnchor("tel:+15550100")]),
	).toMatchObject({
		outcome: "fail",
	});
});

test("no page", () => {
	expect(ask(businessFacts, { home: absent(503) }).outcome).toBe("not-applicable");
});

test("a business that names the area it serves need not write its address", () => {
	const roaming = aNode(["Plumber"], { areaServed: ["York"], telephone: ["030 6999 0147"] });
	expect(judge({ ...WHOLE, address: null }, [roaming]).outcome).toBe("pass");
	expect(judge({ ...WHOLE, address: null }, [SHOP]).outcome).toBe("partial");
});
