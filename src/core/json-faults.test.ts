import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault, findRepeatedNames } from "./json-faults.ts";

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

describe("findJsonFault", () => {
	it.each([
		["", 1, 1, "The block is empty."],
		[" \n ", 2, 2, "The block is empty."],
		['{"a":1,}', 1, 7, 'A comma stands before the closing "}"'],
		["[1,\n2,\n]", 2, 2, 'A comma stands before the closing "]"'],
		['{"a":1 "b":2}', 1, 8, 'Expected a comma or "}"'],
		['{"a" 1}', 1, 6, "Expected a colon after the property name"],
		["{a:1}", 1, 2, "Expected a property name in double quotes"],
		["{'a':1}", 1, 2, "A string stands in single quotes; JSON wants double quotes"],
		['{"a":\n  tru}', 2, 3, "Expected a value"],
		['{"a":"x\ny"}', 1, 8, "A string holds a line break, which must be written as an escape"],
		['{"a":"\t"}', 1, 7, "A string holds a tab, which must be written as an escape"],
		['{"a":"\u0001"}', 1, 7, "A string holds the control character U+0001, which must be written as an escape"],
		['{"a":"\\x"}', 1, 7, "A backslash begins no escape that JSON knows"],
		['{"a":"b', 1, 6, "A string that begins here has no end"],
		['{"a":1', 1, 7, 'Expected a comma or "}", but the text ends'],
		["[", 1, 2, "Expected a value, but the text ends"],
		['<!-- {"a":1} -->', 1, 1, "An HTML comment stands here; JSON has no comments"],
		['{"a":1} // end', 1, 9, "Something follows the end of the JSON value"],
		['{ // begin\n"a":1}', 1, 3, "A comment stands here; JSON has none"],
		["\ufeff{}", 1, 1, "A byte order mark stands here"],
		['{"a":1}\r\n{"b":2}', 2, 1, "Something follows the end of the JSON value"],
		["01", 1, 2, "Something follows the end of the JSON value"],
		["[undefined]", 1, 2, "Expected a value"],
	])("places the fault of %j", (text, line, column, says) => {
		expect(findJsonFault(text)).toEqual({ line, column, says });
	});

	it.each(["[1e5,1E+5,-0.5e-3,0,-0]", "[true,false,null]", " \t\r\n{ } ", "[[],{}]", '"\\u00Fa\\b\\/"', "7"])(
		"finds no fault in %s",
		(text) => {
			expect(findJsonFault(text)).toBeNull();
		},
	);

	it("agrees with JSON.parse on correct text", () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
				expect(findJsonFault(JSON.stringify(value, null, indent))).toBeNull();
			}),
		);
	});

	it("agrees with JSON.parse on text that was broken at one place", () => {
		const splinter = fc.constantFrom(
			"",
			",",
			'"',
			"{",
			"]",
			":",
			"\\",
			"0",
			"-",
			".",
			"e",
			"\n",
			" ",
			"t",
			"\u0000",
			"'",
		);
		fc.assert(
			fc.property(fc.jsonValue(), fc.nat(), fc.nat(3), splinter, (value, at, gone, put) => {
				const text = JSON.stringify(value);
				const place = at % (text.length + 1);
				const broken = text.slice(0, place) + put + text.slice(place + gone);
				expect(findJsonFault(broken) === null).toBe(isJson(broken));
			}),
			{ numRuns: 2_000 },
		);
	});

	it("reads deep and long text without a deep stack", () => {
		expect(findJsonFault("[".repeat(10_000))).toMatchObject({
			line: 1,
			column: 10_001,
			says: expect.stringContaining("the text ends"),
		});
		expect(findJsonFault("[".repeat(10_000) + "]".repeat(10_000))).toBeNull();
		const deeper = { column: 10_001, says: "It is nested more than 10,000 levels deep." };
		expect(findJsonFault("[".repeat(500_000))).toMatchObject(deeper);
		expect(findJsonFault(`["${"\\u0041".repeat(100_000)}"`)).toMatchObject({ column: 600_004 });
	});
});

describe("findRepeatedNames", () => {
	const names = (text: string) => {
		JSON.parse(text);
		return findRepeatedNames(text, 10).map(({ name, offset }) => [name, offset]);
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
		expect(names(`{${'"a":1,'.repeat(100)}"a":"${"\\\\x".repeat(200_000)}"}`)).toHaveLength(10);
	});

	it("reports the path to the second name", () => {
		expect(findRepeatedNames('{"a":[1,{"b":1,"b":2}]}', 10)[0]?.path).toEqual(["a", 1, "b"]);
	});
});
