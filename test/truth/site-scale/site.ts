import { seeded } from "#core/seeded.testkit.ts";
import words from "./languages.json" with { type: "json" };

/** The same numbers for the same seed. */
export class Draw {
	readonly #random: () => number;

	constructor(seed: number) {
		this.#random = seeded(seed);
	}

	/** From 0 up to `end`, which is left out. */
	below(end: number): number {
		return Math.floor(this.#random() * end);
	}

	among<T>(items: readonly T[]): T {
		return items[this.below(items.length)] as T;
	}

	some<T>(items: readonly T[], count: number): T[] {
		return Array.from({ length: count }, () => this.among(items));
	}
}

type Language = keyof typeof words;
const LANGUAGES = Object.keys(words) as readonly Language[];
const WITHOUT_SPACES: ReadonlySet<Language> = new Set(["ja", "zh", "th"]);
const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(["ar", "he"]);

const KINDS = ["guide", "article", "product", "list", "contact"] as const;

export interface PlannedPage {
	readonly number: number;
	/** Below the site's folder, with slashes. */
	readonly file: string;
	readonly address: string;
	readonly language: Language;
	readonly kind: (typeof KINDS)[number];
	/** Its first folder, by which the audit tells templates. */
	readonly folder: string;
	/** The page that links to it. */
	readonly parent: number;
	/** Kept for faults that only several pages show together. */
	readonly isReserved: boolean;
	/** Pages that it links to, by number. */
	readonly links: readonly number[];
}

export interface PlannedSite {
	readonly seed: number;
	readonly host: string;
	/** Path that the folder is published at. */
	readonly base: string;
	readonly style: (typeof STYLES)[number];
	readonly lineEnd: "\n" | "\r\n";
	readonly sitemap: "none" | "whole" | "index" | "packed index";
	readonly pages: readonly PlannedPage[];
}

/** Links of one page to others: all pages are reached from the first one. */
const FAN = 12;
/** One of so many pages. */
const RESERVED = 8;
const STYLES = ["folders", "files", "mixed"] as const;
const BASES = ["/", "/", "/repo/", "/docs/v2/"] as const;
const SITEMAPS = ["none", "whole", "index", "packed index"] as const;

export function planSite(seed: number, size: number): PlannedSite {
	const draw = new Draw(seed);
	const base = draw.among(BASES);
	const host = "someone.example-pages.org";
	const languages = draw.some(LANGUAGES, 1 + draw.below(6));
	const style = draw.among(STYLES);
	const pages = Array.from({ length: size }, (_, number): PlannedPage => {
		const language = draw.among(languages);
		const shelf = `shelf-${number % Math.ceil(size / 100)}`;
		const isFolder = style === "folders" || (style === "mixed" && draw.below(2) === 0);
		const name = isFolder
			? `item-${number}/index.html`
			: `${draw.among(["item", "post", ...ODD_NAMES])}-${number}.html`;
		const file = number === 0 ? "index.html" : `${foldersOf(number, shelf, language)}/${name}`;
		const isReserved = number % RESERVED === RESERVED - 1;
		const links = Array.from({ length: FAN }, (_, link) => number * FAN + link + 1).filter((each) => each < size);
		return {
			number,
			file,
			address: addressOf(file, host, base),
			language,
			kind: number === 0 || isReserved ? "guide" : draw.among(KINDS),
			folder: shelf,
			parent: Math.floor((number - 1) / FAN),
			isReserved,
			links,
		};
	});
	return { seed, host, base, style, lineEnd: draw.among(["\n", "\r\n"]), sitemap: draw.among(SITEMAPS), pages };
}

const ODD_NAMES = [
	"a b",
	"100%",
	"it's",
	"q&a",
	"c++",
	"why?",
	"no#1",
	"über-uns",
	"цены",
	"店",
	"e\u0301t\u00e9",
	"~",
	"x;y,z",
	"(1)",
];

function foldersOf(number: number, shelf: string, language: Language): string {
	const depth = number % 5;
	const name = ODD_NAMES[number % (3 * ODD_NAMES.length)];
	return [shelf, ...Array.from({ length: depth }, (_, level) => name ?? `${language}-level-${level}`)].join("/");
}

function addressOf(file: string, host: string, base: string): string {
	const path = file.replace(/(^|\/)index\.html$/, "$1");
	return new URL(`https://${host}${base}${path.split("/").map(encodeURIComponent).join("/")}`).href;
}

class Writer {
	readonly draw: Draw;
	readonly #words: readonly string[];
	readonly #join: string;

	constructor(draw: Draw, language: Language) {
		this.draw = draw;
		this.#words = words[language].split(" ");
		this.#join = WITHOUT_SPACES.has(language) ? "" : " ";
	}

