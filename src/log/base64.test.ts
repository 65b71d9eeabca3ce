import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

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
