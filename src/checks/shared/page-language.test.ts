import { expect, test } from "vitest";
import { aLink, aMeta, aPage } from "../page.testkit.ts";
import { languageOf, languageSigns } from "./page-language.ts";

const told = (...parts: Parameters<typeof aPage>) =>
	languageSigns(aPage(...parts)).map(({ tag, where }) => [tag, where]);
const PAGE = "https://example.com/de-at/buecher/";

test("each place tells once", () => {
	const links = [
		{ ...aLink("alternate", "/en/books/"), hreflang: "en" },
		{ ...aLink("alternate", PAGE), hreflang: "de-AT" },
	];
	const digest = { metas: [aMeta("og:locale", "de_AT"), aMeta("content-language", "fr")], links };
	expect(told({ url: PAGE, digest, headers: { "content-language": "de" } })).toEqual([
		["de-AT", "og:locale"],
		["de", "Content-Language"],
		["de-AT", "hreflang"],
		["de-at", "the address"],
	]);
});

test("what is no language tells nothing", () => {
	const metas = [aMeta("og:locale", "German"), aMeta("content-language", "de, en")];
	const links = [{ ...aLink("alternate", "/uk/"), hreflang: "x-default" }];
	expect(told({ url: "https://example.com/uk/", digest: { metas, links } })).toEqual([]);
	expect(told()).toEqual([]);
});

test("two codes of one language are the same", () => {
	expect([languageOf("nb-NO"), languageOf("no"), languageOf("zh_Hant_TW")]).toEqual(["no", "no", "zh"]);
});
