import { describe, expect, test } from "vitest";
import type { PageVisit } from "#evidence/evidence-map.ts";
import { absent, anAnchor, aPage, ask, found } from "../page.testkit.ts";
import { contactLegal } from "./contact-legal.ts";

const judge = (links: readonly (readonly [string, string])[], visits?: readonly PageVisit[]) =>
	ask(contactLegal, {
		home: found(aPage({ digest: { anchors: links.map(([href, name]) => anAnchor(href, name)) } })),
		...(visits ? { visits: found(visits) } : {}),
	});
const ALL = [
	["/about/", "About us"],
	["/contact/", "Contact"],
	["/privacy/", "Privacy"],
] as const;
const aVisit = (url: string, parts: Partial<PageVisit>): PageVisit => ({
	url,
	from: ["home"],
	linkedFrom: "https://example.com/",
	status: 200,
	failure: null,
	end: url,
	hops: 0,
	softNotFound: false,
	...parts,
});

test("all three", () => {
	expect(judge(ALL)).toMatchObject({ outcome: "pass", exhibits: [{}, {}, {}] });
});

test("one of them, and none", () => {
	expect(judge(ALL.slice(0, 2))).toMatchObject({
		outcome: "partial",
		ratio: 2 / 3,
		says: "https://example.com/ has no such link.",
		fault: "No link on the home page says what happens to visitors' data",
		fix: "Link from the footer of https://example.com/ to a page that says what happens to visitors' data.",
	});
	expect(judge([["/books/", "Books"]])).toMatchObject({
		outcome: "fail",
		fault: "The home page has no link to an about, contact or privacy page",
	});
});

describe("a link that a deep audit followed", () => {
	const [, , privacy] = ALL;
	const url = `https://example.com${privacy[0]}`;
	test.each<[string, Partial<PageVisit>, string]>([
		["is there", { status: 200 }, "pass"],
		["is closed to us", { status: 403 }, "pass"],
		["did not answer", { status: null, failure: "timeout" }, "pass"],
		["is gone", { status: 404 }, "partial"],
		["is gone, though it returns 200", { status: 200, softNotFound: true }, "partial"],
	])("%s", (_, parts, outcome) => {
		expect(judge(ALL, [aVisit(url, parts)]).outcome).toBe(outcome);
	});
	test("is reported if it is gone", () => {
		expect(judge(ALL, [aVisit(url, { status: 404 })]).says).toContain(`: ${url} does not exist`);
		expect(judge([...ALL, ["/legal/privacy", "Policy"]], [aVisit(url, { status: 404 })]).outcome).toBe("pass");
	});
});

test("only a link to what is not there may be the fault of soft 404", () => {
	const url = "https://example.com/privacy/";
	expect(judge(ALL, [aVisit(url, { softNotFound: true })])).not.toHaveProperty("ownCause");
	expect(judge(ALL, [aVisit(url, { status: 404 })])).toHaveProperty("ownCause", ["soft-404"]);
	expect(judge(ALL.slice(1), [aVisit(url, { softNotFound: true })])).toHaveProperty("ownCause", ["soft-404"]);
});

test("a page in a language whose words are not known is not judged by what its links lack", () => {
	const inLanguage = (tag: string, links: readonly (readonly [string, string])[]) =>
		ask(contactLegal, {
			home: found(
				aPage({
					digest: {
						lang: { at: "line 1", excerpt: "<html>", text: tag },
						anchors: links.map(([href, name]) => anAnchor(href, name)),
					},
				}),
			),
		}).outcome;
	const links = [["/p/1", "Faʻamatalaga"]] as const;
	expect(["sm", "to-TO", "de", "ka", "en-US", ""].map((tag) => inLanguage(tag, links))).toEqual([
		"unknown",
		"unknown",
		"fail",
		"fail",
		"fail",
		"fail",
	]);
	expect(inLanguage("sm", ALL)).toBe("pass");
});

test("a home page that is an error", () => {
	expect(ask(contactLegal, { home: absent(503) }).outcome).toBe("not-applicable");
});

test("a link without an address is named, and the fix fills it in", () => {
	expect(judge([...ALL.slice(0, 2), ["#", "Privacy Policy"]])).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining('has no such link: "Privacy Policy" has no target'),
		fix: 'Link "Privacy Policy" (line 1, column 1) to the right page.',
	});
	expect(judge([["#!", "About"], ...ALL.slice(1)]).outcome).toBe("partial");
	expect(judge([["/", "About"], ...ALL.slice(1)]).outcome).toBe("partial");
	expect(judge([["#about", "About"], ...ALL.slice(1)]).outcome).toBe("pass");
});

test("a placeholder contact does not count", () => {
	const [about, , privacy] = ALL;
	expect(judge([about, ["mailto:info@example.org", "Write to us"], privacy]).outcome).toBe("partial");
	expect(judge([about, ["tel:+15550100", "555 0100"], privacy]).outcome).toBe("partial");
	expect(judge([about, ["mailto:bindery@mail.example.com", "bindery"], privacy]).outcome).toBe("pass");
});
