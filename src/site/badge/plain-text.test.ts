import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { escapeMarkup, plainText } from "./plain-text.ts";

describe("plainText", () => {
	it.each([
		["a\u0000b\u0007\tc\r\nd", "a b c d"],
		["\u202egro.elpmaxe\u2066\u200b", "gro.elpmaxe"],
		["a\ud800b\udc00", "a\ufffdb\ufffd"],
		["\ufffe\uffffx\u{1fffe}", "x"],
		["\u2028line\u2029", "line"],
		["  Nordlicht  &  Partner ", "Nordlicht & Partner"],
		["münchen 😀 é", "münchen 😀 é"],
	])("%j → %j", (text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});

it("escapes any text so that XML gives it back", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
			let read = "";
			let attribute = "";
			const parser = new SaxesParser();
			parser.on("error", (error) => {
				throw error;
			});
			parser.on("text", (piece) => (read += piece));
			parser.on("opentag", ({ attributes }) => (attribute = String(attributes.a)));
			parser.write(`<t a="${escapeMarkup(text)}">${escapeMarkup(text)}</t>`).close();
			expect(read).toBe(plainText(text));
			expect(attribute).toBe(plainText(text));
		}),
	);
});
