import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, isCanonicalText, isJsonObject, isSameJson } from "./json-object.ts";

test.each(["{}", '{"a":1}', '{"__proto__":null}'])("%s is an object", (text) => {
	expect(isJsonObject(JSON.parse(text))).toBe(true);
});

test.each(["null", "[]", "[{}]", '"{}"', "1", "true"])("%s is not an object", (text) => {
	expect(isJsonObject(JSON.parse(text))).toBe(false);
});

test("undefined is not an object", () => {
	expect(isJsonObject(undefined)).toBe(false);
});

/** Without integer-like names, like receipts. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.string({ unit: "binary" }),
		fc.constantFrom("\ud800", "é", "\u2028"),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(fc.constantFrom("a", "b", "aa", "B", "é", "\ud83d\ude00", "\uffee", ""), tie("value"), {
			maxKeys: 5,
		}),
	),
})).value;

function formOf(value: unknown): string | undefined {
	try {
		return canonicalize(value);
	} catch {
		return undefined;
	}
}

test("a text is canonical if and only if serializing its value returns it", () => {
	fc.assert(
		fc.property(values, (value) => {
			for (const text of [JSON.stringify(value), JSON.stringify(value, null, 1), formOf(value) ?? "null"]) {
				const parsed = JSON.parse(text);
				expect(isCanonicalText(text, parsed)).toBe(formOf(parsed) === text);
				expect(canonicalJson(JSON.parse(formOf(value) ?? "null"))).toBe(formOf(value) ?? "null");
			}
		}),
		{ numRuns: 500 },
	);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800"])("%j has no canonical form", (value) => {
	expect(() => canonicalJson(value)).toThrow();
	expect(() => canonicalJson([[value], value])).toThrow();
});

test("duplicate names and other number notations are not canonical", () => {
	for (const text of ['{"a":1,"a":1}', "-0", "1.0", "1e2", '"\\u0041"', '"\\ud800"', " 1"])
		expect(isCanonicalText(text, JSON.parse(text))).toBe(false);
});

test("values are equal if and only if their canonical forms are", () => {
	fc.assert(
		fc.property(values, values, (one, other) => {
			const form = formOf(one);
			fc.pre(form !== undefined);
			expect(isSameJson(one, JSON.parse(form as string))).toBe(true);
			expect(isSameJson(one, other)).toBe(form === formOf(other));
			expect(isSameJson({ one, absent: undefined }, { one })).toBe(true);
		}),
		{ numRuns: 500 },
	);
});
