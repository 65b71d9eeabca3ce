import { describe, expect, it } from "vitest";
import { closest } from "./closest-word.ts";

describe("closest", () => {
	it.each([
		["adit", "audit"],
		["simulat", "simulate"],
		["reseal", "seal"],
		["sael", undefined],
		["sea", "seal"],
		["x", undefined],
		["frobnicate", undefined],
	])("takes %s for %s", (word, meant) => {
		expect(closest(word, ["audit", "seal", "simulate"])).toBe(meant);
	});
});
