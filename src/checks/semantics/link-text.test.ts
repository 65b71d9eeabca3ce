import { expect, test } from "vitest";
import type { PageAnchor, PageDigest } from "#evidence/page-digest.ts";
import { aLink, anAnchor, aPage, ask } from "../page.testkit.ts";
import { isGenericLinkText, linkText } from "./link-text.ts";

const judge = (...anchors: readonly PageAnchor[]) => ask(linkText, {}, aPage({ digest: { anchors } }));
const good = (number: number) => Array.from({ length: number }, (_, index) => anAnchor(`/${index}`, `Page ${index}`));
const MORE = anAnchor("/joints", "Read more »");

test.each<[string, readonly PageAnchor[], string]>([
	["no links", [], "not-applicable"],
	["links without a name, reported by another check", [anAnchor("/a", "")], "not-applicable"],
	["a hidden one is read by nobody", [{ ...MORE, hidden: true }], "not-applicable"],
	["a button of the page", [anAnchor("#", "More"), anAnchor("javascript:open()", "More")], "not-applicable"],
	["links that say it", good(3), "pass"],
	["a tenth", [...good(9), MORE], "pass"],
	["a little more than a tenth", [...good(8), MORE], "partial"],
])("%s", (_, anchors, outcome) => {
	expect(judge(...anchors).outcome).toBe(outcome);
});

test("earns the share of meaningful texts, and at least half", () => {
	expect(judge(...good(3), MORE)).toMatchObject({
		ratio: 0.875,
		says: '1 of 4 links of https://example.com/ has a text that could lead anywhere: "Read more »".',
		fix: 'In the link to /joints (line 1, column 1), replace "Read more »" with a text that says where it leads.',
		exhibits: [{ excerpt: '<a href="/joints">Read more »</a>' }],
	});
	expect(judge(MORE, MORE)).toMatchObject({ ratio: 0.5, says: expect.stringContaining("2 of 2 links") });
	expect(judge(...good(20), MORE).says).toBe("Of 21 links of the page, 1 has a text that could lead anywhere.");
});

test("the way to the next page of a row needs no more words", () => {
	const next = anAnchor("/2", "Weiter");
	const row = [aLink("next", "/2")];
	const page = (anchors: readonly PageAnchor[], links: PageDigest["links"]) => aPage({ digest: { anchors, links } });
	expect(ask(linkText, {}, page([...good(2), next], row)).outcome).toBe("pass");
	expect(ask(linkText, {}, page([...good(2), { ...next, rel: ["next"] }], [])).outcome).toBe("pass");
	expect(ask(linkText, {}, page([...good(2), next], [])).outcome).toBe("partial");
});

test("a text of punctuation is meaningless in any sentence", () => {
	const dot = anAnchor("/a", ".");
	expect(judge(...good(19), dot)).toMatchObject({
		outcome: "partial",
		ratio: 0.95,
		says: '1 of 20 links of https://example.com/ has a text that could lead anywhere: ".".',
	});
	expect(judge(dot, anAnchor("/b", " – "))).toMatchObject({ outcome: "fail" });
	expect(judge(...good(2), MORE, dot)).toMatchObject({ ratio: 1 - 1.5 / 4 });
	expect(judge(...good(1), anAnchor("/2", "»"), anAnchor("/help", "?"), anAnchor("/1", "1")).outcome).toBe("pass");
});

test.each([
	"Click here",
	"READ MORE »",
	"more…",
	"Learn more →",
	"Mehr erfahren",
	"En savoir plus",
	"Plus d'infos",
	"Leer más",
	"こちら",
	"了解更多",
	"더 보기",
	"Подробнее",
	"और पढ़ें",
])("%s is meaningless", (text) => {
	expect(isGenericLinkText(text)).toBe(true);
});

test.each(["Read more about joints", "Repairs", "Click here for prices", "", "→", "Hereford", "Linked data", "1"])(
	"%j is not on the list",
	(text) => {
		expect(isGenericLinkText(text)).toBe(false);
	},
);
