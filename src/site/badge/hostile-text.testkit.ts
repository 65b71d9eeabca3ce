/** Hostile texts from published lists; never shipped. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vectorPath } from "#test/vectors/vectors.ts";

const LISTS = vectorPath("hostile-text");

export function listedHostileTexts(): readonly string[] {
	const json = (name: string) => JSON.parse(readFileSync(join(LISTS, name), "utf8"));
	const purified: { payload: string; expected: string | string[] }[] = json("DOMPurify-expect.json");
	const files = readdirSync(LISTS, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const texts = files
		.filter(({ name }) => !name.endsWith(".json") && name !== "SOURCE.txt")
		.flatMap(({ parentPath, name }) => {
			const text = readFileSync(join(parentPath, name), "latin1");
			return name.endsWith(".svg") ? [text] : [...text.split(/\r?\n/), text.slice(0, 10_000)];
		});
	const all = [
		...json("blns.json"),
		...purified.flatMap(({ payload, expected }) => [payload, expected].flat()),
		...texts,
	];
	return [...new Set(all)].filter((text) => text !== "");
}

/** Our own. */
export const HOSTILE_TEXTS: readonly string[] = [
	'"><script>alert(1)</script><img src=x onerror=alert(1)>',
	"</title></desc><foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>",
	"]]><!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;<?xml-stylesheet href='x'?>",
	"</style><style>@import url(https://evil.example)</style>",
	"javascript:alert(1)",
	"](https://evil.example) ![x](https://evil.example)",
	"{alert(1)}`$" + "{alert(1)}`\\u003cscript>",
	"\u0000\u0001\u001b[31m\u007f\u0085\u009b",
	"\ud800 \udfff a\ud83d",
	"\u202e\u2066\u200b\u200f\ufeffabc",
	"\ufffe\uffff\u{1ffff}",
	"\u2028\u2029\r\n\t",
	"a\u0301\u0301\u0301\u0301".repeat(50),
	"constructor",
	"__proto__",
	"url(data:image/svg+xml,<svg/>)",
	"👩‍👩‍👧‍👦 日本語 עברית ไทย",
	"x".repeat(5000),
	" ",
];
