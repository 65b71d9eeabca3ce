import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { canonicalJson } from "#core/json-object.ts";
import { readJson, sniffBody } from "./response-body.ts";

function sniff(text: string) {
	return sniffBody(new TextEncoder().encode(text));
}

describe("sniffBody", () => {
	it.each([
		["", "empty"],
		["\ufeff \n\t", "empty"],
		["<!DOCTYPE html><title>x</title>", "html"],
		["\n <!-- a --> <!-- b -->\n<HTML lang=de>", "html"],
		["<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'><html>", "html"],
		["<h1>Not found</h1>", "html"],
		["<!-- only a comment", "html"],
		["<!-- made by x -->\n\n# A site\n", "markdown"],
		["<?xml version='1.0'?><urlset/>", "xml"],
		["<!-- made by x -->\n<rss version='2.0'>", "xml"],
		["<sit:urlset xmlns:sit='x'>", "xml"],
		['{"a": 1}', "json"],
		["{}", "json"],
		['[{"a": 1}]', "json"],
		['{ "broken": ', "json"],
		["# Acme\n\n> Tools", "markdown"],
		["Acme\n\n- [Docs](https://a.example/)", "markdown"],
		["[Docs](https://a.example/)", "markdown"],
		["User-agent: *\nDisallow: /", "text"],
		["#comment", "text"],
		["{curly} words", "text"],
		["a < b", "text"],
		["a\0b", "binary"],
	])("%j is %s", (text, kind) => {
		expect(sniff(text)).toBe(kind);
	});

	it("detects compressed bytes as binary", () => {
		expect(sniffBody(gzipSync("hello"))).toBe("binary");
	});

	it("is fast for any bytes", () => {
		const unit = fc.constantFrom("<!--", "-->", "<", " ", "[", "](", "\n", "-", "{", "a");
		fc.assert(
			fc.property(fc.string({ unit, maxLength: 5000 }), (text) => {
				const started = cpuUnits();
				sniff(text);
				expect(cpuUnits() - started).toBeLessThan(200);
			}),
		);
	});
});

function read(text: string) {
	return readJson({ url: "https://a.example/", body: new TextEncoder().encode(text) });
}

describe("readJson", () => {
	it("returns the value", () => {
		expect(read('\ufeff{"a":[1,"b",null,true]}')).toEqual({ json: { a: [1, "b", null, true] }, jsonError: null });
	});

	it.each([
		["", /\(line 1, column 1\)\.$/],
		['{"a": 1,\n}', /comma.* \(line 1, column 8\)\.$/i],
		["<!doctype html>", /\(line 1, column 1\)\.$/],
		[`${"[".repeat(100)}${"]".repeat(100)}`, /^It is nested more than 64 levels deep\.$/],
	])("reports the error in %j", (text, says) => {
		const { json, jsonError } = read(text);
		expect(json).toBeNull();
		expect(jsonError).toMatch(says);
	});

	it("parses but does not keep values beyond 64 KiB", () => {
		expect(read(JSON.stringify("x".repeat(70_000)))).toEqual({ json: null, jsonError: null });
		expect(read(`"${"x".repeat(70_000)}`).jsonError).toMatch(/line 1/);
	});

	it("survives bombs", () => {
		expect(read("[".repeat(1_000_000)).jsonError).toMatch(/1,000 levels deep \(line 1/);
		expect(read(`${"[".repeat(20_000)}${"]".repeat(20_000)}`).jsonError).toMatch(/levels deep/);
	});

	it("keeps names special to JavaScript as data", () => {
		const { json } = read('{"__proto__": {"polluted": true}, "constructor": 1}');
		expect(Object.keys(json as object)).toEqual(["__proto__", "constructor"]);
		expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
		expect("polluted" in (json as object)).toBe(false);
	});

	it("keeps only values with a canonical form", () => {
		expect(read('{"a":"\\ud800","\\udc00":1,"n":1e999}').json).toEqual({ a: "\ufffd", "\ufffd": 1, n: null });
		fc.assert(
			fc.property(fc.json(), (text) => {
				const { json, jsonError } = read(text);
				expect(jsonError).toBeNull();
				canonicalJson(json);
			}),
		);
	});
});
