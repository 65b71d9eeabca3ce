/** How telephone numbers, postal addresses and opening hours are written, in some twenty languages. */

/** Digits of other scripts, which people write in numbers and times. */
const OTHER_DIGITS = /[٠-٩۰-۹๐-๙०-९０-９]/g;
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0x0966, 0xff10];

function withAsciiDigits(text: string): string {
	return text.replace(OTHER_DIGITS, (digit) => {
		const code = digit.charCodeAt(0);
		const zero = ZEROS.find((each) => code >= each && code < each + 10) ?? code;
		return String(code - zero);
	});
}

const NUMBER = /(?:\+|\b00|\(|\b)\d{1,4}\)?(?:[ .\-–/()]{1,3}\d{2,5}){2,5}\b|(?:\+|\b0)\d{8,13}\b/g;
const NAMED =
	/(?:tel|fon|phone|call|mobil|cell|hotline|whats\s?app|fax|teléf|télé|τηλ|тел|電話|电话|☎|📞|โทร|هاتف|جوال|טל|전화)[^\p{L}\d]{0,12}$/iu;

/** A telephone number that begins as one does, or that a word announces. */
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

/** Currencies that are written as words, behind the figure. */
const WORDS =
	/\d ?(?:円|圓|元|원|บาท|TL\b|руб|грн|лв|дин|ден|ريال|ر\.س|درهم|د\.إ|جنيه|تومان|ریال|đ|KM\b|euros?\b|dollars?\b|pounds?\b)/giu;

/** How many amounts of money have their currency as a word, in addition to those with its sign or code. */
export function moreAmountsIn(text: string): number {
	return withAsciiDigits(text).match(WORDS)?.length ?? 0;
}

const TIME = "\\d{1,2}(?:[:.h]\\d{2})?";
const HOURS = new RegExp(
	`\\b(?:${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h)|\\d{1,2}[:.h]\\d{2}) ?(?:[-–—~～]|to|till|until|bis|à|a|al|às|alle|tot|til|till|do|до|から|至|到|إلى|ถึง) ?${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h)?|\\b${TIME} ?[-–—] ?${TIME} ?(?:am|pm|a\\.m\\.?|p\\.m\\.?|uhr|h\\b)|\\b24 ?(?:/|x) ?7\\b|\\b7 ?/ ?24\\b|\\b24 (?:hours|stunden|horas|heures|ore|saat|ساعة)|24時間|24小时|24小時|24 ?ชั่วโมง`,
	"iu",
);

/** Hours of a day, from when to when. */
export function timesIn(text: string): string | null {
	return HOURS.exec(withAsciiDigits(text))?.[0].trim() ?? null;
}

const STREETS: readonly RegExp[] = [
	/\b\d{1,6}[a-zA-Z]?,? (?:[\p{Lu}\d][\p{L}\d.'’-]{0,30} ){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Highway|Hwy|Parkway|Pkwy|Pike|Terrace|Way|Place|Row|Close|STREET|ST|ROAD|RD|AVENUE|AVE|LANE|LN|DRIVE|DR|BOULEVARD|BLVD|COURT|CT|SQUARE|HIGHWAY|HWY|PARKWAY|PKWY|PIKE|TERRACE|WAY|PLACE|ROW|CLOSE)\b/u,
	// A number and a name, a comma and a place: streets such as Northgate say no more.
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

/** The first words that read as a street and number, or as a post box, with what stands around them. */
export function readsAsAddress(text: string): string | null {
	for (const street of STREETS) {
		const found = street.exec(text);
		if (found) return text.slice(Math.max(0, found.index - 30), found.index + 90).trim();
	}
	return null;
}
