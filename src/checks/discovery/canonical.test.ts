import { describe, expect, test } from "vitest";
import type { PageLink } from "#evidence/page-digest.ts";
import { aLink, aPage, ask, HOME, type PageParts } from "../page.testkit.ts";
import { canonical } from "./canonical.ts";

const judge = (links: readonly PageLink[], parts: PageParts = {}) =>
	ask(canonical, {}, aPage({ ...parts, digest: { ...parts.digest, links } }));

describe("one address", () => {
	test.each([
		["absolute", [aLink("canonical", HOME)]],
		["said twice alike", [aLink("canonical", HOME), aLink("canonical", "https://example.com")]],
		["on the www sibling, which it joins", [aLink("canonical", "https://www.example.com/")]],
		["with a second one in the body, which is ignored", [aLink("canonical", HOME), aLink("canonical", "/x", false)]],
		["with other relations beside it", [aLink("alternate canonical", HOME), aLink("stylesheet", "/a.css")]],
	])("%s", (_, links) => {
		expect(judge(links)).toMatchObject({
			outcome: "pass",
			says: `The page names one canonical address, ${links[0]?.href}.`,
		});
	});

	test("by header", () => {
		const headers = { link: `<${HOME}>; rel="canonical"` };
		expect(judge([], { headers })).toMatchObject({ outcome: "pass", exhibits: [{ at: "header link" }] });
		expect(judge([aLink("canonical", HOME)], { headers }).outcome).toBe("pass");
	});
});

describe("more than one", () => {
	test("in the page", () => {
		const verdict = judge([aLink("canonical", HOME), aLink("canonical", "https://example.com/home")]);
		expect(verdict).toMatchObject({
			outcome: "fail",
			says: `${HOME} names 2 different canonical addresses: ${HOME} and https://example.com/home.`,
			fix: `Keep one of them; for this page that is <link rel="canonical" href="${HOME}">`,
		});
		expect(verdict.exhibits).toHaveLength(2);
	});

	test("in page and header", () => {
		const headers = { link: "<https://example.com/other>; rel=canonical" };
		expect(judge([aLink("canonical", HOME)], { headers }).outcome).toBe("fail");
	});
});

describe("a part", () => {
	test.each<[string, readonly PageLink[], string]>([
		["absent", [], "names no canonical address"],
		["empty", [aLink("canonical", "")], "without an address"],
		["in the body only", [aLink("canonical", HOME, false)], "outside <head>"],
		["relative", [aLink("canonical", "/")], '"/" is relative'],
		["without a scheme", [aLink("canonical", "//example.com/")], "is relative"],
		["another host", [aLink("canonical", "https://other.example.net/")], "another host"],
		["the insecure address", [aLink("canonical", "http://example.com/")], "insecure"],
		["no web address", [aLink("canonical", "mailto:a@example.com")], "cannot be read"],
	])("%s", (_, links, words) => {
		expect(judge(links)).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			says: expect.stringContaining(words),
			fix: expect.stringContaining(`<link rel="canonical" href="${HOME}">`),
		});
	});
});

test("a relative address is resolved against <base>, a header's against the page", () => {
	const digest = { baseHref: "https://example.com/shop/" };
	expect(judge([aLink("canonical", "one")], { digest })).toHaveProperty(
		"fix",
		expect.stringContaining('href="https://example.com/shop/one"'),
	);
	const headers = { link: "<one>; rel=canonical" };
	expect(judge([], { digest, headers })).toHaveProperty(
		"fix",
		expect.stringContaining('href="https://example.com/one"'),
	);
});
