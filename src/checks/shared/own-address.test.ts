import { expect, test } from "vitest";
import { hostOf, isOwnRoot, isSamePage, segmentsOf } from "./own-address.ts";

const BASE = "https://www.a.example/shop/";

test("a host, with www taken off", () => {
	expect(hostOf("https://www.b.example/x", BASE)).toBe("b.example");
	expect(hostOf("../x", BASE)).toBe("a.example");
	expect(hostOf("https://", BASE)).toBe("");
});

test.each(["https://a.example", "http://www.a.example/", "/", "/index.html", "https://a.example/#top"])(
	"%s is the site's root",
	(address) => {
		expect(isOwnRoot(address, BASE)).toBe(true);
	},
);

test.each(["https://b.example/", "/about", "https://"])("%s is not", (address) => {
	expect(isOwnRoot(address, BASE)).toBe(false);
});

test("one page under several addresses", () => {
	expect(isSamePage("/about/", "https://a.example/about/index.html#us", BASE)).toBe(true);
	expect(isSamePage("/about/", "/about/?page=2", BASE)).toBe(false);
	expect(isSamePage("/about/", "https://b.example/about/", BASE)).toBe(false);
	expect(isSamePage("https://", "https://", BASE)).toBe(false);
});

test("segments without an index file", () => {
	expect(segmentsOf("/a//b/index.php?x=1", BASE)).toEqual(["a", "b"]);
	expect(segmentsOf("/a/indexes", BASE)).toEqual(["a", "indexes"]);
});
