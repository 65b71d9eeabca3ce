import { expect, test } from "vitest";
import { refreshDelay } from "./refresh-delay.ts";

test.each([
	["30", 30],
	[" \n30", 30],
	["0; url=/new", 0],
	["5,url=/new", 5],
	["5 /new", 5],
	["5.9;/new", 5],
	["5..9", 5],
	[".5", 0],
	["72001; https://w3.org", 72_001],
	["", null],
	["foo; URL=/new", null],
	["; 30", null],
	["+5; /new", null],
	["-00.12 foo", null],
	["0: https://w3.org", null],
	["5s", null],
])("%j", (content, seconds) => {
	expect(refreshDelay(content)).toBe(seconds);
});
