import { expect, test } from "vitest";
import { aLink, aMeta, aPage, ask } from "../page.testkit.ts";
import { aBarrier, operability } from "../shared/barriers.testkit.ts";
import { lang, languageOf, languageSigns } from "./lang.ts";

const tagged = (text: string) =>
	aPage({ digest: { lang: { text, at: "line 2, column 1", excerpt: `<html lang="${text}">` } } });

test.each(["en", "de", "pt-BR", "zh-Hant-TW", "yue", "EN-us", "de-CH-1996", "sl-rozaj-biske"])("%s is a tag", (tag) => {
	expect(ask(lang, {}, tagged(tag))).toMatchObject({ outcome: "pass", exhibits: [{ at: "line 2, column 1" }] });
});

test.each(["english", "en_US", "x-none", "e", "en-", "en US", "*"])("%s is none", (tag) => {
	expect(ask(lang, {}, tagged(tag))).toMatchObject({ outcome: "fail", says: expect.stringContaining(`lang="${tag}"`) });
});

test("missing and empty differ in words", () => {
	expect(ask(lang, {}, aPage({ digest: { lang: null } })).says).toBe(
		"<html> of https://example.com/ has no lang attribute.",
	);
	expect(ask(lang, {}, tagged(" ")).says).toBe("<html> of https://example.com/ has an empty lang attribute.");
});

test("the fix for an underscore writes a hyphen", () => {
	expect(ask(lang, {}, tagged("en_US"))).toHaveProperty("fix", expect.stringContaining('<html lang="en-US">'));
});

test("an unregistered language, of the page and of a passage", () => {
	const page = tagged("xx");
	const own = { ...aBarrier("lang-invalid", '<html lang="xx">'), at: "line 2, column 1" };
	const part = aBarrier("lang-invalid", '<q lang="french">', '"french" is no language tag');
	const withBarriers = (...barriers: readonly (typeof own)[]) => ({
		...page,
		digest: { ...page.digest, operability: operability({ "lang-invalid": 3 }, ...barriers) },
	});
	expect(ask(lang, {}, withBarriers(own))).toMatchObject({
		outcome: "fail",
		fix: expect.stringContaining('<html lang="en">'),
	});
	expect(ask(lang, {}, withBarriers(part))).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: expect.stringContaining('"french" is no language tag (line 20, column 3).'),
		fix: expect.stringContaining('into <q lang="french"> (line 20, column 3)'),
		exhibits: [{ excerpt: '<q lang="french">' }],
	});
	expect(ask(lang, {}, withBarriers(part, part, part)).says).toContain("and there are 2 more");
});

test("the fix writes the language that the page states elsewhere", () => {
	const silent = (parts: Parameters<typeof aPage>[0]) =>
		ask(lang, {}, aPage({ ...parts, digest: { lang: null, ...parts?.digest } }));
	expect(silent({ digest: { metas: [aMeta("og:locale", "de_AT")] } })).toHaveProperty(
		"fix",
		'State the language of https://example.com/ on its first element, as in og:locale: <html lang="de-AT">.',
	);
	expect(silent({ url: "https://example.com/fr/" })).toHaveProperty("fix", expect.stringContaining('<html lang="fr">'));
	expect(silent({})).toHaveProperty("fix", expect.stringContaining('"de" for German'));
});

test.each([
	["two signs against it", "en", ["de_DE"], { "content-language": "de" }, "partial"],
	["three", "en", ["de_DE"], { "content-language": "de-DE" }, "partial"],
	["one alone", "en", ["de_DE"], {}, "pass"],
	["one against and one for it", "en", ["de_DE"], { "content-language": "en" }, "pass"],
	["two that disagree", "en", ["de_DE"], { "content-language": "fr" }, "pass"],
	["a regional form of it", "de-AT", ["de_DE"], { "content-language": "de" }, "pass"],
] as const)("%s", (_, tag, [locale], headers, outcome) => {
	const page = tagged(tag);
	const digest = { ...page.digest, metas: [aMeta("og:locale", locale)] };
	const verdict = ask(lang, {}, { ...page, digest, response: { ...page.response, headers } });
	expect(verdict.outcome).toBe(outcome);
	if (outcome === "partial") {
		expect(verdict.says).toMatch(/says lang="en", but og:locale says "de-DE" and Content-Language says "de/);
		expect(verdict).toHaveProperty("fix", expect.stringContaining('<html lang="de-DE">'));
	}
});

const named = (...parts: Parameters<typeof aPage>) =>
	languageSigns(aPage(...parts)).map(({ tag, where }) => [tag, where]);
const PAGE = "https://example.com/de-at/buecher/";

test("each place is a sign of the language", () => {
	const links = [
		{ ...aLink("alternate", "/en/books/"), hreflang: "en" },
		{ ...aLink("alternate", PAGE), hreflang: "de-AT" },
	];
	const digest = { metas: [aMeta("og:locale", "de_AT"), aMeta("content-language", "fr")], links };
	expect(named({ url: PAGE, digest, headers: { "content-language": "de" } })).toEqual([
		["de-AT", "og:locale"],
		["de", "Content-Language"],
		["de-AT", "hreflang"],
		["de-at", "the address"],
	]);
});

test("an invalid language is no sign", () => {
	const metas = [aMeta("og:locale", "German"), aMeta("content-language", "de, en")];
	const links = [{ ...aLink("alternate", "/uk/"), hreflang: "x-default" }];
	expect(named({ url: "https://example.com/uk/", digest: { metas, links } })).toEqual([]);
	expect(named()).toEqual([]);
});

test("two codes of one language are the same", () => {
	expect([languageOf("nb-NO"), languageOf("no"), languageOf("zh_Hant_TW")]).toEqual(["no", "no", "zh"]);
});

test("a text that is certainly in another language fails, and the fix names it", () => {
	const page = tagged("pt-BR");
	const language = { letters: 3000, scripts: { Latn: 1 }, words: 600, languages: { es: 0.08 } };
	const spanish = { ...page, digest: { ...page.digest, text: { ...page.digest.text, language } } };
	expect(ask(lang, {}, spanish)).toMatchObject({
		outcome: "fail",
		fault: "The page states the wrong language",
		says: 'https://example.com/ says lang="pt-BR", but its text is written in Spanish.',
		fix: expect.stringContaining('replace lang="pt-BR"'),
	});
	const missing = { ...spanish, digest: { ...spanish.digest, lang: null } };
	expect(ask(lang, {}, missing)).toHaveProperty("fix", expect.stringContaining('<html lang="es">'));
	const metas = [aMeta("og:locale", "pt_BR"), aMeta("content-language", "pt")];
	const right = { ...spanish, digest: { ...spanish.digest, ...tagged("es").digest, text: spanish.digest.text, metas } };
	expect(ask(lang, {}, right).outcome).toBe("pass");
});
