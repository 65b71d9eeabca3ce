import { describe, expect, test } from "vitest";
import { parseTarget } from "#core/target.ts";
import type { NamedAddress } from "#evidence/evidence-map.ts";
import { absent, aLink, aMeta, aNamed, aPage, ask, aText, found, HOME } from "../page.testkit.ts";
import { canonicalForeign } from "./canonical-foreign.ts";

function judge(url: string, ...canonicals: readonly string[]) {
	const target = parseTarget(new URL(url).hostname);
	const page = aPage({ url, digest: { links: canonicals.map((href) => aLink("canonical", href)) } });
	return ask(canonicalForeign, { home: found(page) }, undefined, {
		target,
		preset: "general",
		auditedAt: "2026-11-22T06:00:00.000Z",
	});
}

describe("canonical-foreign", () => {
	test.each([
		["its own address", HOME, HOME],
		["a relative one", HOME, "/"],
		["the www sibling", HOME, "https://www.example.com/"],
		["a host of the same site", "https://www.bindery.co.uk/", "https://shop.bindery.co.uk/"],
		["its own name at a provider", "https://bindery.github.io/", "https://bindery.github.io/"],
	])("passes with %s", (_, url, canonical) => {
		expect(judge(url, canonical).outcome).toBe("pass");
	});

	test("fails for an instant refresh to another site, and passes for one within this site", () => {
		const page = aPage({
			digest: {
				links: [aLink("canonical", HOME)],
				metas: [{ ...aMeta("refresh", "0; url=https://press.org/"), by: "http-equiv" }],
			},
		});
		expect(
			ask(canonicalForeign, {
				home: found({ ...page, movesTo: { url: "https://press.org/", at: "line 1, column 1", excerpt: "<meta>" } }),
			}),
		).toMatchObject({
			outcome: "fail",
			says: `${HOME} immediately forwards to https://press.org/, an address of another site. Search engines then list that site.`,
			exhibits: [{ at: "line 1, column 1" }],
		});
		expect(
			ask(canonicalForeign, {
				home: found({ ...page, movesTo: { url: `${HOME}en/`, at: "line 1, column 1", excerpt: "<meta>" } }),
			}).outcome,
		).toBe("pass");
	});

	test.each([
		["another domain", HOME, "https://bindery.com/"],
		["another site under one suffix", "https://bindery.co.uk/", "https://press.co.uk/"],
		["somebody else's name at the same provider", "https://bindery.github.io/", "https://press.github.io/"],
		["the developer's machine", HOME, "http://localhost:4321/"],
		["an address without a name", HOME, "http://127.0.0.1/"],
	])("fails with %s", (_, url, canonical) => {
		expect(judge(url, canonical)).toMatchObject({
			outcome: "fail",
			says: expect.stringContaining(canonical),
			fix: `Write in the <head> of ${url}: <link rel="canonical" href="${url}">`,
		});
	});

	test("passes if the audited host's redirect target names the audited host", () => {
		const page = aPage({ url: "https://bindery.com/", digest: { links: [aLink("canonical", HOME)] } });
		expect(ask(canonicalForeign, { home: found(page) }).outcome).toBe("pass");
	});

	test("passes with two that disagree, which engines follow neither of", () => {
		expect(judge(HOME, HOME, "https://bindery.com/").outcome).toBe("pass");
	});

	test("proposes the clean address", () => {
		expect(judge("https://example.com/index.html", "https://bindery.com/")).toHaveProperty(
			"fix",
			expect.stringContaining('href="https://example.com/"'),
		);
	});

	const print = (...words: readonly number[]) => Array.from({ length: 20 }, (_, at) => words[at % words.length] ?? at);
	const naming = (seen: Partial<NamedAddress>) => {
		const page = aPage({
			digest: { links: [aLink("canonical", `${HOME}en/`)], text: aText({ fingerprint: print(1, 2) }) },
		});
		return ask(canonicalForeign, { home: found(page), named: found([aNamed("canonical", "/en/", seen)]) });
	};

	test.each<[string, Partial<NamedAddress>]>([
		["the same text", { fingerprint: print(1, 2) }],
		["half the same text", { fingerprint: print(1, 3) }],
		["a refusal", { status: 403 }],
		["no answer", { status: null, failure: "connection-timeout" }],
	])("passes with a page of this site that has %s", (_, seen) => {
		expect(naming(seen).outcome).toBe("pass");
	});

	test.each<[string, Partial<NamedAddress>, string]>([
		["is gone", { status: 410 }, "which returns 410"],
		["answers as what does not exist", { softNotFound: true }, "the page for missing addresses. Search engines"],
		["different content", { fingerprint: print(3, 4) }, "different content"],
	])("fails with a page of this site that %s", (_, seen, words) => {
		expect(naming(seen)).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
	});

	test("does not apply without a canonical address or a home page", () => {
		expect(judge(HOME).outcome).toBe("not-applicable");
		expect(judge(HOME, "mailto:a@example.com").outcome).toBe("not-applicable");
		expect(ask(canonicalForeign, { home: absent(500) }).outcome).toBe("not-applicable");
	});
});
