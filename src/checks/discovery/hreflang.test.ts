import { describe, expect, test } from "vitest";
import type { Page } from "#evidence/evidence-map.ts";
import { codeFault } from "../discovery/hreflang.ts";
import { absent, aLink, aNamed, aPage, ask, found, HOME } from "../page.testkit.ts";
import { hreflang } from "./hreflang.ts";

type Version = readonly [code: string, href: string];
const page = (url: string, ...versions: readonly Version[]) =>
	aPage({ url, digest: { links: versions.map(([code, href]) => ({ ...aLink("alternate", href), hreflang: code })) } });
const judge = (home: Page) => ask(hreflang, { home: found(home) });

const EN: Version = ["en", HOME];
const DE: Version = ["de", "https://example.com/de/"];

describe("one page", () => {
	test.each<[string, readonly Version[], string, string]>([
		["nothing said", [], "not-applicable", "no versions"],
		["one language", [EN, ["x-default", HOME]], "not-applicable", "one language (en"],
		["two languages", [EN, DE], "pass", "2 valid codes: en and de"],
		[
			"one code of four wrong",
			[EN, DE, ["fr", "https://example.com/fr/"], ["en-UK", "https://example.com/uk/"]],
			"partial",
			'"en-UK" ends in "UK"',
		],
		["half of them wrong", [EN, ["dk", "https://example.com/dk/"]], "fail", "is a country, not a language."],
		["no address", [EN, DE, ["fr", ""]], "partial", '"fr" has no address'],
		["without a scheme", [EN, DE, ["fr", "//example.com/fr/"]], "partial", "incomplete"],
		["itself left out", [DE], "partial", "not itself."],
	])("%s", (_, versions, outcome, words) => {
		const verdict = judge(page(HOME, ...versions));
		expect(verdict.outcome).toBe(outcome);
		expect(verdict.says).toContain(words);
	});

	test("earns what is right, and shows what is not", () => {
		expect(judge(page(HOME, EN, DE, ["es-LA", "https://example.com/la/"]))).toMatchObject({
			ratio: expect.closeTo(2 / 3),
			fix: 'Replace hreflang="es-LA" with hreflang="es".',
			exhibits: [{ url: HOME, at: "line 1, column 1" }],
		});
	});

	test("may name itself by its canonical address", () => {
		const links = [
			aLink("canonical", "https://example.com/start"),
			{ ...aLink("alternate", "https://example.com/start"), hreflang: "en" },
			{ ...aLink("alternate", DE[1]), hreflang: "de" },
		];
		expect(judge(aPage({ digest: { links } })).outcome).toBe("pass");
	});

	test("links outside the head are ignored", () => {
		const links = [{ ...aLink("alternate", DE[1], false), hreflang: "de" }];
		expect(judge(aPage({ digest: { links } }))).toMatchObject({
			outcome: "partial",
			says: expect.stringContaining("outside <head>"),
		});
	});
});

test("a home page that is an error names nothing", () => {
	expect(ask(hreflang, { home: absent(503) }).outcome).toBe("not-applicable");
});

test("a language is never made up for the page's own annotation", () => {
	const silent = page(`${HOME}start?utm_source=mail`, DE, ["fr", "https://example.com/fr/"]);
	expect(judge({ ...silent, digest: { ...silent.digest, lang: null } })).toHaveProperty(
		"fix",
		`Add to the <head> of ${HOME}start?utm_source=mail: <link rel="alternate" hreflang="x-default" href="${HOME}start">`,
	);
});

test.each([
	"en",
	"EN-gb",
	"en-US",
	"pt-BR",
	"zh-Hant",
	"zh-Hans-CN",
	"x-default",
	"X-Default",
	"fil",
	"fil-PH",
	"sq-XK",
	"ca-valencia",
	"sl-IT-nedis",
	"iw",
	" de ",
	"lo-LA",
	"se",
	"uk-UA",
])("%s is a code", (code) => {
	expect(codeFault(code)).toBeUndefined();
});

test.each([
	["", undefined, "is empty"],
	["en-UK", "en-GB", 'ends in "UK"'],
	["en-EU", "en", 'ends in "EU"'],
	["es-LA", "es", 'ends in "LA"'],
	["es-419", "es", "several countries"],
	["en_US", "en-US", "not a language"],
	["english", undefined, "not a language"],
	["de-at-", undefined, "not a language"],
	["jp", "ja", "a country, not a language"],
	["cn-zh", "zh-CN", "a country, not a language"],
	["cz", "cs", "a country, not a language"],
	["us", "en-US", "a country, not a language"],
	["xx", undefined, "not a language in ISO 639-1"],
	["deu", "de", "a 2-letter"],
	["eng-US", "en", "a 2-letter"],
	["de-XX", undefined, "not a country in ISO 3166-1"],
	["zh-Hant-UN", "zh-Hant", 'ends in "UN"'],
])("%s is invalid; %s is meant", (code, meant, why) => {
	const fault = codeFault(code);
	expect(fault?.why).toContain(why);
	expect(fault?.meant).toBe(meant);
});

test("a version that does not exist is named", () => {
	const versions = ["en", "de"].map((code) => ({ ...aLink("alternate", `${HOME}${code}/`), hreflang: code }));
	const home = aPage({ url: `${HOME}en/`, digest: { links: versions } });
	const named = (status: number) => found([aNamed("hreflang", "/de/", { status }), aNamed("hreflang", "/fr/")]);
	expect(ask(hreflang, { home: found(home), named: named(404) })).toMatchObject({
		outcome: "partial",
		fault: "Linked language versions do not exist (hreflang)",
		says: expect.stringContaining("https://example.com/de/ as a version in another language, which returns 404"),
	});
	expect(ask(hreflang, { home: found(home), named: named(200) }).outcome).toBe("pass");
});
