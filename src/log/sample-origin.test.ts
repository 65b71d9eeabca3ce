import { expect, it } from "vitest";
import { isSampleOrigin } from "./sample-origin.ts";

it.each(["samples.sightline.invalid/log", "invalid", "a.INVALID:8080/log", "a.invalid./log"])(
	"%s is one of samples",
	(origin) => {
		expect(isSampleOrigin(origin)).toBe(true);
	},
);

it.each(["audit.example.com/log", "example.com/a.invalid", "notinvalid/log", "a.invalid.example.com/log", ""])(
	"%s is not",
	(origin) => {
		expect(isSampleOrigin(origin)).toBe(false);
	},
);
