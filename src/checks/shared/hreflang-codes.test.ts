import { expect, test } from "vitest";
import { codeFault } from "./hreflang-codes.ts";

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
	["en_US", "en-US", "no language tag"],
	["english", undefined, "no language tag"],
	["de-at-", undefined, "no language tag"],
	["jp", "ja", "a country and no language"],
	["cn-zh", "zh-CN", "a country and no language"],
	["cz", "cs", "a country and no language"],
	["us", "en-US", "a country and no language"],
	["xx", undefined, "no language of ISO 639-1"],
	["deu", "de", "two letters"],
	["eng-US", "en", "two letters"],
	["de-XX", undefined, "no country of ISO 3166-1"],
	["zh-Hant-UN", "zh-Hant", 'ends in "UN"'],
])("%s is none; %s is meant", (code, meant, why) => {
	const fault = codeFault(code);
	expect(fault?.why).toContain(why);
	expect(fault?.meant).toBe(meant);
});
