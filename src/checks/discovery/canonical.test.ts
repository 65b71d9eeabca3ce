import { describe, expect, test } from "vitest";
import type { PageLink } from "#evidence/page-digest.ts";
import { aLink, aPage, ask, found, HOME, type PageParts } from "../page.testkit.ts";
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
			fix: `Keep one of them. For this page it is <link rel="canonical" href="${HOME}">`,
		});
		expect(verdict.exhibits).toHaveLength(2);
	});

	test("in page and header", () => {
		const headers = { link: "<https://example.com/other>; rel=canonical" };
		expect(judge([aLink("canonical", HOME)], { headers }).outcome).toBe("fail");
	});
});

describe("none that is read", () => {
	test.each<[string, readonly PageLink[], string, string]>([
		["absent", [], "names no canonical address", "Add to the <head> of"],
		["empty", [aLink("canonical", "")], "without an address", "Add to the <head> of"],
		["in the body only", [aLink("canonical", HOME, false)], "outside <head>", "Move it into the <head> of"],
	])("%s", (_, links, words, fix) => {
		expect(judge(links)).toMatchObject({
			outcome: "fail",
			says: expect.stringContaining(words),
			fix: expect.stringContaining(`${fix} ${HOME}: <link rel="canonical" href="${HOME}">`),
		});
	});

	test("is mended by the clean address of an index file", () => {
		const url = "https://example.com/index.html?utm_source=mail";
		expect(judge([], { url })).toHaveProperty(
			"fix",
			`Add to the <head> of ${url}: <link rel="canonical" href="${HOME}"> Each page names its own address.`,
		);
	});
});

describe("another site", () => {
	const OTHER = aLink("canonical", "https://bindery.com/");

	test("fails on the home page, under a heading of its own", () => {
		expect(judge([OTHER])).toMatchObject({
			outcome: "fail",
			fault: "The canonical link names another site",
			fix: `Write in the <head> of ${HOME}: <link rel="canonical" href="${HOME}">`,
		});
	});

	test("costs half on an inner page", () => {
		const page = aPage({ url: `${HOME}a/`, digest: { links: [OTHER] } });
		expect(ask(canonical, { home: found(aPage()) }, page)).toMatchObject({ outcome: "partial", ratio: 0.5 });
	});

	test("has another heading if a host of the same site does not respond", () => {
		const host = "old.example.com";
		const linkedHost = found({ host, by: "canonical" as const, links: 1, of: 1, failure: "name-not-found" });
		const page = aPage({ digest: { links: [aLink("canonical", `https://${host}/`)] } });
		expect(ask(canonical, { linkedHost }, page)).toMatchObject({
			outcome: "fail",
			fault: "The canonical link names a host that does not respond",
		});
		const answering = found({ ...linkedHost.value, failure: null });
		expect(ask(canonical, { linkedHost: answering }, page).outcome).toBe("partial");
	});
});

describe("a part", () => {
	test.each<[string, readonly PageLink[], string]>([
		["relative", [aLink("canonical", "/")], '"/" is relative'],
		["without a scheme", [aLink("canonical", "//example.com/")], "is relative"],
		["another host of the site", [aLink("canonical", "https://other.example.com/")], "another host"],
		["the insecure address", [aLink("canonical", "http://example.com/")], "insecure"],
		["no web address", [aLink("canonical", "mailto:a@example.com")], "not a valid"],
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

test.each<[string, readonly PageLink[]]>([
	["The page names no canonical address", []],
	["The canonical link has no address", [aLink("canonical", "")]],
	["The canonical link is in a place where search engines ignore it", [aLink("canonical", HOME, false)]],
	["The page names several canonical addresses", [aLink("canonical", HOME), aLink("canonical", `${HOME}home`)]],
	["The canonical address is incomplete", [aLink("canonical", "/")]],
	["The canonical address is not secure (http)", [aLink("canonical", "http://example.com/")]],
	["The canonical address is on another host", [aLink("canonical", "https://shop.example.com/")]],
	["The canonical address is not valid", [aLink("canonical", "mailto:a@example.com")]],
])("%s: the heading names this fault", (fault, links) => {
	expect(judge(links)).toHaveProperty("fault", fault);
});
