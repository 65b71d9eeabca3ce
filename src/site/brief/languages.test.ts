import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { LANGUAGES, type Language } from "#core/language.ts";
import { MAX_PAGES } from "#core/preset.ts";
import { wordingIn } from "#core/wording-in.ts";
import { type CheckSentences, checkSentences } from "./check-texts-in.ts";
import { ENGLISH, loadLanguage, type Words } from "./languages.ts";
import { translated } from "./receipt-sentences.ts";
import { accessSentence } from "./translated-receipt.ts";

const OTHERS = LANGUAGES.filter((lang) => lang !== "en");
/** Without the words that agree with a number. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Texts of a catalog by key. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
	if (typeof value === "string") return [[path, value]];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`));
}

const english = new Map(textsOf(ENGLISH));

const first = await loadLanguage("de");

describe.each(OTHERS)("the catalog in %s", async (lang: Language) => {
	const words = await loadLanguage(lang);
	const texts = textsOf({ ...words, lang: "", checks: {}, sentences: {} }).filter(
		([path]) => path !== "/lang" && path !== "/gap",
	);

	it("has no empty text, and only the placeholders of English", () => {
		for (const [path, text] of texts) {
			expect(text, path).not.toBe("");
			const asked = placeholders(english.get(path) ?? "");
			if (path.startsWith("/SENTENCES/")) expect(asked, path).toEqual(expect.arrayContaining(placeholders(text)));
			else expect(placeholders(text), path).toEqual(asked);
		}
	});

	it("has all plural forms that a brief needs", () => {
		const rules = new Intl.PluralRules(lang);
		const counts = [...Array.from({ length: 1001 }, (_, count) => count / 10), 1_000, MAX_PAGES];
		for (const count of counts) expect(["one", "other"]).toContain(rules.select(count));
	});

	it.each([
		"GPTBot gets your pages: 1 verified request in 30 days, 100 % answered.",
		"robots.txt lets GPTBot and OAI-SearchBot in, but your firewall or server refused 3 of 1,210 verified requests, such as /a (403).",
		"For GPTBot, your firewall or server refused 3 of 12 verified requests.",
		'For GPTBot, your server refused 3 of 12 verified requests, most with "too many requests" (429).',
		"robots.txt lets GPTBot in, but your server failed on 3 of 12 verified requests (500 and above).",
		'robots.txt closes the site to GPTBot (line 2: "Disallow: /"), and no verified request got a page in 30 days.',
		'robots.txt closes the site to GPTBot (line 2: "Disallow: /"), but verified requests still got 1 page in 30 days.',
		"3 requests claimed to be GPTBot, and none came from the vendor's addresses.",
		"GPTBot stopped coming. The last verified request was on 3 June 2026.",
		"2 requests claimed to be GPTBot. We cannot tell whether that is true: the vendor publishes no addresses, or a proxy hides them.",
	])("says what the server's logs say: %s", (says) => {
		expect(accessSentence(says, words)).not.toBe("");
		expect(accessSentence(says, words)).not.toMatch(/\b(?:your|requests|server answered|was on)\b/);
	});

	it.each([
		[
			"landmarks",
			'Some landmarks of https://a.example/ have no distinct name: <section> is one more region landmark labelled "Zelt, Boot." (line 244, column 5).',
		],
		["search-bots", "robots.txt blocks the home page for Googlebot and Bingbot (lines 2, 5, 6 and 3 more)."],
		[
			"search-bots",
			"robots.txt allows the home page but blocks Googlebot and Bingbot (lines 2 and 5) from 10 of 20 addresses that your site lists; for example https://a.example/b.",
		],
	])("says what %s found: %s", (id, says) => {
		const said = translated(says, checkSentences(id, words), words) ?? "";
		expect(said).not.toBe("");
		expect(said).not.toMatch(/\b(?:and|one more|labelled|home page|more|lines)\b/);
	});

	it("has the texts of every check", () => {
		for (const { id, problem } of CHECKS) {
			expect(words.checks[id], id).toBeDefined();
			expect(words.checks[id]?.problem === undefined, id).toBe(problem === undefined);
			for (const [path, text] of textsOf(words.checks[id], id)) expect(text, path).not.toBe("");
		}
	});

	it("uses only values of the English pattern in a check's sentence", () => {
		const sentences = [
			...Object.values(words.checks).map(({ faults = {} }) => faults),
			...Object.values(words.sentences),
		];
		for (const [pattern, text] of sentences.flatMap(Object.entries<string>)) {
			const named = placeholders(text.replace(/\{(\w+):[^{}]*\}/g, "{$1}"));
			expect(placeholders(pattern), pattern).toEqual(expect.arrayContaining(named));
		}
	});

	it("uses its own quotation marks, and straight ones only in code", () => {
		for (const text of ownTexts(words)) {
			const prose = text.replace(/<[^<>]*>|[\w-]+="[^"]*"|"[^"]*"(?=:)|(?<=": ?)"[^"]*"|\{"@.*?\}/g, "");
			expect(prose).not.toMatch(/"/);
		}
	});

	it("has the same sentence patterns as the others", () => {
		const patterns = (sentences: CheckSentences) =>
			Object.entries(sentences).map(([id, texts]) => [id, ...Object.keys(texts)]);
		expect(patterns(words.sentences)).toEqual(patterns(first.sentences));
	});
});

/** In each form that a number can ask for; without the English patterns, which are keys. */
function ownTexts(words: Words): string[] {
	const forms = textsOf({ ...words, lang: "", gap: "" }).flatMap(([, text]) =>
		["$1", "$2"].map((form) => text.replace(/\{\w+:([^{}|]*)\|([^{}|]*)\}/g, form)),
	);
	return [...new Set(forms)];
}

