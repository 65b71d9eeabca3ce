import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonVector, readVector, vectorPath } from "#test/vectors/vectors.ts";
import { sha256Hex } from "./bytes.ts";
import { canonicalJson } from "./json-object.ts";

describe("canonical JSON", () => {
	it("sorts members and omits undefined ones", () => {
		expect(canonicalJson({ b: 1, a: [true, null], c: undefined })).toBe('{"a":[true,null],"b":1}');
	});

	it("rejects values without canonical form", () => {
		expect(() => canonicalJson({ a: "\ud800" })).toThrow();
		expect(() => canonicalJson({ a: Number.NaN })).toThrow();
		expect(() => canonicalJson(undefined)).toThrow(TypeError);
	});

	it("does not depend on the order of members", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" })),
				(object) => {
					const reversed = Object.fromEntries(Object.entries(object).reverse());
					expect(canonicalJson(reversed)).toBe(canonicalJson(object));
				},
			),
		);
	});

	it("returns the bytes of the RFC 8785 vectors", () => {
		const names = readdirSync(vectorPath("jcs/input"));
		expect(names.length).toBeGreaterThan(5);
		for (const name of names) {
			const value = readJsonVector(`jcs/input/${name}`);
			expect(canonicalJson(value), name).toBe(readVector(`jcs/output/${name}`).trim());
		}
	});
});

describe("sha256Hex", () => {
	it("agrees with the FIPS 180-4 examples", async () => {
		expect(await sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
		expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	});
});
