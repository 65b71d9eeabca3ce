import { expect, test } from "vitest";
import type { CustomerFacts, PageForm } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { pricesReadable } from "./prices-readable.ts";

const NONE: CustomerFacts = {
	amounts: 0,
	blankPrices: { count: 0, first: [] },
	telephone: null,
	address: null,
	hours: null,
};
const BLANK = { count: 3, first: [{ at: "line 40, column 5", excerpt: '<span class="price">' }] };
const BASKET: PageForm = {
	at: "line 41, column 5",
	excerpt: "<form>",
	action: "https://example.com/cart/add",
	method: "post",
	methodStated: true,
	fields: 1,
	named: 1,
	submits: true,
	password: false,
	toolName: null,
	search: false,
};
const judge = (customer: Partial<CustomerFacts>, forms: readonly PageForm[] = []) =>
	ask(pricesReadable, {}, aPage({ digest: { customer: { ...NONE, ...customer }, forms } }));

test("prices in the text pass, and a page that sells nothing is not asked", () => {
	expect(judge({ amounts: 4 }).outcome).toBe("pass");
	expect(judge({}).outcome).toBe("not-applicable");
});

test("dashes in place of prices fail, beside other prices by their share", () => {
	expect(judge({ blankPrices: BLANK })).toMatchObject({
		outcome: "fail",
		says: "3 prices of https://example.com/ have a dash instead of a figure. We can read 0 amounts of money.",
		fix: 'Put the price with its currency into <span class="price"> (line 40, column 5) of https://example.com/.',
		exhibits: [{ at: "line 40, column 5" }],
	});
	expect(judge({ blankPrices: BLANK, amounts: 9 })).toMatchObject({ outcome: "partial", ratio: 0.75 });
});

test("a basket without a price on the page fails", () => {
	expect(judge({}, [BASKET])).toMatchObject({ outcome: "fail", says: expect.stringContaining("no amount of money") });
	expect(judge({}, [{ ...BASKET, action: "https://example.com/search" }]).outcome).toBe("not-applicable");
});
