import { type Mutation, ofPage } from "#test/truth/mutations/mutation.ts";
import { FAULTS } from "#test/truth/mutations/mutations.ts";
import type { PageSource, Tag } from "#test/truth/mutations/page-source.ts";

/** Readers that the fault may affect: of facts, text or the accessibility tree. */
type Asked = "facts" | "text" | "tree";

/** Puts one check's fault into a page. */
export interface Damage {
	/** Id of the check. */
	readonly check: string;
	/** The change: `removing the title`. */
	readonly did: string;
	readonly asked: readonly Asked[];
	/** The source with the fault; undefined if the page has nothing to damage. */
	apply(page: PageSource, host: string): string | undefined;
}

const WORDS =
	"Terms and conditions apply to all offers shown here unless they are withdrawn before the end of the day. ";
const ASKED = { text: ["text", "tree"], facts: ["facts"], tree: ["tree"], both: ["text", "facts", "tree"] } as const;
const ORGANIZATION = /Organization$|Corporation$|Business$|^NGO$|Store$|Restaurant$|Hotel$/;
const ARTICLE = /Article$|Posting$|^Report$/;
const REFERENCES = "label[for], [aria-labelledby], [aria-describedby], [aria-controls], [aria-owns]";
const DATES = "time, [itemprop=datePublished], [itemprop=dateModified], .date, .published, .entry-date, .post-date";
const AUTHORS = "[rel~=author], [itemprop=author], .author, .byline, .by-author, .post-author";
const COMPANY_PAGES = /about|contact|privacy|imprint|impressum|legal|datenschutz/i;

type Edit = (page: PageSource, host: string) => void;

