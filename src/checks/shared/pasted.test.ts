import { expect, test } from "vitest";
import { pasted } from "./pasted.ts";

test.each([
	["A title", "A title"],
	[' The\n"Bindery" & more ', "The &quot;Bindery&quot; &amp; more"],
	["x".repeat(200), "x".repeat(200)],
	["x".repeat(201), null],
])("%j is pasted as %j", (value, code) => {
	expect(pasted(value)).toBe(code);
});
