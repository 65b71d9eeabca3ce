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

const EXPECTED_COMMA = "Expected a comma or a closing bracket";
const UNEXPECTED = "Unexpected text: besides strings in double quotes, JSON has only numbers, true, false and null";
const CONTROL = "A string that begins here has a control character, which must be written as an escape";

describe("findJsonFault", () => {
	it.each([
		["", 1, 1, "Expected a value, but the text ends"],
		[" \n ", 2, 2, "Expected a value, but the text ends"],
		['{"a":1,}', 1, 7, 'A comma stands before the closing "}"'],
		["[1,\n2,\n]", 2, 2, 'A comma stands before the closing "]"'],
		['{"a":1 "b":2}', 1, 8, EXPECTED_COMMA],
		['{"a" 1}', 1, 6, "Expected a colon after the property name"],
		["{1:1}", 1, 2, "Expected a property name in double quotes"],
		["{a:1}", 1, 2, UNEXPECTED],
		["{'a':1}", 1, 2, UNEXPECTED],
		['{"a":\n  tru}', 2, 3, UNEXPECTED],
		['{"a":"x\ny"}', 1, 6, "A string that begins here has no end on its line"],
		['{"a":"\t"}', 1, 6, CONTROL],
		['{"a":"\u0001"}', 1, 6, CONTROL],
		['{"a":"\\x"}', 1, 6, "A string that begins here has a backslash that begins no escape of JSON"],
		['["\\u00g"]', 1, 2, "A string that begins here has a \\u without four hexadecimal digits"],
		['{"a":"b', 1, 6, "A string that begins here has no end on its line"],
		['{"a":1', 1, 7, 'Expected "}", but the text ends'],
		["[", 1, 2, 'Expected "]", but the text ends'],
		['{"a":}', 1, 6, "Expected a value"],
		["[1}", 1, 3, EXPECTED_COMMA],
		["[1.]", 1, 2, "A number that begins here has no end"],
		['<!-- {"a":1} -->', 1, 1, "Markup stands here; JSON has none"],
		['{"a":1} // end', 1, 9, "A comment stands here; JSON has none"],
		['{ // begin\n"a":1}', 1, 3, "A comment stands here; JSON has none"],
		["\ufeff{}", 1, 1, UNEXPECTED],
		['{"a":1}\r\n{"b":2}', 2, 1, "Something follows the end of the JSON value"],
		["01", 1, 2, "Something follows the end of the JSON value"],
		["[undefined]", 1, 2, UNEXPECTED],
	])("locates the error in %j", (text, line, column, says) => {
		expect(findJsonFault(text)).toEqual({ line, column, says });
	});

	it.each(["[1e5,1E+5,-0.5e-3,0,-0]", "[true,false,null]", " \t\r\n{ } ", "[[],{}]", '"\\u00Fa\\b\\/"', "7"])(
		"finds no fault in %s",
		(text) => {
			expect(findJsonFault(text)).toBeNull();
		},
	);

	it("agrees with JSON.parse on valid text", () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
				expect(findJsonFault(JSON.stringify(value, null, indent))).toBeNull();
			}),
		);
	});

	it("agrees with JSON.parse on text broken in one place", () => {
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
		);
	});

	it("reads long text, and no deeper than 1,000 levels", () => {
		expect(findJsonFault("[".repeat(1_000) + "]".repeat(1_000))).toBeNull();
		const deeper = { line: 1, column: 5_001, says: "It is nested more than 1,000 levels deep" };
		expect(findJsonFault('{"a":'.repeat(500_000))).toMatchObject(deeper);
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

	it("stops at its cap and at too deep nesting, and reads long strings", () => {
		expect(findRepeatedNames(`[{"a":1,"a":2},${"[".repeat(500_000)}`, 10)).toHaveLength(1);
		expect(names(`{${'"a":1,'.repeat(100)}"a":"${"\\\\x".repeat(200_000)}"}`)).toHaveLength(10);
	});

	it("reports the path to the second name", () => {
		expect(findRepeatedNames('{"a":[1,{"b":1,"b":2}]}', 10)[0]?.path).toEqual(["a", 1, "b"]);
	});
});
