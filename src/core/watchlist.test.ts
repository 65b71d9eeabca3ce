import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agencyJsonSchema, agencySchema, watchEntrySchema, watchlistJsonSchema } from "./watchlist.ts";

it.each([
	["watchlist", watchlistJsonSchema],
	["agency", agencyJsonSchema],
])("describes a file to editors in reports/%s.schema.json", (name, schema) => {
	const file = new URL(`../../reports/${name}.schema.json`, import.meta.url);
	expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(schema());
});

it("fills in what an entry leaves out, and refuses what it does not know", () => {
	expect(watchEntrySchema.parse({ domain: "example.com" })).toEqual({
		domain: "example.com",
		mode: "light",
		wall: true,
	});
	expect(watchEntrySchema.safeParse({ domain: "example.com", walls: true }).success).toBe(false);
});

const accepts = (name: string) => agencySchema.safeParse({ name }).success;

describe("an agency's name", () => {
	it.each([
		"Node.js Ltd",
		"Acme Inc.",
		"Booking.com",
		"😀",
		"Nordlicht Digital",
		"Müller & Söhne <SEO>",
		"合同会社ひかり",
		"x".repeat(60),
	])("may be %s", (name) => {
		expect(accepts(name)).toBe(true);
	});

	it.each([
		"",
		"   ",
		"x".repeat(61),
		"two\nlines",
		"right\u202eleft",
		"https://agency.example",
		"www.agency.example",
		"Acme (www.acme.com)",
		"acme.com/path",
		"//evil.com",
		"javascript:alert(1)",
		"mailto:a@b.c",
		"see bit.ly/xyz",
		"ｗｗｗ.acme.com",
		"http：//acme.com",
		"\u2800",
		"\u3164",
		"\u115f",
		"\u0301",
	])("may not be %j", (name) => {
		expect(accepts(name)).toBe(false);
	});

	it("keeps what later versions of the file may hold out of the way", () => {
		expect(agencySchema.parse({ name: "Nordlicht", logo: "logo.svg" })).toEqual({ name: "Nordlicht" });
	});
});
