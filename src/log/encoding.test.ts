import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64, malformed, parseDecimal, sameBytes, toBase64 } from "./encoding.ts";

const text = (bytes: string) => new TextEncoder().encode(bytes);

describe("base64", () => {
	it("gives the examples of RFC 4648 section 10", () => {
		const examples = {
			"": "",
			f: "Zg==",
			fo: "Zm8=",
			foo: "Zm9v",
			foob: "Zm9vYg==",
			fooba: "Zm9vYmE=",
			foobar: "Zm9vYmFy",
		};
		for (const [plain, encoded] of Object.entries(examples)) {
			expect(toBase64(text(plain))).toBe(encoded);
			expect(fromBase64(encoded)).toEqual(text(plain));
		}
	});

	it.each(["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z g=", "Zg==\n", "Zm9v-_", "====", "=", "Zg==Zg==", "Zm9\u00a0"])(
		"refuses %j: only one text stands for some bytes",
		(encoded) => expect(fromBase64(encoded)).toBeUndefined(),
	);

	it("gives any bytes back", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes));
				expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
			}),
		);
	});

	it("reads only what it would write", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[AQg+/=]{0,8}$/)), (encoded) => {
				const bytes = fromBase64(encoded);
				if (bytes) expect(toBase64(bytes)).toBe(encoded);
			}),
		);
	});
});

describe("a decimal", () => {
	it("is read when it is written as it would be", () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (number) => {
				expect(parseDecimal(`${number}`)).toBe(number);
			}),
		);
		expect(parseDecimal("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
	});

	it.each([
		"",
		"00",
		"01",
		"-1",
		"-0",
		"+1",
		" 1",
		"1 ",
		"1\n",
		"1.0",
		"1e3",
		"0x1",
		"1_000",
		"\u0661",
		"NaN",
		"Infinity",
	])("is not %j", (text) => expect(parseDecimal(text)).toBeUndefined());

	it.each(["9007199254740992", "9007199254740993", "18446744073709551615", "9".repeat(400)])(
		"is not %s, which numbers do not hold exactly",
		(text) => expect(parseDecimal(text)).toBeUndefined(),
	);
});

describe("byte strings", () => {
	it("are the same when they have the same bytes", () => {
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
		expect(sameBytes(new Uint8Array(), new Uint8Array())).toBe(true);
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
		expect(sameBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2))).toBe(false);
	});
});

it("says what a file is not, and why", () => {
	const { code, message } = malformed("checkpoint", "It is not three lines.");
	expect({ code, message }).toEqual({
		code: "log-malformed",
		message: "This is no checkpoint. It is not three lines.",
	});
});