describe("French", async () => {
	const texts = ownTexts(await loadLanguage("fr"));

	it("elides only before a vowel", () => {
		for (const text of texts) expect(text).not.toMatch(/(?<!\p{L})(?:[cdjlmnst]|qu)’[bcdfgjklmnpqrstvwxz]/iu);
	});

	it("puts a narrow no-break space before high punctuation", () => {
		// A colon behind a capital may be a header's.
		for (const text of texts)
			expect(text).not.toMatch(/\p{Ll}[;!?](?=\s|$)|(?<![\w-])\p{Ll}+:(?=\s|$)|«(?!\u202F)|[^\u202F]»/u);
	});
});

/** Digests of the translated English. */
const TRANSLATED = new URL("languages/translated.json", import.meta.url);

test("check texts are translated from the current English (SIGHTLINE_GOLDEN=write, once they are)", () => {
	const digests = CHECKS.map(({ id, title, fault, problem, consequence, howToFix }) => {
		return [id, hash("sha256", [title, fault, problem, consequence, howToFix].join("\n")).slice(0, 12)] as const;
	});
	if (process.env.SIGHTLINE_GOLDEN === "write")
		writeFileSync(TRANSLATED, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
	const translated = JSON.parse(readFileSync(TRANSLATED, "utf8"));
	expect(digests.filter(([id, digest]) => translated[id] !== digest).map(([id]) => id)).toEqual([]);
});

describe("a sentence of a receipt", () => {
	const patterns = ["Line {line} of {url} is wrong.", "Worst page: {sentence}", 'It says "{quoted}" to {list}.'];
	const texts = ["Zeile {line} von {url} ist falsch.", "Am schwersten: {sentence}", "Es sagt {list}: „{quoted}“."];
	const say = (text: string) => translated(text, [{ patterns, texts }], wordingIn("de"));

	it("is translated with its values, alone, nested and in sequence", () => {
		expect(say("Line 1,234 of https://a.example/b.txt is wrong.")).toBe(
			"Zeile 1.234 von https://a.example/b.txt ist falsch.",
		);
		expect(say('Worst page: It says "no, and no" to a, b and 2 more.')).toBe(
			"Am schwersten: Es sagt a, b und 2 weitere: „no, and no“.",
		);
		expect(say("Line 1 of x is wrong. Line 2 of y is wrong.")).toBe(
			"Zeile 1 von x ist falsch. Zeile 2 von y ist falsch.",
		);
	});

	it("uses the language's quotation marks for lines of a file, and leaves code unchanged", () => {
		const code = [{ patterns: ["Add {code} to {url}."], texts: ["Ergänzen Sie {code} in {url}."] }];
		const said = (value: string) => translated(`Add ${value} to x.`, code, wordingIn("de"));
		expect(said('"User-agent: A", "Allow: /"')).toBe("Ergänzen Sie „User-agent: A“, „Allow: /“ in x.");
		expect(said('<h1> "Welcome"')).toBe("Ergänzen Sie <h1> „Welcome“ in x.");
		expect(said('<a href="/b">')).toBe('Ergänzen Sie <a href="/b"> in x.');
		expect(said('{"a": "b"}')).toBe('Ergänzen Sie {"a": "b"} in x.');
	});

	it("is never translated in part", () => {
		expect(say("Line 1 of x is wrong. More is said.")).toBeUndefined();
		expect(say("Worst page: More is said.")).toBeUndefined();
		expect(say("Line one or two of x is wrong.")).toBeUndefined();
	});
});
