import { LANGUAGES, type Language, WORDS } from "./words.ts";

export const KINDS = ["ecommerce", "local-business", "saas", "publisher", "docs", "professional-services"] as const;
export type Kind = (typeof KINDS)[number];

/** Files of a folder by path. */
export type Site = Map<string, string>;

export interface SiteSpec {
	readonly lang: Language;
	readonly kind: Kind;
}

/** Twenty sites: each kind in at least three languages, each language in at least two kinds. */
export const SITES: readonly SiteSpec[] = Array.from({ length: 20 }, (_, at) => ({
	lang: LANGUAGES[(at * 3) % LANGUAGES.length] as Language,
	kind: KINDS[at % KINDS.length] as Kind,
}));

type Words = (typeof WORDS)[Language];
type Add = (path: string, title: string, main: string) => void;

const link = (href: string, name: string) => `<a href="${href}">${name}</a>`;

/** Adds the pages that a kind of site has. @returns its links */
const PAGES: Readonly<Record<Kind, (w: Words, add: Add) => string[]>> = {
	ecommerce: (w, add) => {
		add("shop/", w.shop, `<h1>${w.shop}</h1><ul><li><a href="/shop/oak/">${w.product}</a></li></ul>`);
		add(
			"shop/oak/",
			w.product,
			`<h1>${w.product}</h1><p class="price">${w.price}</p><p>${w.text}</p><form onsubmit="return false"><p><label for="size">${w.size}</label> <select id="size" name="size" required><option value="">–</option><option>S</option><option>M</option></select></p><button type="button" class="add-to-cart" onclick="localStorage.setItem('basket','1');document.getElementById('count').textContent='1'">${w.add}</button></form><p id="count">0</p>`,
		);
		add(
			"cart/",
			w.cart,
			`<h1>${w.cart}</h1><p>${w.product}</p><p><a class="checkout" href="/checkout/">${w.checkout}</a></p>`,
		);
		add(
			"checkout/",
			w.checkout,
			`<h1>${w.checkout}</h1><form method="post" action="/orders"><p><label>${w.name} <input name="name" autocomplete="name" required></label></p><p><label>${w.email} <input name="email" type="email" autocomplete="email" required></label></p><button>${w.pay}</button></form>`,
		);
		add("returns/", w.returns, `<h1>${w.returns}</h1><p>${w.text}</p><p>${w.text}</p>`);
		return [link("/shop/", w.shop), link("/cart/", w.cart), link("/returns/", w.returns), contactPage(w, add)];
	},
	"local-business": (w, add) => {
		add("hours/", w.hours, `<h1>${w.hours}</h1><p class="hours">${w.week}</p>`);
		return [link("/hours/", w.hours), bookingPage(w, add), contactPage(w, add)];
	},
	"professional-services": (w, add) => [bookingPage(w, add), contactPage(w, add)],
	saas: (w, add) => {
		add("pricing/", w.pricing, `<h1>${w.pricing}</h1><p class="price">${w.price}</p>`);
		add(
			"signup/",
			w.signup,
			`<h1>${w.signup}</h1><form method="post" action="/accounts"><p><label for="mail">${w.email}</label> <input id="mail" name="email" type="email" required></p><p><label for="pw">${w.password}</label> <input id="pw" name="password" type="password" required></p><button>${w.signup}</button></form>`,
		);
		return [link("/pricing/", w.pricing), link("/signup/", w.signup), contactPage(w, add)];
	},
	publisher: (w, add) => {
		articlePage(w, add);
		return [contactPage(w, add)];
	},
	docs: (w, add) => {
		articlePage(w, add);
		return [];
	},
};

function bookingPage(w: Words, add: Add): string {
	add(
		"book/",
		w.book,
		`<h1>${w.book}</h1><form method="post" action="/bookings"><p><label for="date">${w.date}</label> <input id="date" name="date" type="date" required></p><p><label for="time">${w.time}</label> <select id="time" name="time"><option>10:00</option><option>11:00</option></select></p><p><label>${w.name} <input name="name" required></label></p><p><label>${w.email} <input name="email" type="email" required></label></p><button>${w.confirm}</button></form>`,
	);
	return link("/book/", w.book);
}

function contactPage(w: Words, add: Add): string {
	add(
		"contact/",
		w.contact,
		`<h1>${w.contact}</h1><form method="post" action="/messages"><p><label for="n">${w.name}</label> <input id="n" name="name" required></p><p><label for="e">${w.email}</label> <input id="e" name="email" type="email" required></p><p><label for="m">${w.message}</label> <textarea id="m" name="message" required></textarea></p><button class="send">${w.send}</button></form>`,
	);
	return link("/contact/", w.contact);
}

function articlePage(w: Words, add: Add): void {
	add("news/bread/", w.title, `<article><h1>${w.title}</h1><p class="text">${w.text}</p><p>${w.text}</p></article>`);
}

/** Without a barrier: an agent can do each task of its kind. */
export function siteOf({ lang, kind }: SiteSpec): Site {
	const w = WORDS[lang];
	const pages = new Map<string, readonly [title: string, main: string]>();
	const add: Add = (path, title, main) => void pages.set(`${path}index.html`, [title, main]);
	const nav = PAGES[kind](w, add);
	const isRead = kind === "publisher" || kind === "docs";
	const list = isRead ? `<ul><li><a href="/news/bread/">${w.title}</a></li></ul>` : "";
	add("", w.product, `<h1>${w.product}</h1><p>${w.text}</p>${list}`);
	const hasSearch = isRead || kind === "ecommerce";
	if (hasSearch) add("search/", w.search, `<h1>${w.search}</h1><ul><li><a href="/">${w.product}</a></li></ul>`);
	const search = hasSearch
		? `<form role="search" action="/search/" method="get"><label for="q">${w.search}</label> <input id="q" name="q" type="search"><button class="go">${w.search}</button></form>`
		: "";
	const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{font:16px sans-serif}nav a{margin:4px}</style>`;
	const opening = `<!doctype html><html lang="${lang}"${lang === "ar" ? ' dir="rtl"' : ""}>`;
	return new Map(
		[...pages].map(([path, [title, main]]) => [
			path,
			`${opening}<head>${head}<title>${title}</title></head><body><header><nav>${nav.join(" ")}</nav>${search}</header><main>${main}</main></body></html>`,
		]),
	);
}
