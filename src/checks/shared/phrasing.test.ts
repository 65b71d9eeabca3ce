import { expect, test } from "vitest";
import { count, listing, percent } from "./phrasing.ts";

test("counts in words", () => {
	expect([count(0, "image"), count(1, "image"), count(2, "image")]).toEqual(["0 images", "1 image", "2 images"]);
	expect(count(3, "address", "addresses")).toBe("3 addresses");
});

test("lists as people write", () => {
	expect(listing([])).toBe("");
	expect(listing(["a"])).toBe("a");
	expect(listing(["a", "b"])).toBe("a and b");
	expect(listing(["a", "b", "c"])).toBe("a, b and c");
	expect(listing(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
	expect(listing(["a", "b", "c", "d"], 4)).toBe("a, b, c and d");
});

test("never rounds a share up", () => {
	expect([percent(0.599), percent(0.6), percent(1), percent(0)]).toEqual(["59 %", "60 %", "100 %", "0 %"]);
});
