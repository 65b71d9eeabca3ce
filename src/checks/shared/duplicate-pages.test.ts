import { expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aLink, aPage, failed, found, HOME } from "../page.testkit.ts";
import { pagesSeen, similarityOf, twinsOf } from "./duplicate-pages.ts";

const A = "https://example.com/a/";
const B = "https://example.com/b/";
const page = (url: string, title: string, digest: Partial<PageDigest> = {}) =>
	aPage({ url, digest: { titles: [{ text: title, at: "line 1, column 1", excerpt: "" }], ...digest } });
const words = ({ digest }: Page) => digest.titles[0]?.text ?? "";
const german = { lang: { text: "de", at: "line 1, column 1", excerpt: "" } };

test.each<[string, Page, Page, number]>([
	["the same words", page(A, "Acme"), page(B, " ACME\n"), 1],
	["other words", page(A, "Acme"), page(B, "Acme shoes"), 0],
	["nothing on either", page(A, ""), page(B, " "), 0],
	["the same page", page(A, "Acme"), page("https://www.example.com/a", "Acme"), 0],
	["another language", page(A, "Acme"), page(B, "Acme", german), 0],
	["a copy that says so", page(A, "Acme"), page(B, "Acme", { links: [aLink("canonical", A)] }), 0],
	["its own canonical address", page(A, "Acme"), page(B, "Acme", { links: [aLink("canonical", "/b/")] }), 1],
	["a copy itself", page(A, "Acme", { links: [aLink("canonical", B)] }), page(B, "Acme"), 0],
])("%s", (_, one, other, number) => {
	expect(twinsOf(one, [one, other], words)).toHaveLength(number);
});

test("the pages seen are the home page and the sample", () => {
	const home = page(HOME, "Acme");
	expect(pagesSeen({ home: found(home), sample: found([page(A, "A")]) })).toHaveLength(2);
	expect(pagesSeen({ home: found(home), sample: failed("not-shown") })).toEqual([home]);
	expect(pagesSeen({ home: failed("not-html"), sample: failed("not-shown") })).toEqual([]);
});

test.each([
	[[1, 2, 3, 4], [1, 2, 3, 4], 1],
	[[1, 2, 3, 4], [1, 9, 3, 9], 0.5],
	[[1, 2], [2, 1], 0],
	[[], [], null],
	[[1], [], null],
])("%j and %j have %j in common", (one, other, share) => {
	expect(similarityOf(one, other)).toBe(share);
});
