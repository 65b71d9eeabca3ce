import { expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageLink } from "#evidence/page-digest.ts";
import { absent, aLink, aPage, ask, aText, found, HOME } from "../page.testkit.ts";
import { nearDuplicate } from "./near-duplicate.ts";

/** A page whose fingerprint differs from that of the first in as many places. */
const page = (path: string, different: number, main = 2000, canonical?: string): Page => {
	const fingerprint = Array.from({ length: 100 }, (_, place) =>
		place < different ? path.length * 1000 + place : place,
	);
	const links = canonical === undefined ? [] : [aLink("canonical", canonical)];
	return aPage({ url: `https://example.com${path}`, digest: { text: aText({ main, fingerprint }), links } });
};
const withLinks = (one: Page, ...links: PageLink[]): Page => ({ ...one, digest: { ...one.digest, links } });
const judge = (...pages: Page[]) => {
	const [home = page("/", 100), ...sample] = pages;
	return ask(nearDuplicate, { home: found(home), sample: found(sample) });
};

test.each<[string, Page[], string]>([
	["all different", [page("/", 0), page("/a", 100), page("/bb", 100)], "pass"],
	["four fifths the same", [page("/", 0), page("/a", 20)], "pass"],
	["more than that", [page("/", 0), page("/a", 19)], "fail"],
	["two of three", [page("/", 0), page("/a", 19), page("/bb", 100)], "partial"],
	["one canonical", [page("/", 0), page("/a", 0, 2000, "https://example.com/")], "pass"],
	["a relative canonical", [page("/", 0), page("/a", 0, 2000, "/")], "pass"],
	["two canonicals of their own", [page("/", 0, 2000, "/"), page("/a", 0, 2000, "/a")], "fail"],
	["little text", [page("/", 0, 299), page("/a", 0, 299)], "not-applicable"],
	["one page", [page("/", 0)], "not-applicable"],
])("%s", (_, pages, outcome) => {
	expect(judge(...pages).outcome).toBe(outcome);
});

test("it tells how many, and which are most alike", () => {
	expect(judge(page("/", 0), page("/a", 15), page("/bb", 100), page("/ccc", 1))).toMatchObject({
		ratio: 0.25,
		says: expect.stringContaining("3 of 4 pages"),
		fix: expect.stringContaining("https://example.com/ccc"),
	});
});

test("a site without a sample has nothing to compare", () => {
	expect(ask(nearDuplicate, { home: found(page("/", 0)), sample: absent() }).outcome).toBe("not-applicable");
});

test.each<[string, (one: Page, other: Page) => readonly [Page, Page]]>([
	[
		"lang",
		(one, other) => [one, { ...other, digest: { ...other.digest, lang: { text: "en-US", at: "", excerpt: "" } } }],
	],
	["hreflang", (one, other) => [one, withLinks(other, { ...aLink("alternate", one.url), hreflang: "de" })]],
	[
		"the path",
		(one, other) => [
			{ ...one, url: `${HOME}de/a` },
			{ ...other, url: `${HOME}pt-br/a` },
		],
	],
	[
		"the path of one",
		(one, other) => [
			{ ...one, url: `${HOME}a` },
			{ ...other, url: `${HOME}fr/a` },
		],
	],
	[
		"a parameter",
		(one, other) => [
			{ ...one, url: `${HOME}a?lang=de` },
			{ ...other, url: `${HOME}a?lang=en` },
		],
	],
])("versions in two languages by %s are excused", (_, versions) => {
	expect(judge(page("/", 100), ...versions(page("/a", 0), page("/b", 0))).outcome).toBe("pass");
});

test("two letters of a path are no language where the rest differs", () => {
	const [one, other] = [page("/go/a", 0), page("/it/b", 0)];
	expect(judge(page("/", 100), one, other).outcome).toBe("partial");
});

test("the fix names the clean address, and the link that is there already", () => {
	expect(judge({ ...page("/", 0), url: `${HOME}index.html` }, page("/a", 1), page("/bb", 100))).toHaveProperty(
		"fix",
		`Write into the <head> of ${HOME}a: <link rel="canonical" href="${HOME}">, or give ${HOME}a a text of its own.`,
	);
	expect(judge(page("/", 0), page("/a", 1, 2000, "/a"), page("/bb", 100))).toHaveProperty(
		"fix",
		expect.stringContaining("in place of the canonical link of"),
	);
});