export const DAMAGES: readonly Damage[] = [
	// content
	damage("alt-media", "removing captions from films", "text", (page) => dropAll(page, "track")),
	damage("byline", "removing the author", "both", (page) => {
		dropAll(page, `${AUTHORS}, meta[name="author" i], meta[property="article:author" i]`);
		withoutProperties(page, ARTICLE, ["author"]);
	}),
	undeclared("charset", "removing the declared encoding", 'meta[charset], meta[http-equiv="content-type" i]'),
	damage("content-start", "putting 100 kB of code before the text", "text", (page) =>
		page.rewriteBody((html) => `<style>${".before-text{margin:0 auto;padding:1px}\n".repeat(2_500)}</style>${html}`),
	),
	damage("date-agreement", "stating another date in the data than on the page", "facts", (page) => {
		for (const meta of page.all('meta[property="article:published_time" i]'))
			page.setAttribute(meta, "content", "2001-01-01T00:00:00Z");
		changeData(page, ARTICLE, (node) => ("datePublished" in node ? { ...node, datePublished: "2001-01-01" } : node));
	}),
	known("heading-outline", "turning headings into plain text", "text", "headings gone"),
	damage("hidden-text", "hiding a second text in the page", "text", (page) =>
		page.rewriteBody((html) => `<div style="display:none"><p>${WORDS.repeat(100)}</p></div>${html}`),
	),
	damage("inline-state", "adding 200 kB of data for scripts", "text", (page) =>
		page.rewriteBody((html) => {
			const state = JSON.stringify({
				items: Array(3_000).fill({ id: 1, name: "Item", state: "ready", hidden: false }),
			});
			return `${html}<script type="application/json">${state}</script>`;
		}),
	),
	damage("main-landmark-holds-text", "marking the first heading alone as main part", "text", (page) => {
		for (const main of page.all("main, [role=main]")) page.rename(main, "div");
		const [heading] = page.all("h1, h2");
		if (heading) page.setInner(heading, `<main>${page.inner(heading)}</main>`);
	}),
	known("main-text", "removing the main text", "text", "main emptied"),
	known("placeholder-text", "filling the page with placeholder text", "text", "lorem ipsum as text"),
	known("text-without-js", "leaving the text to a script", "text", "content moved into a script"),
	damage("tables", "turning header cells of tables into plain cells", "text", (page) => {
		for (const cell of page.all("th")) {
			page.rename(cell, "td");
			page.setAttribute(cell, "scope", null);
		}
	}),
	known("thin-text", "removing every second text", "text", "half of the text gone"),
	damage("token-ratio", "adding long class names to every element", "text", (page) => {
		const names =
			"flex items-center justify-between gap-4 rounded-lg border border-slate-200 px-4 py-2 text-sm ".repeat(2);
		for (const tag of page.all("body *:not(script, style)")) page.setAttribute(tag, "data-class", names);
	}),
	damage("visible-dates", "removing the dates that the page shows", "both", (page) => dropAll(page, DATES)),

	// data
	damage("article", "removing headline, author, dates and picture from article data", "facts", (page) =>
		withoutProperties(page, ARTICLE, ["headline", "author", "datePublished", "dateModified", "image"]),
	),
	damage("breadcrumb", "removing breadcrumb data", "facts", (page) =>
		changeData(page, /^BreadcrumbList$/, () => undefined),
	),
	damage("business-facts", "removing address, telephone number and opening hours from the data", "facts", (page) =>
		withoutProperties(page, ORGANIZATION, [
			"address",
			"telephone",
			"openingHours",
			"openingHoursSpecification",
			"contactPoint",
			"geo",
		]),
	),
	damage("contact-legal", "removing links to about, contact and privacy", "text", (page) => {
		for (const link of page.all("a[href]")) if (COMPANY_PAGES.test(link.attribs.href ?? "")) page.drop(link);
	}),
	damage("identity-agreement", "giving the organization another name than the site", "facts", (page) =>
		changeData(page, ORGANIZATION, (node) => ("name" in node ? { ...node, name: "Example Holdings 17" } : node)),
	),
	known("jsonld-parse", "breaking JSON-LD by one comma", "facts", "JSON-LD broken by a comma"),
	damage("markup-visible-parity", "stating a price and rating that the page does not show", "facts", (page) => {
		changeData(page, /Offer$/, (node) => ("price" in node ? { ...node, price: "0.07" } : node));
		changeData(page, /Rating$/, (node) => ("ratingValue" in node ? { ...node, ratingValue: "4.97" } : node));
	}),
	damage("og-canonical", "naming another address in Open Graph", "facts", (page) => {
		for (const meta of page.all('meta[property="og:url" i]'))
			page.setAttribute(meta, "content", "https://example.org/other/");
	}),
	known("open-graph", "removing Open Graph", "facts", "Open Graph gone"),
	damage("organization", "removing the organization from the data", "facts", (page) =>
		changeData(page, ORGANIZATION, () => undefined),
	),
	damage("product-offer", "removing name, picture, price and currency from product data", "facts", (page) =>
		withoutProperties(page, /^Product$|Offer$/, ["name", "image", "price", "lowPrice", "priceCurrency"]),
	),
	damage("review-rules", "removing the number of ratings", "facts", (page) =>
		withoutProperties(page, /^AggregateRating$/, ["ratingCount", "reviewCount"]),
	),
	damage("vocabulary", "using property names that schema.org does not define", "facts", (page) =>
		changeData(page, /./, ({ name, description, ...node }) => ({ ...node, label: name, summary: description })),
	),
	damage("website", "removing the site from the data", "facts", (page) =>
		changeData(page, /^WebSite$/, () => undefined),
	),

	// access
	damage("auth-gate", "putting a sign-in form instead of the page", "both", (page) =>
		page.rewriteBody(
			() => `<h1>Sign in</h1><form action="/login" method="post"><label>Email <input type="email" name="email"></label>
<label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
		),
	),
	damage("bing-ai-controls", "adding nocache and noarchive", "both", (page) =>
		page.addToHead('<meta name="robots" content="nocache, noarchive">'),
	),
	damage("challenge", "putting a bot challenge instead of the page", "both", (page) =>
		page.rewriteBody(() => '<h1>Just a moment…</h1><p>Verify that you are human.</p><div class="cf-turnstile"></div>'),
	),
	damage("home-status", "putting an error page instead of the page", "both", (page) => {
		for (const part of page.all("head > *")) page.drop(part);
		page.rewriteBody(() => "<h1>503 Service Unavailable</h1>");
	}),
	known("noindex", "adding noindex", "both", "noindex"),
	known("snippet-eligible", "adding nosnippet", "both", "nosnippet"),

	// discovery
	damage("broken-links", "pointing links of the site to pages that do not exist", "text", (page, host) =>
		eachOwnLink(page, host, (link, to) => page.setAttribute(link, "href", `${to.pathname}-gone`)),
	),
	known("canonical-foreign", "naming another site as canonical", "facts", "canonical to another site"),
	damage("canonical", "removing the canonical link", "facts", (page) => dropAll(page, 'link[rel="canonical" i]')),
	known("crawlable-links", "turning links into scripts", "text", "links by script"),
	damage("feed-offered", "removing the link to the feed", "facts", (page) =>
		dropAll(page, 'link[type="application/rss+xml" i], link[type="application/atom+xml" i]'),
	),
	damage("head-in-raw-html", "leaving title and metadata to a script", "facts", (page) => {
		dropAll(page, 'head > title, head > meta, head > link[rel="canonical" i]');
	}),
	damage("hreflang", "removing the links between languages", "facts", (page) => dropAll(page, "link[hreflang]")),
	known("meta-description", "removing the description", "facts", "description gone"),
	known(
		"own-host-links",
		"pointing links of the site to a host that does not answer",
		"text",
		"links to an unreachable host",
	),
	damage("pagination", "turning links to further pages of a list into buttons", "text", (page) => {
		for (const link of page.all("a[rel~=next], .pagination a[href], .pager a[href], .nav-links a[href]")) {
			page.setAttribute(link, "href", null);
			page.rename(link, "button");
		}
	}),
	damage("site-name", "removing the site's name", "facts", (page) => {
		dropAll(page, 'meta[property="og:site_name" i], meta[name="application-name" i]');
		withoutProperties(page, /^WebSite$/, ["name", "alternateName"]);
	}),
	known("title", "removing the title", "facts", "title gone"),

	// semantics
	known("alt", "removing the text of images", "text", "alt gone"),
	damage("aria-hidden-focus", "hiding header and menus from assistive technology", "tree", (page) => {
		for (const part of page.all("header, nav")) page.setAttribute(part, "aria-hidden", "true");
	}),
	damage("aria-valid", "giving links and buttons roles that do not exist", "tree", (page) => {
		for (const each of page.all("a[href], button")) page.setAttribute(each, "role", "buton");
	}),
	damage("autocomplete", "naming purposes of fields that do not exist", "tree", (page) => {
		for (const field of page.all("input:not([type=hidden]), select, textarea"))
			page.setAttribute(field, "autocomplete", "thing");
	}),
	damage("captcha-on-primary-form", "adding a CAPTCHA to forms", "tree", (page) => {
		for (const form of page.all("form")) page.setInner(form, `${page.inner(form)}<div class="g-recaptcha"></div>`);
	}),
	known("control-names", "removing the names of buttons", "tree", "buttons without names"),
	damage("duplicate-id-refs", "letting labels refer to ids that do not exist", "tree", (page) => {
		for (const tag of page.all(REFERENCES))
			for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"])
				if (tag.attribs[name] !== undefined) page.setAttribute(tag, name, "no-such-id");
	}),
	known("form-labels", "removing the labels of fields", "tree", "fields without names"),
	damage("form-works-without-js", "removing where forms are sent, and the names of their fields", "tree", (page) => {
		for (const form of page.all("form[action]")) page.setAttribute(form, "action", null);
		for (const field of page.all("form [name]")) page.setAttribute(field, "name", null);
	}),
	damage("frames", "removing the titles of frames", "tree", (page) => {
		for (const frame of page.all("iframe[title]")) page.setAttribute(frame, "title", null);
	}),
	known("landmarks", "removing landmarks", "text", "no landmarks"),
	known("lang", "removing the language", "facts", "lang gone"),
	known("link-text", "calling every link the same", "text", 'links all "click here"'),
	damage("lists", "removing the lists around list items", "text", (page) => {
		for (const list of page.all("ul, ol")) page.rename(list, "div");
	}),
	known("meta-refresh", "adding a refresh to another page", "both", "refresh to another page"),
	damage("moving-text", "letting paragraphs move", "text", (page) => {
		for (const paragraph of page.all("p")) page.rename(paragraph, "marquee");
	}),
	damage("native-controls", "turning links and buttons into clickable boxes", "text", (page) => {
		for (const each of page.all("a[href], button")) {
			page.setAttribute(each, "href", null);
			page.setAttribute(each, "onclick", "go(this)");
			page.rename(each, "span");
		}
	}),
	known("tabindex", "giving controls a tab order of their own", "tree", "positive tabindex"),
	known("viewport-zoom", "forbidding zoom", "facts", "zoom disabled"),
];

function damage(check: string, did: string, asked: keyof typeof ASKED, edit: Edit): Damage {
	return from(check, did, asked, ofPage(did, edit));
}

/** The page as a browser then decodes it: by what the HTML standard has it assume of most languages. */
function undeclared(check: string, did: string, declaration: string): Damage {
	const { apply, ...words } = damage(check, did, "both", (page) => dropAll(page, declaration));
	return {
		...words,
		apply: (page, host) => {
			const html = apply(page, host);
			return html === undefined ? undefined : new TextDecoder("windows-1252").decode(Buffer.from(html));
		},
	};
}

/** The damage that `npm run truth` does to a site, too. */
function known(check: string, did: string, asked: keyof typeof ASKED, name: string): Damage {
	const mutation = FAULTS.find((each) => each.name === name);
	if (!mutation) throw new RangeError(`There is no mutation ${name}.`);
	return from(check, did, asked, mutation);
}

function from(check: string, did: string, asked: keyof typeof ASKED, mutation: Mutation): Damage {
	const apply = (page: PageSource, host: string) => mutation.apply({ host, page: page.fresh(), robots: "" }).html;
	return { check, did, asked: ASKED[asked], apply };
}

function dropAll(page: PageSource, selector: string): void {
	for (const each of page.all(selector)) page.drop(each);
}

function eachOwnLink(page: PageSource, host: string, change: (link: Tag, to: URL) => void): void {
	for (const link of page.all("a[href]")) {
		const to = URL.parse(link.attribs.href ?? "", `https://${host}/`);
		if (to?.host === host && !link.attribs.href?.startsWith("#")) change(link, to);
	}
}

type Node = Readonly<Record<string, unknown>>;

/** Changes the nodes of a type in JSON-LD; undefined drops one. Blocks that are no JSON stay as they are. */
function changeData(page: PageSource, type: RegExp, change: (node: Node) => Node | undefined): void {
	for (const block of page.all('script[type="application/ld+json"]')) {
		const text = page.inner(block);
		let graph: unknown;
		try {
			graph = JSON.parse(text);
		} catch {
			continue;
		}
		const before = JSON.stringify(graph);
		const after = JSON.stringify(changed(graph, type, change)) ?? "{}";
		if (after !== before) page.setInner(block, after.replaceAll("<", "\\u003c"));
	}
}

function changed(value: unknown, type: RegExp, change: (node: Node) => Node | undefined): unknown {
	if (Array.isArray(value))
		return value.map((each) => changed(each, type, change)).filter((each) => each !== undefined);
	if (typeof value !== "object" || value === null) return value;
	const node = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, type, change)]));
	const isOfType = [node["@type"]].flat().some((each) => typeof each === "string" && type.test(each));
	return isOfType ? change(node) : node;
}

