import fc from "fast-check";
import { expect, test } from "vitest";
import { SourceText } from "./source-text.ts";

const PIECES: Readonly<Record<string, readonly number[][]>> = {
	"utf-8": [[0x61], [0x3e], [0xc3, 0xa9], [0xf0, 0x9f, 0x98, 0x80], [0xf0], [0xf0, 0x9f], [0xc3], [0x80], [0xff]],
	shift_jis: [[0x61], [0x3e], [0x82, 0xa0], [0x82], [0xa1], [0xff], [0x81, 0x20]],
	"euc-kr": [[0x61], [0x3e], [0xb0, 0xa1], [0xb0], [0xff]],
};

test.each(Object.keys(PIECES))(
	"what is put in stands where it is to, also between bytes that are no text: %s",
	(encoding) => {
		const bytes = fc.array(fc.constantFrom(...(PIECES[encoding] ?? [])), { maxLength: 12 }).map((all) => all.flat());
		fc.assert(
			fc.property(bytes, (all) => {
				const source = new SourceText(Uint8Array.from(all), `text/html; charset=${encoding}`);
				for (let offset = 0; offset <= source.text.length; offset++) {
					// No position inside a surrogate pair.
					if (/^[\udc00-\udfff]/.test(source.text.slice(offset))) continue;
					const [at, put] = [source.byteAt(offset), Buffer.from(' <b c="d">')];
					const edited = Buffer.concat([source.bytes.subarray(0, at), put, source.bytes.subarray(at)]);
					const decoded = new TextDecoder(encoding).decode(edited);
					expect(decoded).toBe(source.text.slice(0, offset) + put + source.text.slice(offset));
				}
			}),
			{ numRuns: 300 },
		);
	},
);

test("nothing is inserted before a byte order mark", () => {
	const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x61, 0xff]);
	expect(new SourceText(bytes, undefined).byteAt(0)).toBe(3);
});
