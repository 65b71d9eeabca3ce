import { describe, expect, test } from "vitest";
import { anAnchor, aPage } from "../page.testkit.ts";
import data from "./owner-links.json" with { type: "json" };
import { isPlaceholderAddress, isPlaceholderContact, OWNER_PAGES, ownerLinks } from "./owner-links.ts";
import translated from "./owner-links-translated.json" with { type: "json" };

const kindsOf = (href: string, name: string) => {
	const page = aPage({ digest: { anchors: [anAnchor(href, name)] } });
	return OWNER_PAGES.filter((kind) => ownerLinks(page, kind, "example.com").length > 0);
};

test.each([
	["/p1", "About Us", ["about"]],
	["/p1", "ÜBER UNS", ["about"]],
	["/p1", "Über uns & unsere Geschichte", ["about"]],
	["/p1", "Impressum", ["about", "contact"]],
	["/p1", "À propos", ["about"]],
	["/p1", "¿Quiénes somos?", ["about"]],
	["/p1", "Chi siamo", ["about"]],
	["/p1", "Sobre nós", ["about"]],
	["/p1", "Over ons", ["about"]],
	["/p1", "HAKKIMIZDA", ["about"]],
	["/p1", "O nas", ["about"]],
	["/p1", "公司簡介", ["about"]],
	["/p1", "会社概要", ["about"]],
	["/p1", "من نحن", ["about"]],
	["/p1", "เกี่ยวกับเรา", ["about"]],
	["/p1", "İletişim", ["contact"]],
	["/p1", "お問い合わせ", ["contact"]],
	["/p1", "اتصل بنا", ["contact"]],
	["/p1", "ติดต่อเรา", ["contact"]],
	["/p1", "Nous contacter", ["contact"]],
	["/p1", "Kontakt", ["contact"]],
	["tel:+443069990147", "", ["contact"]],
	["tel:+15550100", "", []],
	["#", "Contact", []],
	["#!", "About", []],
	["#kontakt", "Kontakt", ["contact"]],
	["/p1", "Ochrana osobných údajov", ["privacy"]],
	["/p1", "Politica de confidențialitate", ["privacy"]],
	["/p1", "За нас", ["about"]],
	["/p1", "Apie mus", ["about"]],
	["/p1", "Kontaktujte nás", ["contact"]],
	["/p1", "تماس با ما", ["contact"]],
	["/%E3%81%8A%E5%95%8F%E3%81%84%E5%90%88%E3%82%8F%E3%81%9B/", "", ["contact"]],
	["mailto:a@example.com", "Write", ["contact"]],
	["https://wa.me/15550100", "", ["contact"]],
	["/p1", "Datenschutzerklärung", ["privacy"]],
	["/p1", "Polityka prywatności", ["privacy"]],
	["/p1", "プライバシーポリシー", ["privacy"]],
	["/p1", "นโยบายความเป็นส่วนตัว", ["privacy"]],
	["https://www.iubenda.com/privacy-policy/1", "Privacy Policy", ["privacy"]],
	["/about-us.html", "More", ["about"]],
	["/en/company/contact", "→", ["about", "contact"]],
	["#contact", "Write to the shop", ["contact"]],
	["/legal/privacy-policy?l=en", "", ["privacy"]],
	["/wiki/Help:Contact_us", "Write to us", ["contact"]],
	["https://en.example.com/contact", "Help desk", ["contact"]],
	["/p1", "Contact Wikipedia", ["contact"]],
	["/p1", "Team", ["about"]],
	["/p1", "আমাদের সম্পর্কে", ["about"]],
	["/p1", "ჩვენ შესახებ", ["about"]],
	["/p1", "კონტაქტი", ["contact"]],
	["/p1", "Կապ", ["contact"]],
	["/p1", "Կապույտ նավ", []],
	["/p1", "Sera ya Faragha", ["privacy"]],
	["/p1", "គោលការណ៍ឯកជនភាព", ["privacy"]],
])("%s %s", (href, name, kinds) => {
	expect(kindsOf(href, name)).toEqual(kinds);
});

describe("no", () => {
	test.each([
		["#", "Contact"],
		["javascript:void(0)", "About us"],

		["https://other.example.net/contact", "A partner"],
		["/blog/private-life", "Private life"],
		["/p1", "What we learned about teams that keep their privacy in a long headline of a card"],
		["/contacted", "Contacted"],
		["/wiki/New_Zealand_Company", "New Zealand Company"],
		["/p1", "Equipo de fútbol"],
		["mailto:?subject=Read this", "Share"],
		["https://badexample.com/contact", "Write"],
	])("%s %s", (href, name) => {
		expect(kindsOf(href, name)).toEqual([]);
	});
});

test("the words are written as links are folded", () => {
	for (const word of [data, translated].flatMap(({ words }) => Object.values(words).flat())) {
		expect(kindsOf("/p1", word), word).not.toEqual([]);
	}
});

test("what opens a menu of that name leads to its pages", () => {
	const anchor = { ...anAnchor("#", "About"), excerpt: '<a href="#" aria-expanded="false">' };
	expect(ownerLinks(aPage({ digest: { anchors: [anchor] } }), "about", "example.com")).toHaveLength(1);
});

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
