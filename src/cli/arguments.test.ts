import { describe, expect, it } from "vitest";
import { oneOf, readArguments, wholeNumber } from "./arguments.ts";

const OPTIONS = { json: { type: "boolean", default: false }, mode: { type: "string" } } as const;
const read = (...argv: string[]) => readArguments("sightline audit", argv, OPTIONS, { atMost: 1 });

describe("readArguments", () => {
	it("reads options and the domain in any order", () => {
		expect(read("--json", "example.com").values.json).toBe(true);
		expect(read("example.com", "--mode", "deep")).toMatchObject({
			positionals: ["example.com"],
			values: { mode: "deep" },
		});
	});

	it.each([
		[["--jsn"], /--jsn/],
		[["--mode"], /--mode/],
		[["--json=yes"], /--json/],
		[["a.example.com", "b.example.com"], /"b.example.com" is one argument too many/],
	])("refuses %j and points to the help", (argv, says) => {
		expect(() => read(...argv)).toThrow(says);
		expect(() => read(...argv)).toThrow(/See sightline audit --help/);
	});
});

describe("values", () => {
	it("are words of a list or whole numbers of a range", () => {
		expect(oneOf("c", "mode", "deep", ["light", "deep"])).toBe("deep");
		expect(() => oneOf("c", "mode", "Deep", ["light", "deep"])).toThrow(/--mode is "Deep"; it takes light or deep/);
		expect(wholeNumber("c", "n", "100", { from: 0, to: 100 })).toBe(100);
		for (const value of ["101", "-1", "1.5", "1e2", "", "ten"]) {
			expect(() => wholeNumber("c", "n", value, { from: 0, to: 100 }), value).toThrow(/from 0 to 100/);
		}
	});
});
