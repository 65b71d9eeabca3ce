import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const ENGLISH =
	"The books that they bring to us have been read by all of their owners, and some of these would not open. ";
const GERMAN =
	"Die Bücher, die man uns bringt, sind von allen gelesen worden, und einige davon lassen sich nicht öffnen. ";
const JAPANESE = "本を手で製本する工房です。修理と講座をしています。";

function languageOf(body: string, lang = "en") {
	return readPage(`<!doctype html><html lang="${lang}"><body>${body}</body></html>`, "https://example.com/").text
		.language;
}

describe("the language of a text", () => {
	it("is known by the words that only its texts are full of", () => {
		const seen = languageOf(`<p>${ENGLISH.repeat(5)}</p>`);
		expect(seen).toMatchObject({ scripts: { Latn: 1 }, words: 110 });
		expect(Object.keys(seen?.languages ?? {})[0]).toBe("en");
		expect(seen?.languages.en).toBeGreaterThan(0.2);
		expect(Object.keys(languageOf(`<p>${GERMAN.repeat(5)}</p>`)?.languages ?? {})[0]).toBe("de");
	});

	it("is known by its script", () => {
		expect(languageOf(`<p>${JAPANESE.repeat(20)}</p>`)).toMatchObject({
			scripts: { Kana: expect.any(Number), Hani: expect.any(Number) },
		});
		expect(languageOf(`<p>${"Мы переплетаем книги вручную. ".repeat(12)}</p>`)).toMatchObject({ scripts: { Cyrl: 1 } });
	});

	it.each([
		["a part with a language of its own", `<blockquote lang="de">${GERMAN.repeat(9)}</blockquote>`],
		["code", `<pre>${GERMAN.repeat(9)}</pre>`],
		["what nobody sees", `<div hidden>${GERMAN.repeat(9)}</div>`],
	])("leaves out %s", (_, part) => {
		expect(languageOf(`<p>${ENGLISH.repeat(5)}</p>${part}`)).toEqual(languageOf(`<p>${ENGLISH.repeat(5)}</p>`));
	});

	it("looks at a part that repeats the page's language", () => {
		expect(languageOf(`<main lang="en-GB">${ENGLISH.repeat(5)}</main>`)).toEqual(
			languageOf(`<main>${ENGLISH.repeat(5)}</main>`),
		);
	});

	it("is not looked for in a few words", () => {
		expect(languageOf(`<p>${ENGLISH}</p>`)).toBeUndefined();
		expect(languageOf(`<p>${"Bookbindery ".repeat(30)}</p>`)).toMatchObject({ languages: {} });
	});
});
