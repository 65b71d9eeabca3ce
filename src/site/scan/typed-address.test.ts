import { expect, it } from "vitest";
import { readTypedAddress } from "./typed-address.ts";

it.each([
	["example.com", false],
	["https://example.com/", false],
	["example.com/#top", false],
	["example.com/about", true],
	["https://Bücher.de/?q=1", true],
	["//example.com/a", true],
])("tells whether %j names a page of its site: %s", (typed, namesPage) => {
	expect(readTypedAddress(typed)).toMatchObject({ namesPage, target: { url: expect.stringMatching(/^https:/) } });
});

it.each([
	["mailto:a@example.com", '"mailto:" addresses'],
	["a b/c", "is not an address"],
	["10.0.0.1", "IP address"],
	["", "No domain"],
])("says why %j cannot be audited", (typed, fault) => {
	expect(readTypedAddress(typed)).toEqual({ fault: expect.stringContaining(fault) });
});
