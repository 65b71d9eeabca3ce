import { expect, it } from "vitest";
import { shortDate } from "./short-date.ts";

it.each([
	["2026-11-21T23:59:59.999Z", "21 Nov 2026"],
	["2026-05-01T00:00:00.000Z", "1 May 2026"],
	["2026-09-30T00:00:00.000Z", "30 Sep 2026"],
])("%s is %s", (iso, words) => {
	expect(shortDate(iso)).toBe(words);
});
