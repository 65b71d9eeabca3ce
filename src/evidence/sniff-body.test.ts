import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { sniffBody } from "./sniff-body.ts";

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

	it("knows compressed bytes as binary", () => {
		expect(sniffBody(gzipSync("hello"))).toBe("binary");
	});

	it("takes little time, whatever the bytes", () => {
		const unit = fc.constantFrom("<!--", "-->", "<", " ", "[", "](", "\n", "-", "{", "a");
		fc.assert(
			fc.property(fc.string({ unit, maxLength: 5000 }), (text) => {
				const started = cpuUnits();
				sniff(text);
				expect(cpuUnits() - started).toBeLessThan(200);
			}),
			{ numRuns: 50 },
		);
	});
});
