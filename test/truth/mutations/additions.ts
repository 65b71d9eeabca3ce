import type { Change, Mutation, SiteParts } from "./mutation.ts";
import type { PageSource } from "./page-source.ts";

/** The smallest picture there is. */
const PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

const PRODUCT = {
	"@context": "https://schema.org",
	"@type": "Product",
	name: "Beech stool, three legs",
	image: "/stool.png",
	offers: { "@type": "Offer", price: "49.00", priceCurrency: "EUR" },
};
const SHOWN_PRODUCT =
	"<section><h2>Beech stool, three legs</h2><p>It costs 49.00 EUR and can be had at once.</p></section>";
/** A product of the page's own, with its price in words and as data; 5 points and more apart where the two differ. */
export function productAt(inWords: string): Mutation {
	return body(`a product for ${inWords}`, () => SHOWN_PRODUCT.replace("49.00", inWords) + data(PRODUCT));
}

const RATING = { "@type": "AggregateRating", ratingValue: "4.5", ratingCount: "12" };

const FEED = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>News</title><link>https://example.com/</link>
<description>What is new</description><item><title>A new stool</title><link>https://example.com/stool</link><guid>https://example.com/stool</guid>
<pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>`;

/** Correct additions that must not lower a score. */
export const ADDITIONS: readonly Mutation[] = [
	body("a product with what is required", () => SHOWN_PRODUCT + data(PRODUCT)),
	body("a product with everything", ({ host }) => {
		const offers = {
			...PRODUCT.offers,
			availability: "https://schema.org/InStock",
			url: `https://${host}/`,
			shippingDetails: {
				"@type": "OfferShippingDetails",
				shippingRate: { "@type": "MonetaryAmount", value: "4.90", currency: "EUR" },
				shippingDestination: { "@type": "DefinedRegion", addressCountry: "DE" },
			},
			hasMerchantReturnPolicy: {
				"@type": "MerchantReturnPolicy",
				applicableCountry: "DE",
				returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
				merchantReturnDays: 30,
			},
		};
		const brand = { "@type": "Brand", name: "Holzmann" };
		return SHOWN_PRODUCT + data({ ...PRODUCT, brand, gtin13: "4006381333931", offers });
	}),
	body("a product with a rating that is shown", () => {
		const rated = SHOWN_PRODUCT.replace("</p>", " 4.5 of 5 stars in 12 ratings.</p>");
		return rated + data({ ...PRODUCT, aggregateRating: RATING });
	}),
	body("a product in words and price alone", () => SHOWN_PRODUCT),
	body("a price list", () => {
		const rows = [1, 2, 3]
			.map((size) => `<tr><th scope="row">Size ${size}</th><td>€ ${size * 9}.50</td></tr>`)
			.join("");
		return `<table><caption>Prices</caption><tr><th scope="col">Size</th><th scope="col">Price</th></tr>${rows}</table>`;
	}),
	body("a trail of breadcrumbs", ({ host }) => {
		const item = { "@type": "ListItem", position: 1, name: "Start", item: `https://${host}/` };
		const list = { "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement: [item] };
		return `<nav aria-label="Breadcrumbs"><ol><li><a href="/">Start</a></li></ol></nav>${data(list)}`;
	}),
	body("a frame with a title", () => `<iframe title="A map of our street" src="/map.html" loading="lazy"></iframe>`, {
		"/map.html": "<!doctype html><html lang=en><title>Map</title><p>Gerberstraße 17</p></html>",
	}),
	body("a picture with words", () => `<img src="${PICTURE}" alt="The workshop from the street" width="1" height="1">`),
	body("a picture that only decorates", () => `<img src="${PICTURE}" alt="" width="1" height="1">`),
	body(
		"a film with captions",
		() => {
			const track = '<track kind="captions" src="/captions.vtt" srclang="en" label="English">';
			return `<video controls src="/film.mp4">${track}</video>`;
		},
		{ "/captions.vtt": "WEBVTT\n\n00:00.000 --> 00:02.000\nHello." },
	),
	body(
		"a form for a question",
		() => `<form method="post" action="/ask"><h2>Ask us</h2>
<p><label for="added-name">Your name</label> <input id="added-name" name="name" autocomplete="name" required></p>
<p><label for="added-mail">Your email</label> <input id="added-mail" name="email" type="email" autocomplete="email"></p>
<p><label for="added-text">Your question</label> <textarea id="added-text" name="question"></textarea></p>
<p><button type="submit">Send the question</button></p></form>`,
	),
	body(
		"a search",
		() => `<search aria-label="This site"><form action="/search" method="get"><label for="added-query">Search this site</label>
<input id="added-query" type="search" name="q"> <button type="submit">Search</button></form></search>`,
	),
	body(
		"a link to another site",
		() => '<p>Read <a href="https://www.w3.org/WAI/">what the W3C says on accessibility</a>.</p>',
	),
	body("a link to one's own start", () => '<p>Back to <a href="/">the start of this site</a>.</p>'),
	body(
		"ways to reach somebody",
		({ host }) => `<p>Call <a href="tel:+493415550123">+49 341 5550123</a> or write to
<a href="mailto:office@${host}">office@${host}</a>.</p>`,
	),
	body(
		"opening hours and an address",
		() => `<address>Gerberstraße 17, 04105 Leipzig. Open from Monday to Friday, 9:00 to 18:00.</address>`,
	),
	body("a list", () => "<ul><li>Chairs of beech and oak</li><li>Tables for four and more</li><li>Shelves</li></ul>"),
	body(
		"questions and answers",
		() => `<section><h2>What does a repair cost?</h2><p>Most cost between 20 and 60 euros, and we
tell you before we begin.</p><h2>How long does it take?</h2><p>Two days, and a week in spring.</p></section>`,
	),
	body(
		"a part that opens on demand",
		() => "<details><summary>Terms</summary><p>We take things back for 30 days.</p></details>",
	),
	body(
		"a passage in another language",
		() => '<p lang="fr">Nous réparons aussi les chaises anciennes de votre grand-mère.</p>',
	),
	body("a date", () => '<p>Last changed on <time datetime="2026-11-02">2 November 2026</time>.</p>'),
	body("a button of the page", () => '<button type="button" onclick="window.print()">Print this page</button>'),
	head("a colour of the browser", () => '<meta name="theme-color" content="#336699">'),
	head("large previews", () => '<meta name="robots" content="max-image-preview:large">'),
	head(
		"a feed",
		({ host }) => `<link rel="alternate" type="application/rss+xml" title="News" href="https://${host}/added.xml">`,
		{
			"/added.xml": FEED,
		},
	),
	head("an address in another language", ({ host, page }) => {
		const own = page.all("html")[0]?.attribs.lang ?? "";
		if (own === "" || page.all("link[hreflang]").length > 0) return "";
		return [own, "x-default"].map((of) => `<link rel="alternate" hreflang="${of}" href="https://${host}/">`).join("");
	}),
	of("HSTS", () => ({ headers: { "strict-transport-security": "max-age=63072000; includeSubDomains" } })),
	of("no guessing of types", () => ({ headers: { "x-content-type-options": "nosniff" } })),
	of("a robots.txt that names a training crawler", ({ robots }) => ({
		robots: `User-agent: GPTBot\nDisallow: /\n\n${robots}`,
	})),
	of("a guide for agents", ({ host }) => ({
		files: {
			"/llms.txt": `# ${host}\n\n> What this site is about.\n\n## Pages\n\n- [Start](https://${host}/): the start\n`,
		},
	})),
	of("a contact for security", ({ host }) => ({
		files: { "/.well-known/security.txt": `Contact: mailto:security@${host}\nExpires: 2027-06-01T00:00:00Z\n` },
	})),
];

function of(name: string, apply: (site: SiteParts) => Change): Mutation {
	return { name, costs: "never", apply };
}

type Files = Readonly<Record<string, string>>;

function body(name: string, html: (site: SiteParts) => string, files?: Files): Mutation {
	return ofPart(name, (page, part) => page.addToMain(part), html, files);
}

function head(name: string, html: (site: SiteParts) => string, files?: Files): Mutation {
	return ofPart(name, (page, part) => page.addToHead(part), html, files);
}

/** Empty without a part to add. */
function ofPart(
	name: string,
	add: (page: PageSource, part: string) => void,
	html: (site: SiteParts) => string,
	files: Files = {},
): Mutation {
	return of(name, (site) => {
		const part = html(site);
		if (part === "") return {};
		const page = site.page.fresh();
		add(page, part);
		return { html: page.edited(), files };
	});
}

function data(thing: object): string {
	return `<script type="application/ld+json">${JSON.stringify(thing)}</script>`;
}
