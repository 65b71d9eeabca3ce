import { describe, expect, it } from "vitest";
import { EVERY_KIND, makeFacts } from "./picture-facts.testkit.ts";
import { shieldsEndpoint } from "./shields-endpoint.ts";

/** Of the endpoint badge's schema, as its documentation lists them. */
const KNOWN = [
	"schemaVersion",
	"label",
	"message",
	"color",
	"labelColor",
	"isError",
	"namedLogo",
	"logoSvg",
	"logoColor",
	"logoSize",
	"style",
	"cacheSeconds",
];

describe("the shields endpoint", () => {
	it("says what the badge says", () => {
		expect(shieldsEndpoint(makeFacts())).toEqual({
			schemaVersion: 1,
			label: "sightline",
			message: "86 mostly ready · 21 Nov 2026",
			color: "#1d6b3f",
			labelColor: "#16191b",
			isError: false,
			cacheSeconds: 21_600,
		});
	});

	it.each(Object.entries(EVERY_KIND))("%s: has no member that an older shields would refuse", (_, facts) => {
		const endpoint = shieldsEndpoint(facts);
		expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(endpoint)));
		expect(endpoint.message).not.toBe("");
	});

	it.each(["not audited", "not yet sealed", "withdrawn"])("lets nobody paint %s in the colour of success", (name) => {
		expect(shieldsEndpoint(EVERY_KIND[name] ?? makeFacts())).toMatchObject({ isError: true, color: "lightgrey" });
	});

	it("turns grey with age", () => {
		expect(shieldsEndpoint(EVERY_KIND.stale ?? makeFacts())).toMatchObject({ isError: false, color: "lightgrey" });
	});
});
