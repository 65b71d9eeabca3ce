import { expect, it } from "vitest";
import { MAX_REPEATED_NAMES } from "../page-caps.ts";
import { findRepeatedNames } from "./json-repeated-names.ts";

const names = (text: string) => {
	JSON.parse(text);
	return findRepeatedNames(text).map(({ name, offset }) => [name, offset]);
};

it.each([
	['{"a":1,"b":{"a":2}}', []],
	['[{"a":1},{"a":2}]', []],
	['{"a":"a","b":["a","a"]}', []],
	['{"a":1,"a":2}', [["a", 7]]],
	[
		'{"a":{"x":1,"x":2},"b":[1,{"y":"\\"y\\"","y":0}]}',
		[
			["x", 12],
			["y", 39],
		],
	],
	['{"a":1,"\\u0061":2}', [["a", 7]]],
	['{"__proto__":1,"constructor":2,"__proto__":3}', [["__proto__", 31]]],
	['"a"', []],
])("%s", (text, found) => {
	expect(names(text)).toEqual(found);
});

it("stops at its cap, and reads long strings", () => {
	expect(names(`{${'"a":1,'.repeat(100)}"a":"${"\\\\x".repeat(200_000)}"}`)).toHaveLength(MAX_REPEATED_NAMES);
});
