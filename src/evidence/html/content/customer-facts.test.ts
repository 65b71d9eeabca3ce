import { expect, it, test } from "vitest";
import { readPage } from "../digest-page.ts";
import { readsAsAddress, telephoneIn, timesIn } from "./customer-facts.ts";

const read = (body: string) =>
	readPage(`<!doctype html><html lang=en><title>t</title><body>${body}`, "https://site.example/").customer;

it.each([
	["<p>€ 9.50 and 12,00 EUR</p>", 2, 0],
	["<p>1.299 TL, 1,200円, 500 บาท, ٩٠ ريال</p>", 4, 0],
	["<b class=price>--</b> <b class=product-price>€ --</b> <b itemprop=price>-.-- €</b>", 0, 3],
	["<b class=price></b> <b class=price>On request</b> <b class=price>Free</b> <b class=price-filter>-</b>", 0, 0],
	["<b class=price>$</b><b class=price>49</b>", 1, 0],
	["<div class=price><span class=price-value>--</span></div>", 0, 1],
	["<b class=price hidden>--</b> <script>document.price = '€ 9'</script>", 0, 0],
])("of %s, amounts and prices without a figure are counted", (html, amounts, blank) => {
	const { amounts: found, blankPrices } = read(html);
	expect([found, blankPrices.count]).toEqual([amounts, blank]);
});

test("a blank price is shown where it stands, and what a page tells customers is read from its text", () => {
	const body = "<p class=price>–</p><address>12 Thread Lane, York</address><p>Call 030 6999 0147, 9:00–18:00</p>";
	expect(read(body)).toMatchObject({
		blankPrices: { count: 1, first: [{ excerpt: "<p class=price>" }] },
		telephone: "030 6999 0147",
		address: "12 Thread Lane, York",
		hours: "9:00–18:00",
	});
	expect(read("<p>Books are bound here.</p>")).toMatchObject({ telephone: null, address: null, hours: null });
});

it.each([
	["Call (212) 688-1234 now", "(212) 688-1234"],
	["Tel: 89 123 45 67", "89 123 45 67"],
	["+49 30 6999 0147", "+49 30 6999 0147"],
	["0538 840 42 64", "0538 840 42 64"],
	["301-304-1419", "301-304-1419"],
	["هاتف: ٠٥٥ ١٢٣ ٤٥٦٧", "055 123 4567"],
	["電話 03-1234-5678", "03-1234-5678"],
	["Between 2019 and 2024 we bound 1 200 300 books", null],
	["ISBN 978 3 16 148410 0", null],
	["2026-11-22 10:15", null],
])("in %j the telephone number is %j", (text, number) => {
	expect(telephoneIn(text)).toBe(number);
});

it.each([
	"Mon–Fri 9am–5pm",
	"9:00 – 18:00",
	"Di bis Sa 9 bis 18 Uhr, 9–18 Uhr",
	"9h à 18h",
	"de 9:00 a 14:00",
	"Open 24/7",
	"7/24 hizmet",
	"営業時間 10:00～19:00",
	"24 ساعة",
])("%j tells opening hours", (text) => {
	expect(timesIn(text)).not.toBeNull();
});

it.each(["Pages 9–18", "2019–2024", "at 9:00", "from 10 to 20 books", "3:2 – a match"])("%j tells none", (text) => {
	expect(timesIn(text)).toBeNull();
});

it.each([
	"12 Thread Lane, York",
	"1600 Old Mill Rd, Rockville",
	"Hauptstraße 7, 10115 Berlin",
	"Lange Straße 12",
	"14 rue des Fleurs, Lyon",
	"Calle Mayor 5, Madrid",
	"Via Roma, 12",
	"Kerkstraat 3",
	"Storgatan 9",
	"ul. Długa 4",
	"Atatürk Mah. 5. Sok. No: 2",
	"ул. Ленина 5",
	"〒100-0001 東京都千代田区1-1",
	"台北市信義路5號",
	"طريق الملك فهد",
	"27 Northgate, Wexcombe",
])("%j reads as an address", (text) => {
	expect(readsAsAddress(text)).not.toBeNull();
});

it.each([
	"Books are bound here",
	"5 ways to court readers in style",
	"on page 12 of the way",
	"We took 3 courses",
	"Since 1998 Berlin, Rome",
])("%j reads as none", (text) => {
	expect(readsAsAddress(text)).toBeNull();
});