function withoutProperties(page: PageSource, type: RegExp, names: readonly string[]): void {
	changeData(page, type, (node) => Object.fromEntries(Object.entries(node).filter(([key]) => !names.includes(key))));
}

const HOST = "The fault is in the host's response, not in the page.";
const ROBOTS = "The fault is in robots.txt, not in the page.";
const FILE = "The fault is in another file of the site, not in the page.";
const PAGES = "The fault concerns several pages of a site.";
const EYES = "Only readers who look at pixels lose by it; none of these readers does.";

/** Checks of the same pillars whose fault no page holds, or no reader here can see, and why. */
export const UNMEASURED: Readonly<Record<string, string>> = {
	"markdown-negotiation": HOST,
	"markdown-parity": FILE,
	"near-duplicate": PAGES,
	"raw-vs-rendered": "Its fault is the same as that of text-without-js, whose row covers both.",
	"sameas-live": "Whether a profile still exists shows only where one asks its host.",
	"answer-indexers": ROBOTS,
	"bot-content-delta": HOST,
	"content-signal-syntax": ROBOTS,
	"crawl-delay": ROBOTS,
	"dead-bot-tokens": ROBOTS,
	"explicit-allow-lines": ROBOTS,
	"group-shadowing": ROBOTS,
	"policy-coherence": ROBOTS,
	"robots-fetch": ROBOTS,
	"robots-syntax": ROBOTS,
	"search-bots": ROBOTS,
	"training-stance": ROBOTS,
	"user-fetchers": ROBOTS,
	feed: FILE,
	"distinct-titles": PAGES,
	"distinct-descriptions": PAGES,
	"internal-links": PAGES,
	"link-targets": PAGES,
	"noindex-links": PAGES,
	"canonical-targets": PAGES,
	"hreflang-return": PAGES,
	"sitemap-coverage": PAGES,
	"site-norm": PAGES,
	"internal-reach": PAGES,
	lastmod: FILE,
	redirects: HOST,
	"sitemap-hygiene": FILE,
	sitemap: FILE,
	"soft-404": HOST,
	contrast: EYES,
	"target-size": EYES,
};
