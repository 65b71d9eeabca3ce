import { expect, test } from "vitest";
import { whatItIs } from "./foreign-file.ts";

test.each([
	['{"ok":true,"domain":"a.example"}', "the output of sightline audit --json"],
	['{"version":"2.1.0","runs":[]}', "a SARIF log"],
	['{"name":"a","version":"1.0.0"}', "the description of a package (package.json)"],
	['{"entries":[]}', "a watchlist"],
	["[]", "a list"],
	["7", "a single value"],
	["{}", undefined],
	['{"resultDigest":"","name":"a","version":"1"}', undefined],
	["<!doctype html><title>A</title>", "a web page"],
	['<svg xmlns="http://www.w3.org/2000/svg"/>', "a picture (SVG)"],
	[`audit.example.com\n3\n${"A".repeat(43)}=\n`, "a checkpoint of a log"],
	["c2sp.org/tlog-proof@v1\nindex 1\n", expect.stringContaining("the proof of a receipt")],
	["# Read me", "Markdown"],
	["nothing known", undefined],
])("%s is %s", (text, is) => {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		value = undefined;
	}
	expect(whatItIs(text, value)).toEqual(is);
});
