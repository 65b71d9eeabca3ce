import { expect, test } from "vitest";
import { isPlaceholderAddress, isPlaceholderContact } from "./placeholder-contact.ts";

test.each([
	"mailto:info@example.org",
	"mailto:your@email.com",
	"mailto:hello@yourdomain.com?subject=Hi",
	"mailto:youremail@gmail.com",
	"mailto:name@firma.test",
	"tel:+1-555-0100",
	"tel:(212)%20555-0147",
	"tel:+15551234567",
	"tel:1234567890",
	"tel:+49 123 456789",
	"tel:000-000-0000",
	"tel:911",
	"sms:5550199",
])("%s is a placeholder", (url) => {
	expect(isPlaceholderContact(url, "acme.com")).toBe(true);
});

test.each([
	"mailto:info@acme.com",
	"mailto:acme.bindery@gmail.com",
	"mailto:you.and.us@acme-example.com",
	"tel:+49 30 5551790",
	"tel:5551790432",
	"tel:+1 703 395 3900",
	"tel:02-136-5777",
	"https://acme.com/",
])("%s is somebody's own", (url) => {
	expect(isPlaceholderContact(url, "acme.com")).toBe(false);
});

test("mail to the audited site is its own, whatever its domain is called", () => {
	expect(isPlaceholderContact("mailto:info@shop.example.com", "example.com")).toBe(false);
});

test.each([
	["123 Main Street, Springfield", true],
	["123 Fake St., Anytown", true],
	["Lorem ipsum dolor", true],
	["12 Thread Lane, York", false],
	["1123 Main Road, Leeds", false],
])("%s as an address is a placeholder: %s", (text, is) => {
	expect(isPlaceholderAddress(text)).toBe(is);
});
