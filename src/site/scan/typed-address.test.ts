import { describe, expect, it } from "vitest";
import { hostOfPage, typedHost } from "./typed-address.ts";

describe("what was typed", () => {
	it.each([
		["example.com", undefined],
		["https://example.com/", undefined],
		["example.com/#top", undefined],
		["example.com/about", "example.com"],
		["https://example.com/?q=1", "example.com"],
		["//example.com/a", "example.com"],
		["mailto:a@example.com", undefined],
		["a b/c", undefined],
		["", undefined],
	])("%j names a page of: %s", (typed, host) => {
		expect(hostOfPage(typed)).toBe(host);
	});

	it.each([
		["https://München.example/über", "xn--mnchen-3ya.example", "München.example"],
		["münchen.example:443", "xn--mnchen-3ya.example", "münchen.example"],
		["xn--mnchen-3ya.example", "xn--mnchen-3ya.example", undefined],
		["EXAMPLE.com", "example.com", undefined],
		["other.example", "example.com", undefined],
	])("%j writes %s as %s", (typed, host, written) => {
		expect(typedHost(typed, host)).toBe(written);
	});
});
