import { describe, expect, it } from "vitest";
import { agencyFileSchema, agencyNameSchema, agencySlugSchema } from "./agency.ts";
import { contactLink } from "./contact-link.ts";

const accepts = (name: string) => agencyNameSchema.safeParse(name).success;

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
});

describe("an agency's slug", () => {
	it.each(["nordlicht", "north-pier", "a", "3", "1234567", "123456789", "northern", "2-notion"])(
		"may be %s",
		(slug) => {
			expect(agencySlugSchema.safeParse(slug).success).toBe(true);
		},
	);

	it.each(["", "North", "north--pier", "-a", "a-", "ä", "a.b", "a~b", "a/b", "x".repeat(41), "24notion", "00000000"])(
		"may not be %j",
		(slug) => {
			expect(agencySlugSchema.safeParse(slug).success).toBe(false);
		},
	);
});

const faultsOf = (file: object) =>
	agencyFileSchema.safeParse(file).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("an agency's file", () => {
	it("may have all members", () => {
		const file = {
			$schema: "../agency.schema.json",
			name: "North Pier",
			url: "https://north-pier.example",
			address: "1 Pier Road\nWhitby YO21",
			contact: "hello@north-pier.example",
			logo: "north-pier.svg",
			colors: { accent: "#0A5", ink: "#000000" },
			note: "We can do all of it.\nTell us when.",
			action: { label: "Book a call", url: "https://north-pier.example/call" },
			sections: ["engines", "fixes", "history"],
		};
		expect(agencyFileSchema.parse(file)).toEqual({ ...file, colors: { accent: "#00aa55", ink: "#000000" } });
	});

	it.each([
		[{ name: "N", color: {} }, "Unrecognized key"],
		[{ name: "N", url: "javascript:alert(1)" }, "url: must be an address"],
		[{ name: "N", url: "https://user:pass@a.example" }, "url: must not hold a user's name"],
		[{ name: "N", contact: "write to us" }, "contact: must be an email address"],
		[{ name: "N", contact: "javascript:alert(1)" }, "contact: must be an email address"],
		[{ name: "N", contact: "a@b.example\nBcc: c@d.example" }, "contact: must be an email address"],
		[{ name: "N", logo: "../secret.svg" }, "logo: must be the name"],
		[{ name: "N", logo: "logo.gif" }, "logo: must be the name"],
		[{ name: "N", address: "a\u202eb" }, "address: must be printable"],
		[{ name: "N", colors: { accent: "red", ink: "#000" } }, "colors.accent: must be a colour"],
		[{ name: "N", colors: { accent: "#fff;}body{}", ink: "#000" } }, "colors.accent: must be a colour"],
		[{ name: "N", colors: { accent: "#777777", ink: "#ffffff" } }, "colors.ink: has a contrast of 4.4 to 1"],
		[{ name: "N", colors: { accent: "#777" } }, "colors.ink: "],
		[{ name: "N", note: "" }, "note: must not be empty"],
		[{ name: "N", note: "\u3164" }, "note: must have something that can be read"],
		[{ name: "N", note: "x".repeat(401) }, "note: must have 400 characters at most"],
		[{ name: "N", note: `${"line\n".repeat(6)}line` }, "note: must have 6 lines at most"],
		[{ name: "N", note: "a\u202eb" }, "note: must be printable"],
		[
			{ name: "N", action: { label: "Call", url: "http://a.example" } },
			"action.url: must be an address that begins with https://",
		],
		[
			{ name: "N", action: { label: "Call", url: "javascript:alert(1)" } },
			"action.url: must be an address that begins with https://",
		],
		[{ name: "N", action: { label: "Call", url: "https://u:p@a.example" } }, "action.url: must not hold a user's name"],
		[{ name: "N", action: { url: "https://a.example" } }, "action.label: "],
		[{ name: "N", action: { label: "two\nlines" } }, "action.label: must be one line"],
		[{ name: "N", sections: [] }, "sections: must name one section at least"],
		[{ name: "N", sections: ["fixes", "prices"] }, "sections.1: must be one of fixes, engines"],
		[{ name: "N", sections: ["fixes", "seen", "fixes"] }, "sections: must name each section once"],
	])("may not be %j", (file, says) => {
		expect(faultsOf(file).join("\n")).toContain(says);
	});

	it.each([
		["hello@north-pier.example", "mailto:hello@north-pier.example"],
		["+49 (40) 12 34-56", "tel:+4940123456"],
		["https://north-pier.example/contact", "https://north-pier.example/contact"],
		["nobody", undefined],
	])("links the contact %s to %s", (contact, link) => {
		expect(contactLink(contact)).toBe(link);
	});
});
