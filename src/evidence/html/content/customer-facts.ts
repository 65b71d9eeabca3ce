import type { CustomerFacts, Located } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { cut, fold, tidy, withAsciiDigits } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { amountsIn, isCurrencySign } from "./money.ts";

const MAX_BLANK_PRICES = 10;

/** Characters searched: a shop or business has stated these facts by then. */
const MAX_LENGTH = 200_000;
const LONGEST = 120;

export function collectCustomerFacts({ steps, source }: Page): CustomerFacts {
	const seen = visit(steps, new CustomerText());
	const text = fold(seen.pieces.join(""));
	const blank: Located[] = seen.blank.slice(0, MAX_BLANK_PRICES).map(({ element }) => source.startTag(element));
	return {
		amounts: amountsIn(text).length,
		blankPrices: { count: seen.blank.length, first: blank },
		telephone: telephoneIn(text),
		address: seen.addresses.map((each) => tidy(each, LONGEST)).find((each) => /\d/.test(each)) ?? readsAsAddress(text),
		hours: timesIn(text),
	};
}

interface Marked {
	readonly entry: PageElementEntry;
	readonly from: number;
	readonly kind: "price" | "address";
	/** Contains another price element, which counts instead. */
	outer: boolean;
}

class CustomerText {
	readonly pieces: string[] = [];
	readonly blank: PageElementEntry[] = [];
	readonly addresses: string[] = [];
	readonly #open: Marked[] = [];
	#length = 0;

