import { expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageLink } from "#evidence/page-digest.ts";
import { aLink, aPage, askPages, aText, HOME } from "../page.testkit.ts";
import { nearDuplicate } from "./near-duplicate.ts";

/** A page whose fingerprint differs from the first page's in this many positions. */
const page = (path: string, different: number, main = 2000, canonical?: string): Page => {
	const fingerprint = Array.from({ length: 100 }, (_, place) =>
		place < different ? path.length * 1000 + place : place,
	);
	const links = canonical === undefined ? [] : [aLink("canonical", canonical)];
	return aPage({ url: `https://example.com${path}`, digest: { text: aText({ main, fingerprint }), links } });
};
const withLinks = (one: Page, ...links: PageLink[]): Page => ({ ...one, digest: { ...one.digest, links } });
const judge = (...pages: Page[]) => askPages(nearDuplicate, pages);
const outcomes = (...pages: Page[]) => judge(...pages).map(({ outcome }) => outcome);

test.each<[string, Page[], string]>([
	["all different", [page("/", 0), page("/a", 100)], "pass"],
	["four fifths the same", [page("/", 0), page("/a", 20)], "pass"],
	["more than that", [page("/", 0), page("/a", 19)], "fail"],
	["one canonical", [page("/", 0), page("/a", 0, 2000, "https://example.com/")], "pass"],
	["a relative canonical", [page("/", 0), page("/a", 0, 2000, "/")], "pass"],
	["two canonicals of their own", [page("/", 0, 2000, "/"), page("/a", 0, 2000, "/a")], "fail"],
	["little text", [page("/", 0, 299), page("/a", 0, 299)], "not-applicable"],
])("%s", (_, pages, outcome) => {
	expect(outcomes(...pages, page("/bb", 100))).toEqual([outcome, outcome, "pass"]);
});

test.each<[string, number, string]>([
	["本店は手作りの革靴を修理します。", 150, "fail"],
	["本店は手作りの革靴を修理します。", 110, "not-applicable"],
	["서점은 매일 아침 아홉 시에 문을 엽니다", 150, "fail"],
	["We mend shoes that were made by hand.", 150, "not-applicable"],
])("of a text like %s, %i characters: %s", (start, main, outcome) => {
	const written = (one: Page) => ({ ...one, digest: { ...one.digest, text: { ...one.digest.text, start } } });
	expect(outcomes(written(page("/", 0, main)), written(page("/a", 0, main)))).toEqual([outcome, outcome]);
});

test("it names the page that is most alike", () => {
	const [first] = judge(page("/", 0), page("/a", 15), page("/bb", 100), page("/ccc", 1));
	expect(first).toHaveProperty(
		"says",
		"https://example.com/ shares about 99 % of its main text with https://example.com/ccc.",
	);
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
	expect(outcomes(page("/", 100), ...versions(page("/a", 0), page("/b", 0)))).toEqual(["pass", "pass", "pass"]);
});

test("two letters in a path are not a language if the rest differs", () => {
	const [one, other] = [page("/go/a", 0), page("/it/b", 0)];
	expect(outcomes(page("/", 100), one, other)).toEqual(["pass", "fail", "fail"]);
});

test("the fix names the clean address, and the link that is there already", () => {
	expect(judge({ ...page("/", 0), url: `${HOME}index.html` }, page("/a", 1), page("/bb", 100))[1]).toHaveProperty(
		"fix",
		`Add <link rel="canonical" href="${HOME}"> to the <head> of ${HOME}a, or give ${HOME}a its own text.`,
	);
	expect(judge(page("/", 0), page("/a", 1, 2000, "/a"), page("/bb", 100))[1]).toHaveProperty(
		"fix",
		expect.stringContaining("Replace the canonical link of"),
	);
});
