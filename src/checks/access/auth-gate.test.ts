import { describe, expect, test } from "vitest";
import type { PageForm } from "#evidence/page-digest.ts";
import { aNode, aPage, ask, HOME } from "../page.testkit.ts";
import { authGate } from "./auth-gate.ts";

const PASSWORD_FORM: PageForm = {
	action: null,
	method: "post",
	methodStated: true,
	fields: 2,
	named: 2,
	submits: true,
	password: true,
	toolName: null,
	search: false,
	at: "line 1, column 1",
	excerpt: "<form>",
};
const ledTo = (location: string, forms: readonly PageForm[] = [], from = HOME) =>
	ask(
		authGate,
		{},
		aPage({ url: new URL(location, from).href, hops: [{ url: from, status: 302, location }], digest: { forms } }),
	);

describe("redirects", () => {
	test.each([
		"/login",
		"/en/login/",
		"/users/sign_in",
		"/signin?next=/",
		"/account/login",
		"/wp-login.php",
		"https://login.example.com/x",
	])("to %s", (location) => {
		const sure = ledTo(location, [PASSWORD_FORM]).outcome;
		const unsure = ledTo(location).outcome;
		expect([sure, unsure]).toEqual(["fail", "partial"]);
	});

	test.each([
		"/en/",
		"/blog/how-to-login-safely",
		"/loginsight/",
		"https://www.example.com/",
		"https://id.example.com/",
	])("to %s are none of a gate", (location) => {
		expect(ledTo(location, [PASSWORD_FORM]).outcome).toBe("pass");
	});

	test("does not apply to the login page itself", () => {
		expect(ledTo("/login/", [PASSWORD_FORM], "https://example.com/login").outcome).toBe("pass");
		expect(
			ask(authGate, {}, aPage({ url: "https://example.com/login", digest: { forms: [PASSWORD_FORM] } })).outcome,
		).toBe("pass");
	});
});

describe("paywalls", () => {
	const paywalls = [{ at: "line 8, column 1", excerpt: '<div class="paywall">' }];

	test("one that structured data does not name costs a part", () => {
		expect(ask(authGate, {}, aPage({ digest: { paywalls } }))).toMatchObject({
			outcome: "partial",
			exhibits: [{ at: "line 8, column 1" }],
		});
	});

	test.each([
		['<div class="big paywall">', '"cssSelector": ".paywall"}'],
		["<div class=story data-paywall>", '"cssSelector": ".story"}'],
		["<div data-paywall>", "Give the paid part a CSS class"],
	])("%s: %s", (excerpt, words) => {
		const marked = [{ at: "line 8, column 1", excerpt }];
		expect(ask(authGate, {}, aPage({ digest: { paywalls: marked } }))).toHaveProperty(
			"fix",
			expect.stringContaining(words),
		);
	});

	test.each(["false", "False", "http://schema.org/False"])("one that is declared with %s passes", (value) => {
		const nodes = [aNode(["NewsArticle"], { isAccessibleForFree: [value] })];
		expect(ask(authGate, {}, aPage({ digest: { paywalls, jsonLd: { blocks: [], nodes } } })).outcome).toBe("pass");
	});

	test("a page marked as free has not declared a paywall", () => {
		const nodes = [aNode(["NewsArticle"], { isAccessibleForFree: ["true"] })];
		expect(ask(authGate, {}, aPage({ digest: { paywalls, jsonLd: { blocks: [], nodes } } })).outcome).toBe("partial");
	});
});
