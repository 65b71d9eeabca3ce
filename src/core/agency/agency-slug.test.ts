import { describe, expect, it } from "vitest";
import { agencySlugSchema, SLUG_LENGTH } from "./agency.ts";
import { agencySlugOf, freeSlug } from "./agency-slug.ts";

describe("agencySlugOf", () => {
	it.each([
		["North Pier", "north-pier"],
		["Müller & Söhne <SEO>", "mueller-soehne-seo"],
		["Северное сияние", "severnoe-siyanie"],
		["Αθήνα SEO", "athina-seo"],
		["Łódź Straße", "lodz-strasse"],
		["ＡＢＣ ﬁne", "abc-fine"],
		["I♥NY", "i-ny"],
		["24notion", "agency-24notion"],
		["合同会社", ""],
		["😀", ""],
	])("spells %s as %j", (name, slug) => {
		expect(agencySlugOf(name)).toBe(slug);
	});

	it("returns a valid slug or an empty one for any name", () => {
		// Samples every Unicode block, alone and next to letters that stay.
		for (let code = 0; code < 0x30000; code += 97) {
			const sign = String.fromCodePoint(code).toWellFormed();
			for (const name of [sign, `a${sign}1`, `${sign}${"b".repeat(38)}-c-d`, `1234567${sign}`]) {
				const slug = agencySlugOf(name);
				expect(slug === "" || agencySlugSchema.safeParse(slug).success, `${name}: ${slug}`).toBe(true);
			}
		}
	});
});

describe("freeSlug", () => {
	it("appends the next number to a taken slug, within its length", async () => {
		const taken = new Set(["north", "north-2"]);
		const isTaken = async (slug: string) => taken.has(slug);
		expect([await freeSlug("east", isTaken), await freeSlug("north", isTaken)]).toEqual(["east", "north-3"]);
		const long = "x".repeat(SLUG_LENGTH);
		expect(await freeSlug(long, async (slug) => slug === long)).toBe(`${"x".repeat(SLUG_LENGTH - 2)}-2`);
	});
});
