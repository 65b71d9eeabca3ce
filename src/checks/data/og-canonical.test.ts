import { expect, test } from "vitest";
import { aLink, aMeta, aPage, ask } from "../page.testkit.ts";
import { ogCanonical } from "./og-canonical.ts";

const judge = (og: string | null, canonical: string | null, inHead = true) =>
	ask(
		ogCanonical,
		{},
		aPage({
			url: "https://example.com/a/",
			digest: {
				metas: og === null ? [] : [aMeta("og:url", og)],
				links: canonical === null ? [] : [aLink("canonical", canonical, inHead)],
			},
		}),
	);

test.each([
	["the same", "https://example.com/a/", "https://example.com/a/", "pass"],
	["but for scheme, www and slash", "http://www.example.com/a", "/a/", "pass"],
	["another page", "https://example.com/", "https://example.com/a/", "partial"],
	["another host", "https://example.net/a/", "https://example.com/a/", "partial"],
	["no og:url", null, "https://example.com/a/", "not-applicable"],
	["no canonical link", "https://example.com/a/", null, "not-applicable"],
])("%s", (_, og, canonical, outcome) => {
	expect(judge(og, canonical).outcome).toBe(outcome);
});

test("a canonical link in the body does not count", () => {
	expect(judge("https://example.com/a/", "https://example.com/b/", false).outcome).toBe("not-applicable");
});

test("is shown, never scored", () => {
	expect(ogCanonical.scored).toBe(false);
});

test("a relative canonical address is written in full", () => {
	expect(judge("https://example.com/b/", "c.html")).toHaveProperty(
		"fix",
		expect.stringContaining('content="https://example.com/a/c.html"'),
	);
});

test("the file behind a folder's address is not proposed in its place", () => {
	expect(judge("https://example.com/b/", "index.html")).toHaveProperty(
		"fix",
		expect.stringContaining('content="https://example.com/a/"'),
	);
});

test("an address is pasted whole, or described in words", () => {
	const long = (length: number) => `https://example.com/${"x".repeat(length)}`;
	expect(judge("https://example.com/", long(150))).toHaveProperty(
		"fix",
		`Change line 1, column 1 to <meta property="og:url" content="${long(150)}">`,
	);
	expect(judge("https://example.com/", long(300))).toHaveProperty("fix", expect.not.stringContaining("<meta"));
});
