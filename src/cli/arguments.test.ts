import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

const says = "";
const SPEC = {
	argument: { name: "domain" },
	options: {
		json: { type: "boolean", says },
		mode: { type: "string", says, choices: ["light", "deep"] },
		pages: { type: "string", says, range: { from: 0, to: 100 } },
		key: { type: "string", says, multiple: true },
		dist: { type: "string", says, default: "dist" },
	},
} as const;
const read = (...argv: string[]) => readArguments("sightline audit", argv, SPEC);

describe("readArguments", () => {
	it("reads options and the argument in any order", () => {
		expect(read("--json", "example.com").options.json).toBe(true);
		expect(read("example.com", "--mode", "deep")).toMatchObject({ argument: "example.com", options: { mode: "deep" } });
	});

	it("gives every option a value of its type", () => {
		expect(read().options).toEqual({ json: false, mode: undefined, pages: undefined, key: [], dist: "dist" });
		const all = read("--json", "--mode=deep", "--pages", "7", "--key", "a", "--key", "b", "--dist", "out");
		expect(all.options).toEqual({ json: true, mode: "deep", pages: 7, key: ["a", "b"], dist: "out" });
	});

	it.each([
		[["--jsn"], /--jsn'. Did you mean --json\?/],
		[["--something"], /--something'. See/],
		[["--mode"], /--mode/],
		[["--json=yes"], /--json/],
		[["a.example.com", "b.example.com"], /Unexpected argument "b.example.com"/],
		[["--mode", "Deep"], /--mode is "Deep"; choose light or deep/],
	])("refuses %j and points to the help", (argv, message) => {
		expect(() => read(...argv)).toThrow(message);
		expect(() => read(...argv)).toThrow(/See sightline audit --help/);
	});

	it.each(["101", "-1", "1.5", "1e2", "", "ten"])("refuses %j instead of a whole number from 0 to 100", (value) => {
		expect(() => read(`--pages=${value}`)).toThrow(/from 0 to 100/);
	});

	it("reads two arguments, the second from a list of choices", () => {
		const spec = {
			argument: { name: "a", missing: "No a was given" },
			second: { name: "b", missing: "No b was given", choices: ["x", "y"] },
			options: {},
		} as const;
		expect(readArguments("c", ["1", "y"], spec)).toMatchObject({ argument: "1", second: "y" });
		expect(() => readArguments("c", ["1"], spec)).toThrow(/No b was given/);
		expect(() => readArguments("c", ["1", "z"], spec)).toThrow(/Unknown b "z"; choose x or y/);
		expect(() => readArguments("c", ["1", "x", "y"], spec)).toThrow(/Unexpected argument/);
	});

	it("requires an argument unless help is requested", () => {
		const spec = { argument: { name: "file", missing: "Name a file" }, options: {} } as const;
		expect(() => readArguments("c", [], spec)).toThrow(/Name a file/);
		expect(readArguments("c", ["-h"], spec).help).toBe(true);
	});
});
