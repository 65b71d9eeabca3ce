import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fromBase64, sameBytes, toBase64 } from "./bytes.ts";

afterEach(() => vi.unstubAllGlobals());

/** The module as loaded in an environment. @param process undefined in a browser */
async function load(process: unknown): Promise<typeof import("./bytes.ts")> {
	vi.resetModules();
	vi.stubGlobal("process", process);
	return import("./bytes.ts");
}

/** NIST, examples of FIPS 180-4. */
const VECTORS = [
	["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
	["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
	[
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	],
] as const;

it.each([
	["Node", process, 0],
	["a browser", undefined, VECTORS.length],
])("hashes according to the standard in %s", async (_place, of, digests) => {
	const { sha256Hex } = await load(of);
	const digest = vi.spyOn(crypto.subtle, "digest");
	for (const [text, hex] of VECTORS) expect(await sha256Hex(text)).toBe(hex);
	expect(digest).toHaveBeenCalledTimes(digests);
	digest.mockRestore();
});

const text = (bytes: string) => new TextEncoder().encode(bytes);

describe("base64", () => {
	it("encodes the examples of RFC 4648 section 10", () => {
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

	it("decodes what it encoded", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes));
				expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
			}),
		);
	});

	it("decodes only its own output", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[AQg+/=]{0,8}$/)), (encoded) => {
				const bytes = fromBase64(encoded);
				if (bytes) expect(toBase64(bytes)).toBe(encoded);
			}),
		);
	});
});

describe("byte strings", () => {
	it("are equal if their bytes are", () => {
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
		expect(sameBytes(new Uint8Array(), new Uint8Array())).toBe(true);
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
		expect(sameBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false);
		expect(sameBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2))).toBe(false);
	});
});