	some(count: number): string {
		return this.draw.some(this.#words, count).join(this.#join);
	}

	sentence(): string {
		const text = this.some(7 + this.draw.below(9));
		return `${text.charAt(0).toUpperCase()}${text.slice(1)}${this.#join === "" ? "。" : "."}`;
	}

	paragraph(): string {
		return Array.from({ length: 3 + this.draw.below(4) }, () => this.sentence()).join(this.#join);
	}
}

/** Clean: without anything that the audit finds fault with. Lines end with LF. */
export function sourceOf(site: PlannedSite, page: PlannedPage): string {
	const writer = new Writer(new Draw(site.seed * 1_000_003 + page.number), page.language);
	const title = `${writer.some(4)} ${page.number}`;
	const { language, address } = page;
	return `<!doctype html>
<html lang="${language}"${RIGHT_TO_LEFT.has(language) ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${writer.sentence()} ${page.number}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="${escaped(address)}">
<meta property="og:title" content="${title}">
<meta property="og:type" content="website">
<meta property="og:url" content="${escaped(address)}">
<meta property="og:image" content="https://${site.host}${site.base}picture.png">
<script type="application/ld+json">
${dataOf(site, page, title)}
</script>
</head>
<body>
<header><nav aria-label="Site"><a href="${site.base}">${writer.some(2)}</a></nav></header>
<main>
<h1>${title}</h1>
${bodyOf(page, writer)}
${page.number === 0 ? `<p>${writer.paragraph()} ${writer.paragraph()} ${writer.paragraph()} ${writer.paragraph()}</p>` : ""}
<h2>${writer.some(3)}</h2>
<p>${writer.paragraph()}</p>
<img src="${site.base}picture.png" width="9" height="9" alt="${writer.some(3)}">
<p>${writer.paragraph()}</p>
<h2>${writer.some(4)}</h2>
<ul>
${page.links.map((link) => `<li><a href="${escaped(site.pages[link]?.address ?? "")}">${writer.some(3)} ${link}</a></li>`).join("\n")}
<li>${writer.some(3)}</li>
</ul>
</main>
<footer><p>${writer.some(6)}</p></footer>
</body>
</html>
`;
}

export function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function dataOf(site: PlannedSite, { address, kind, number }: PlannedPage, name: string): string {
	const home = { "@type": "ListItem", position: 1, name: "Home", item: `https://${site.host}${site.base}` };
	const trail = { "@type": "BreadcrumbList", itemListElement: [home, { "@type": "ListItem", position: 2, name }] };
	const image = `https://${site.host}${site.base}picture.png`;
	const author = { "@type": "Person", name: "Ada Muster" };
	const offers = {
		"@type": "Offer",
		price: `${number}.00`,
		priceCurrency: "EUR",
		availability: "https://schema.org/InStock",
		hasMerchantReturnPolicy: {
			"@type": "MerchantReturnPolicy",
			applicableCountry: "DE",
			returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
			merchantReturnDays: 30,
		},
		shippingDetails: {
			"@type": "OfferShippingDetails",
			shippingRate: { "@type": "MonetaryAmount", value: "4.00", currency: "EUR" },
			shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
			deliveryTime: {
				"@type": "ShippingDeliveryTime",
				transitTime: { "@type": "QuantitativeValue", minValue: 1, maxValue: 3, unitCode: "DAY" },
			},
		},
	};
	const own =
		kind === "article"
			? [
					{
						"@type": "Article",
						headline: name,
						author,
						datePublished: "2025-03-04",
						dateModified: "2025-03-04",
						image,
						url: address,
					},
				]
			: kind === "product"
				? [
						{
							"@type": "Product",
							name,
							image,
							description: name,
							sku: `${number}`,
							mpn: `M-${number}`,
							brand: { "@type": "Brand", name: "Muster" },
							offers,
							url: address,
						},
					]
				: [];
	return JSON.stringify({ "@context": "https://schema.org", "@graph": [trail, ...own] }, null, "\t");
}

function bodyOf({ kind, number }: PlannedPage, writer: Writer): string {
	const text = `<p>${writer.paragraph()}</p>`;
	switch (kind) {
		case "article":
			return `<p>By <a rel="author" href="https://example.org/ada">Ada Muster</a>, published <time datetime="2025-03-04">4 March 2025</time></p>\n${text}`;
		case "product":
			return `<p>${number}.00 EUR</p>\n${text}`;
		case "list":
			return `${text}\n<table>\n<tr><th>${writer.some(1)}</th><th>${writer.some(2)}</th></tr>\n<tr><td>${writer.some(2)}</td><td>${number}</td></tr>\n</table>`;
		case "contact":
			return `${text}\n<form action="/send" method="post">\n<label>${writer.some(2)} <input name="mail" type="email" autocomplete="email"></label>\n<button>${writer.some(1)}</button>\n</form>`;
		default:
			return text;
	}
}
