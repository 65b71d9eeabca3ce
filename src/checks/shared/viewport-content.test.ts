import { expect, test } from "vitest";
import { readViewport } from "./viewport-content.ts";

test.each([
	["width=device-width, initial-scale=1", true, null],
	["", true, null],
	["user-scalable=no", false, null],
	["USER-SCALABLE = NO", false, null],
	["width=device-width;user-scalable=0;", false, null],
	["user-scalable=yes", true, null],
	["user-scalable=device-height", true, null],
	["user-scalable=5", true, null],
	["user-scalable=-1", true, null],
	["user-scalable=0.9", false, null],
	["user-scalable=maybe", false, null],
	["user-scalable=", false, null],
	["user-scalable", true, null],
	["user-scalable=no user-scalable=yes", true, null],
	["maximum-scale=2.0", true, 2],
	["maximum-scale=1.5x", true, 1.5],
	["maximum-scale=0", true, 0.1],
	["maximum-scale=99", true, 10],
	["maximum-scale=-1", true, null],
	["maximum-scale=yes", true, 1],
	["maximum-scale=no", true, 0.1],
	["maximum-scale=device-width", true, 10],
	["maximum-scale=big", true, 0.1],
	["initial-scale=1,maximum-scale=1,user-scalable=no", false, 1],
])("%s", (content, userScalable, maximumScale) => {
	expect(readViewport(content)).toEqual({ userScalable, maximumScale });
});

test("stays linear on white space", () => {
	expect(readViewport(`a${" ".repeat(2_000)}b=${" ".repeat(2_000)}c`)).toEqual({
		userScalable: true,
		maximumScale: null,
	});
});
