import { describe, expect, it } from "vitest";
import { agencySchema } from "./agency.ts";

const accepts = (name: string) => agencySchema.safeParse({ name }).success;

describe("an agency's name", () => {
	it.each(["Nordlicht Digital", "Müller & Söhne <SEO>", "合同会社ひかり", "x".repeat(60)])("may be %s", (name) => {
		expect(accepts(name)).toBe(true);
	});

	it.each(["", "   ", "x".repeat(61), "two\nlines", "right\u202eleft", "https://agency.example", "www.agency.example"])(
		"may not be %j",
		(name) => {
			expect(accepts(name)).toBe(false);
		},
	);

	it("keeps what later versions of the file may hold out of the way", () => {
		expect(agencySchema.parse({ name: "Nordlicht", logo: "logo.svg" })).toEqual({ name: "Nordlicht" });
	});
});