	start(entry: PageElementEntry): void {
		if (entry.separatesWords) this.#add(" ");
		const kind = kindOf(entry);
		if (kind === null || entry.context.notRendered || entry.context.closed) return;
		for (const each of this.#open) if (each.kind === kind) each.outer = true;
		this.#open.push({ entry, from: this.pieces.length, kind, outer: false });
	}

	end(entry: PageElementEntry): void {
		if (this.#open.at(-1)?.entry === entry) this.#close(this.#open.pop());
		if (entry.separatesWords) this.#add(" ");
	}

	text({ folded, context }: PageTextEntry): void {
		if (folded !== "" && !context.notRendered && !context.closed) this.#add(folded);
	}

	#close(marked: Marked | undefined): void {
		if (!marked || marked.outer || this.#length > MAX_LENGTH) return;
		const text = cut(fold(this.pieces.slice(marked.from).join("")).trim(), LONGEST * 2);
		if (marked.kind === "address") this.addresses.push(text);
		else if (isBlank(text)) this.blank.push(marked.entry);
	}

	#add(piece: string): void {
		if (this.#length > MAX_LENGTH) return;
		this.#length += piece.length;
		this.pieces.push(piece);
	}
}

/** Dashes instead of an amount. A lone currency may be next to its amount, an empty element next to a sale price. */
const BLANK = /^([^-–—_?\d]{0,20})[-–—_?]{1,5}(?:[.,][-–—_?]{1,2})?([^-–—_?\d]{0,20})$/u;

function isBlank(text: string): boolean {
	const [, before, behind] = BLANK.exec(text) ?? [];
	return (
		/^n\/a$/i.test(text) ||
		(before !== undefined && [before, behind ?? ""].every((each) => isCurrencySign(each.trim())))
	);
}

const PRICE =
	/(?<![^-_\s])(?:price|preis|prix|precio|prezzo|preco|prijs|fiyat|cena)(?:[-_](?:tag|value|amount|current|now|box|text))?(?:\s|$)/i;

function kindOf({ element: { tagName, attrs } }: PageElementEntry): Marked["kind"] | null {
	if (tagName === "address") return "address";
	for (const { name, value } of attrs) {
		if (name === "itemprop" && (value === "address" || value === "price")) return value;
		if (name === "class" && value.length < 500 && PRICE.test(value)) return "price";
	}
	return null;
}

const NUMBER = /(?:\+|\b00|\(|\b)\d{1,4}\)?(?:[ .\-–/()]{1,3}\d{2,5}){2,5}\b|(?:\+|\b0)\d{8,13}\b/g;
const NAMED =
	/(?:tel|fon|phone|call|mobil|cell|hotline|whats\s?app|fax|teléf|télé|τηλ|тел|電話|电话|☎|📞|โทร|هاتف|جوال|טל|전화)[^\p{L}\d]{0,12}$/iu;

export function telephoneIn(text: string): string | null {
	const plain = withAsciiDigits(text);
	for (const { 0: found, index } of plain.matchAll(NUMBER)) {
		const digits = found.replace(/\D/g, "").length;
		if (digits < 7 || digits > 15) continue;
		if (/^[+(0]/.test(found) || NAMED.test(plain.slice(Math.max(0, index - 30), index))) return found.trim();
		if (/^\d{3}[ .-]\d{3}[ .-]\d{4}$/.test(found)) return found;
	}
	return null;
}

const TIME = "\\d{1,2}(?:[:.h]\\d{2})?";
const HOURS = new RegExp(
	`\\b(?:${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h)|\\d{1,2}[:.h]\\d{2}) ?(?:[-–—~～]|to|till|until|bis|à|a|al|às|alle|tot|til|till|do|до|から|至|到|إلى|ถึง) ?${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h)?|\\b${TIME} ?[-–—] ?${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h\\b)|\\b24 ?(?:/|x) ?7\\b|\\b7 ?/ ?24\\b|\\b24 (?:hours|stunden|horas|heures|ore|saat|ساعة)|24時間|24小时|24小時|24 ?ชั่วโมง`,
	"iu",
);

export function timesIn(text: string): string | null {
	return HOURS.exec(withAsciiDigits(text))?.[0].trim() ?? null;
}

const STREETS: readonly RegExp[] = [
	/\b\d{1,6}[a-zA-Z]?,? (?:[\p{Lu}\d][\p{L}\d.'’-]{0,30} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Highway|Hwy|Parkway|Pkwy|Pike|Terrace|Way|Place|Row|Close|STREET|ST|ROAD|RD|AVENUE|AVE|LANE|LN|DRIVE|DR|BOULEVARD|BLVD|COURT|CT|SQUARE|HIGHWAY|HWY|PARKWAY|PKWY|PIKE|TERRACE|WAY|PLACE|ROW|CLOSE)\b/u,
	// A number and a name, a comma and a place: street names such as Northgate have no telling ending.
	/\b\d{1,3}[a-zA-Z]? \p{Lu}[\p{L}'’-]{2,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2}, \p{Lu}\p{L}{2}/u,
	/(?<=\p{L})(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|straat|laan|plein|gracht|gatan|vägen|vej|gade|veien|gata|katu) ?\d/iu,
	/(?<=\p{L} )(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Ring|utca|út|ulice) ?\d/u,
	/\b\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|route|cours) /iu,
	/\b(?:calle|c\/|avenida|avda\.?|av\.|plaza|paseo|carrer|carrera|cra\.?|rua|praça|travessa|via|viale|piazza|corso|largo|strada|bulevardul|calea)[ .]{1,2}[\p{L}\d.'’ ]{2,40}[,# ]{1,3}(?:n[º°.]? ?|nr\.? ?)?\d/iu,
	/\b(?:ul|al|pl)\. ?\p{L}[\p{L} .-]{1,40} \d|(?:mah|sok|sk|cad|cd|blv)\.|mahallesi|sokak|caddesi|bulvarı/iu,
	/(?:ул\.|улица|проспект|пр-т|пер\.|вул\.|бул\.|οδός|λεωφ)/iu,
	/〒 ?\d{3}|[都道府県市区町村][^。]{1,30}\d|[路街道巷弄] ?\d{1,5} ?[号號]|(?:로|길) ?\d|(?<!\p{L})(?:شارع|طريق|حي|خیابان|רחוב)(?!\p{L})|(?:ถนน|แขวง|ตำบล|อำเภอ)/u,
	/\bp\.? ?o\.? box \d|\bpostfach \d|\bapartado \d/iu,
];

export function readsAsAddress(text: string): string | null {
	for (const street of STREETS) {
		const found = street.exec(text);
		if (found) return text.slice(Math.max(0, found.index - 30), found.index + 90).trim();
	}
	return null;
}
