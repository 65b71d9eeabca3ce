import { DAMAGES } from "#test/effect/damages.ts";
import type { PageSource, Tag } from "#test/truth/mutations/page-source.ts";
import { PageSource as Source } from "#test/truth/mutations/page-source.ts";

/** A site's files by their path with slashes; those that a fault may stand in. */
export interface SiteCopy {
	readonly host: string;
	readonly files: Map<string, string>;
	/** Addresses of its pages, with a slash first, without `index.html`. */
	readonly paths: ReadonlySet<string>;
}

/** One fault that a repair is said to mend, put into a site whose other facts are enough to mend it by. */
export interface Break {
	readonly check: string;
	/** `removing the canonical link` */
	readonly did: string;
	apply(site: SiteCopy): void;
}

type Edit = (page: PageSource, host: string, address: string, site: SiteCopy) => void;

export function pathOf(file: string): string {
	return `/${file.replace(/(^|\/)index\.html?$/i, "$1")}`;
}

export function isPage(file: string): boolean {
	return /\.html?$/i.test(file);
}

function eachPage(site: SiteCopy, edit: Edit): void {
	for (const [file, html] of site.files) {
		if (!isPage(file)) continue;
		const page = new Source(html);
		edit(page, site.host, pathOf(file), site);
		site.files.set(file, page.edited() ?? html);
	}
}

function inPages(check: string, did: string, edit: Edit): Break {
	return { check, did, apply: (site) => eachPage(site, edit) };
}

function inHome(check: string, did: string, edit: Edit): Break {
	return {
		check,
		did,
		apply: (site) => eachPage(site, (page, host, path, all) => path === "/" && edit(page, host, path, all)),
	};
}

function inFiles(check: string, did: string, apply: Break["apply"]): Break {
	return { check, did, apply };
}

/** Also used to measure effects. */
function known(check: string): Break {
	const damage = DAMAGES.find((each) => each.check === check);
	if (!damage) throw new RangeError(`There is no damage for ${check}.`);
	return {
		check,
		did: damage.did,
		apply: ({ host, files }) => {
			for (const [file, html] of files) if (isPage(file)) files.set(file, damage.apply(new Source(html), host) ?? html);
		},
	};
}

function headTag(check: string, html: string): Break {
	return inPages(check, `adding ${html}`, (page) => page.addToHead(html));
}

function drop(page: PageSource, selector: string): void {
	for (const each of page.all(selector)) page.drop(each);
}

const CANONICAL = 'link[rel="canonical" i]';
const VIEWPORT = 'meta[name="viewport" i]';
const DESCRIPTION = 'meta[name="description" i]';

function viewport(content: string): Break {
	return inPages("viewport-zoom", `writing ${content} into the viewport`, (page) => {
		drop(page, VIEWPORT);
		page.addToHead(`<meta name="viewport" content="${content}">`);
	});
}

function canonical(did: string, links: (url: string) => string, check = "canonical"): Break {
	return inPages(check, did, (page, host, path) => {
		drop(page, CANONICAL);
		page.addToHead(links(`https://${host}${path}`));
	});
}

function lang(value: string | null, did: string): Break {
	return inPages("lang", did, (page) => {
		if (!isWritten(page)) return;
		for (const html of page.all("html")) page.setAttribute(html, "lang", value);
	});
}

/** Links to pages that the copy has: what stands behind others no repair can know. */
function ownLinks(page: PageSource, { host, paths }: SiteCopy, address: string): readonly (readonly [Tag, string])[] {
	return page.all("a[href]").flatMap((link) => {
		const written = link.attribs.href ?? "";
		const to = URL.parse(written, `https://${host}${address}`);
		const isThere = to?.host === host && (paths.has(to.pathname) || paths.has(`${to.pathname}.html`));
		return isThere && !written.startsWith("#") && !/['"\\]/.test(written) ? [[link, written] as const] : [];
	});
}

function scripted(did: string, write: (page: PageSource, link: Tag, to: string) => void): Break {
	return inPages("crawlable-links", did, (page, _host, address, site) => {
		for (const [link, to] of ownLinks(page, site, address)) write(page, link, to);
	});
}

/** The block as somebody wrote it by hand: its text is replaced, and a page without any gets one. */
function jsonLd(did: string, rewrite: (json: string) => string): Break {
	return inPages("jsonld-parse", did, (page, host) => {
		const blocks = page.all('script[type="application/ld+json"]').filter((each) => isJson(page.inner(each)));
		for (const block of blocks) page.setInner(block, rewrite(page.inner(block)));
		if (blocks.length > 0) return;
		const node = {
			"@context": "https://schema.org",
			"@type": "WebPage",
			name: "Page's \u201cown\u201d name",
			url: `https://${host}/`,
			potentialAction: [{ "@type": "ViewAction", name: "View: a // b, {c}" }],
		};
		page.addToHead(`<script type="application/ld+json">${rewrite(JSON.stringify(node, null, 2))}</script>`);
	});
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function toBody(check: string, did: string, html: (host: string) => string): Break {
	return inPages(check, did, (page, host) => page.addToMain(html(host)));
}

function robots(check: string, did: string, rewrite: (text: string, host: string) => string): Break {
	return inFiles(check, did, ({ files, host }) => {
		files.set("robots.txt", rewrite(files.get("robots.txt") ?? "User-agent: *\nAllow: /\n", host));
	});
}

const URLSET = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';

function sitemap(check: string, did: string, entries: (site: SiteCopy) => readonly string[]): Break {
	return inFiles(check, did, (site) => {
		const lines = entries(site).map((loc) => `<url><loc>${loc.replaceAll("&", "&amp;")}</loc></url>\n`);
		site.files.set("sitemap.xml", `${URLSET}${lines.join("")}</urlset>\n`);
		site.files.set("robots.txt", `User-agent: *\nAllow: /\nSitemap: https://${site.host}/sitemap.xml\n`);
	});
}

function listed({ host, paths }: SiteCopy): readonly string[] {
	return [...paths].map((path) => new URL(path, `https://${host}/`).href);
}

const FEED = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>/</link></channel></rss>\n';
const ARTICLE_LIST = `<section>${["One", "Two", "Three", "Four"].map((name) => `<article><h2>${name}</h2><time datetime="2026-01-02">2 January 2026</time><p>Read on</p></article>`).join("")}</section>`;
const ROWS = "<tr><td>Oak</td><td>12</td></tr><tr><td>Ash</td><td>14</td></tr>";

/** Two versions of the home page, without the link back. */
function versions(site: SiteCopy, link: (code: string, url: string) => string, isReturned = true): void {
	const code = "de";
	const home = site.files.get("index.html");
	const base = `https://${site.host}/`;
	if (home === undefined) return;
	const page = new Source(home);
	drop(page, "link[hreflang]");
	const [html] = page.all("html");
	const own = html?.attribs.lang ?? "en";
	const plain = page.edited() ?? home;
	const set = new Source(plain);
	set.addToHead(link(code, `${base}version-${code}.html`));
	set.addToHead(`<link rel="alternate" hreflang="${own}" href="${base}">`);
	site.files.set("index.html", set.edited() ?? plain);
	const other = new Source(plain);
	for (const each of other.all("html")) other.setAttribute(each, "lang", code);
	for (const each of other.all(CANONICAL)) other.setAttribute(each, "href", `${base}version-${code}.html`);
	if (isReturned)
		for (const [language, url] of [
			[code, `${base}version-${code}.html`],
			[own, base],
		])
			other.addToHead(`<link rel="alternate" hreflang="${language}" href="${url}">`);
	site.files.set(`version-${code}.html`, other.edited() ?? plain);
}

function fields(did: string, html: string): Break {
	return toBody("form-labels", did, () => `<form action="/send" method="post">${html}<button>Send</button></form>`);
}

export const BREAKS: readonly Break[] = [
	headTag("noindex", '<meta name="robots" content="noindex">'),
	headTag("noindex", "<META NAME=ROBOTS CONTENT=NOINDEX,FOLLOW>"),
	headTag("noindex", "<meta name='googlebot' content=' none '>"),
	headTag("snippet-eligible", '<meta name="robots" content="nosnippet">'),
	headTag("snippet-eligible", '<meta content="max-snippet: 0, index" name=robots>'),
	headTag("bing-ai-controls", '<meta name="robots" content="noarchive">'),
	headTag("bing-ai-controls", "<meta name='bingbot' content='index,NOARCHIVE' />"),

	inFiles("robots-fetch", "removing robots.txt", ({ files }) => files.delete("robots.txt")),
	robots("robots-syntax", "misspelling rules", (text) => `Useragent: *\nDissallow: /tmp/\n${text}`),
	robots("robots-syntax", "writing sentences", (text) => `${text}\nPlease do not copy\n`),
	robots(
		"robots-syntax",
		"naming a sitemap by its path",
		(text) => `${text.replace(/^sitemap:.*$/gim, "")}\nSitemap: /sitemap.xml\n`,
	),
	robots(
		"robots-syntax",
		"writing a path without its slash",
		(text) => `${text}\nUser-agent: TestBot\nDisallow: tmp/\n`,
	),
	robots("crawl-delay", "writing a delay of two minutes", () => "User-agent: *\nCrawl-delay: 120\nAllow: /\n"),
	robots("crawl-delay", "writing a delay in other letters", () => "USER-AGENT: *\r\nCRAWL-DELAY : 60\r\nAllow: /\r\n"),

	known("canonical"),
	canonical(
		"naming two canonical addresses",
		(url) => `<link rel="canonical" href="${url}"><link rel=canonical href="${url}?a=1">`,
	),
	canonical("leaving the canonical address empty", () => "<link rel=canonical href=''>"),
	canonical(
		"leaving the host out of the canonical address",
		(url) => `<link rel=canonical href="${new URL(url).pathname}">`,
	),
	canonical(
		"naming an insecure canonical address",
		(url) => `<link rel="canonical" href="${url.replace("https", "http")}">`,
	),
	inHome("canonical-foreign", "naming another site as canonical", (page) => {
		drop(page, CANONICAL);
		page.addToHead("<LINK REL='canonical' HREF='https://www.unreachable.invalid/'>");
	}),
	canonical(
		"naming a page that is gone as canonical",
		() => '<link rel="canonical" href="/no-such-page/">',
		"canonical-targets",
	),

	inFiles("sitemap", "removing the sitemap", ({ files }) => {
		for (const file of files.keys()) if (/sitemap[^/]*\.xml$/.test(file)) files.delete(file);
		files.set("robots.txt", "User-agent: *\nAllow: /");
	}),
	sitemap("sitemap-hygiene", "listing pages that are gone", (site) => [
		...listed(site),
		`https://${site.host}/no-such-page/`,
	]),
	sitemap("sitemap-hygiene", "listing pages of another host", (site) => [
		...listed(site),
		"https://www.unreachable.invalid/a?b=1&c=2",
	]),
	sitemap("sitemap-coverage", "listing the home page alone", (site) => [`https://${site.host}/`]),

	scripted("turning links into scripts", (page, link, to) => {
		page.setAttribute(link, "href", null);
		page.setAttribute(link, "onclick", `location.href='${to}'`);
	}),
	scripted("writing scripts into the addresses of links", (page, link, to) => {
		page.setAttribute(link, "href", `javascript:window.location.assign("${to}")`);
	}),
	scripted("opening links by a script", (page, link, to) => {
		page.setAttribute(link, "href", "#");
		page.setAttribute(link, "onclick", `window.open('${to}', '_self'); return false;`);
	}),
	scripted("keeping addresses in data-href", (page, link, to) => {
		page.setAttribute(link, "href", null);
		page.setAttribute(link, "data-href", to);
	}),

	inPages(
		"title",
		"removing the title",
		(page, _host, _address, site) => withHeading(page, site) && drop(page, "head > title"),
	),
	inPages("title", "leaving the title empty", (page, _host, _address, site) => {
		if (withHeading(page, site)) for (const each of page.all("head > title")) page.setInner(each, " ");
	}),
	inPages("title", "calling the page Untitled Document", (page, _host, _address, site) => {
		if (withHeading(page, site)) for (const each of page.all("head > title")) page.setInner(each, "Untitled Document");
	}),
	inPages("distinct-titles", "giving all pages one title", (page, host, _address, site) => {
		if (withHeading(page, site)) for (const each of page.all("head > title")) page.setInner(each, `Welcome to ${host}`);
	}),
	inPages("meta-description", "removing the description", (page) => withParagraph(page) && drop(page, DESCRIPTION)),
	inPages("meta-description", "leaving the description empty", (page) => {
		if (withParagraph(page)) for (const each of page.all(DESCRIPTION)) page.setAttribute(each, "content", "");
	}),
	inPages("distinct-descriptions", "giving all pages one description", (page) => {
		if (!withParagraph(page)) return;
		drop(page, DESCRIPTION);
		page.addToHead(
			'<META CONTENT="We make things that people like, in all sizes and in all colours, and send them." NAME=Description>',
		);
	}),

	inPages("link-targets", "linking to an address that redirects", (page, _host, address, site) => {
		for (const [link, to] of ownLinks(page, site, address))
			if (/[^/.]\/$/.test(to)) page.setAttribute(link, "href", to.replace(/\/$/, ""));
	}),
	inFiles("hreflang", "writing codes with an underscore", (site) =>
		versions(site, (_, url) => `<link rel=alternate hreflang=de_DE href="${url}">`),
	),
	inFiles("hreflang", "writing addresses without the host", (site) =>
		versions(site, (code, url) => `<link rel="alternate" href="${new URL(url).pathname}" hreflang="${code}">`),
	),
	inFiles("hreflang", "naming versions in the body", (site) => {
		versions(site, (code, url) => `<link rel="alternate" hreflang="${code}" href="${url}">`);
		const home = new Source(site.files.get("index.html") ?? "");
		const links = home.all("link[hreflang]");
		const written = links.map(
			({ attribs: { hreflang, href } }) => `<link rel=alternate hreflang="${hreflang}" href="${href}">`,
		);
		for (const each of links) home.drop(each);
		home.addToMain(written.join(""));
		const now = home.edited();
		if (now !== undefined) site.files.set("index.html", now);
	}),
	inFiles("hreflang-return", "leaving the link back out", (site) =>
		versions(site, (code, url) => `<link rel="alternate" hreflang="${code}" href="${url}">`, false),
	),
	known("site-name"),
	inFiles("feed-offered", "not naming the feed", (site) => {
		eachPage(site, (page, _host, address) => {
			drop(
				page,
				'link[type="application/rss+xml" i], link[type="application/atom+xml" i], a[href*="feed" i], a[href*="rss" i]',
			);
			if (address === "/") page.addToMain(ARTICLE_LIST);
		});
		for (const file of ["atom.xml", "index.xml"]) site.files.delete(file);
		site.files.set("feed.xml", FEED);
	}),
	inPages("mixed-content", "loading over http", (page) => {
		for (const each of page.all("script[src^=https], iframe[src^=https], img[src^=https]"))
			page.setAttribute(each, "src", (each.attribs.src ?? "").replace(/^https:/, "http:"));
		page.addToBody(
			"<IMG ALT='' SRC=http://static.example.com/a.png><script src='http://static.example.com/a.js'></script>",
		);
	}),

	inPages("main-landmark-holds-text", "naming the main part by an id alone", (page) => {
		for (const main of page.all("main")) {
			page.rename(main, "div");
			page.setAttribute(main, "id", "main");
		}
	}),
	inPages("main-landmark-holds-text", "naming the main part by a class alone", (page) => {
		if (page.all(".main, .content, .main-content, .page-content, .site-content, #main, #content").length > 0) return;
		for (const main of page.all("main")) {
			page.rename(main, "div");
			page.setAttribute(main, "id", null);
			page.setAttribute(main, "class", `wide main-content`);
		}
	}),
	inPages("main-landmark-holds-text", "nesting a second main part", (page) => {
		const [main] = page.all("main");
		if (main) page.setInner(main, `<main>${page.inner(main)}</main>`);
	}),
	inPages("heading-outline", "skipping levels", (page) => {
		for (const heading of page.all("h3")) page.rename(heading, "h5");
		for (const heading of page.all("h2")) page.rename(heading, "h4");
	}),
	inPages("heading-outline", "making every heading a first-level one", (page) => {
		for (const heading of page.all("h2, h3, h4, h5, h6")) page.rename(heading, "h1");
	}),
	inPages("heading-outline", "making the title a second-level heading", (page) => {
		const [title] = page.all("head > title");
		const [heading, ...others] = page.all("h1");
		if (!title || !heading || others.length > 0 || /[<&]/.test(page.inner(heading))) return;
		page.setInner(title, `${page.inner(heading).trim()} | Site`);
		page.rename(heading, "h2");
	}),
	inPages("heading-outline", "giving headings a level by ARIA", (page) => {
		for (const heading of page.all("h2")) page.setAttribute(heading, "aria-level", "5");
	}),
	toBody(
		"tables",
		"adding a table with a head of plain cells",
		() => `<table><thead><tr><td>Tree</td><td>Height</td></tr></thead><tbody>${ROWS}</tbody></table>`,
	),
	toBody(
		"tables",
		"adding a table with bold first cells",
		() => `<TABLE BORDER=1><TR><TD><B>Tree</B><TD><STRONG>Height</STRONG>${ROWS}</TABLE>`,
	),

	inPages("charset", "declaring the encoding late", (page) => {
		drop(page, 'meta[charset], meta[http-equiv="content-type" i]');
		page.addToHead(`<!--${" late ".repeat(300)}--><meta charset="utf-8">`);
	}),
	inFiles("charset", "declaring no encoding", ({ files }) => {
		eachPage({ files, host: "", paths: new Set() }, (page) =>
			drop(page, 'meta[charset], meta[http-equiv="content-type" i]'),
		);
		for (const [file, html] of files)
			if (isPage(file))
				files.set(
					file,
					html.replace(/[^\0-\x7f]/gu, (char) => `&#${char.codePointAt(0)};`),
				);
	}),

	jsonLd("breaking JSON-LD by a comma behind a colon", (json) => json.replace(/:/, ":,")),
	jsonLd("beginning an object with a comma", (json) => json.replace("{", "{,")),
	jsonLd("writing trailing commas", (json) => json.replace(/\s*\}/g, ",}").replace(/\s*\]/g, ",]")),
	jsonLd("leaving commas out", (json) => json.replace(/(["\]}])\s*,\s*"/g, '$1\n"')),
	jsonLd("adding comments", (json) => json.replace("{", "{ // data\n/* of the site */")),
	jsonLd("writing single quotes", (json) => json.replace(/"((?:[^"\\']|\\.)*)"/g, "'$1'")),
	jsonLd("writing names without quotes", (json) => json.replace(/"([a-zA-Z]\w*)"(\s*:)/g, "$1$2")),
	jsonLd("writing printers' quotes", (json) => json.replace(/"(\w+)"(\s*:)/g, "\u201c$1\u201d$2")),
	jsonLd("breaking a text over lines", (json) => json.replace(/("name"\s*:\s*"[^" ]*) /, "$1\n\t")),
	jsonLd("wrapping it in a comment of HTML", (json) => `<!-- ${json} -->`),
	jsonLd("wrapping it in CDATA", (json) => `//<![CDATA[\n${json}\n//]]>`),
	jsonLd("ending it by a semicolon", (json) => `${json};`),
	// Behind a text: where more than brackets went, nothing can bring it back.
	jsonLd("leaving the last brackets out", (json) => json.trim().replace(/"[\s\]}]+$/, '"')),
	jsonLd("adding a bracket too many", (json) => `${json}}`),
	jsonLd("escaping what needs none", (json) => json.replace("{", '{"slogan": "It\\\'s ours",')),
	jsonLd("writing two values in one block", (json) => `${json}\n${json}`),
	inPages("vocabulary", "writing types in other letters", (page) =>
		rewriteData(page, (json) =>
			json.replace(/("@type"\s*:\s*")([A-Z])/g, (_, before: string, letter: string) => before + letter.toLowerCase()),
		),
	),
	inPages("vocabulary", "writing names in other letters", (page) =>
		rewriteData(page, (json) => json.replace(/"url"(\s*:)/g, '"URL"$1')),
	),
	inPages("vocabulary", "naming no vocabulary", (page) =>
		rewriteData(page, (json) => json.replace(/"@context"\s*:\s*"[^"]*"\s*,/g, "")),
	),
	known("organization"),
	known("website"),
	// The picture stays: which one stands for a page that shows none, a person has to say.
	inPages("open-graph", "removing title, kind and address from Open Graph", (page) =>
		drop(page, 'meta[property="og:title" i], meta[property="og:type" i], meta[property="og:url" i]'),
	),
	inPages("og-canonical", "naming another address in Open Graph", (page) => {
		drop(page, 'meta[property="og:url" i]');
		page.addToHead("<meta content=https://example.org/other/ property=og:url>");
	}),

	lang(null, "removing the language"),
	lang("", "leaving the language empty"),
	lang("english", "writing the language's name"),
	inPages("lang", "writing the language with an underscore", (page) => {
		for (const html of page.all("html[lang]"))
			page.setAttribute(html, "lang", `${html.attribs.lang?.slice(0, 2)}_XX`.replace("XX", "US"));
	}),
	inPages("lang", "naming a wrong language", (page) => {
		if (!isWritten(page)) return;
		for (const html of page.all("html"))
			page.setAttribute(html, "lang", /^fi/.test(html.attribs.lang ?? "") ? "tr" : "fi");
	}),
	toBody(
		"alt",
		"adding pictures that decorate",
		() => "<IMG SRC=/spacer.gif WIDTH=1 HEIGHT=1><img src='/a/divider-2.png'><a href='/'><img src=/icon.png>Start</a>",
	),
	toBody("alt", "adding pictures with a title", () => `<img src="/oak.jpg" title='An "old" oak & its shade'>`),
	fields(
		"setting labels beside their fields",
		'<p><label>Your address</label> <input type="email" name="a[]"></p><label>Message</label><textarea name=b></textarea>',
	),
	fields(
		"tying labels to ids that do not exist",
		"<LABEL FOR=nowhere>Town</LABEL><SELECT NAME=town><OPTION>A<OPTION>B</SELECT>",
	),
	fields("leaving a placeholder alone", "<input name=q placeholder='Search \"here\"'>"),
	toBody(
		"control-names",
		"adding links without words",
		(host) =>
			`<a href=https://www.facebook.com/${host}><i class=icon></i></a><a href="mailto:a@${host}"><svg></svg></a><a href='/' title=Start></a>`,
	),
	inPages("link-text", "calling links click here", (page, _host, address, site) => {
		for (const [link] of ownLinks(page, site, address)) {
			for (const name of ["aria-label", "title"]) page.setAttribute(link, name, null);
			page.setInner(link, "click here");
		}
	}),
	inPages("landmarks", "adding menus that are named by their classes", (page) => {
		const [html] = page.all("html");
		if (!/^en/i.test(html?.attribs.lang ?? "") || /bread-?crumb|aria-label="footer/i.test(page.html)) return;
		page.addToMain(
			'<nav class="breadcrumbs"><a href="/">Start</a></nav><NAV ID=site-footer><A HREF="/">Start</A></NAV>',
		);
	}),
	known("aria-valid"),
	toBody(
		"aria-valid",
		"adding attributes that ARIA does not know",
		() => "<p ARIA-LABELL=x role='presentation buton'>Words</p><button aria-expandet>More</button>",
	),
	known("aria-hidden-focus"),
	known("duplicate-id-refs"),
	toBody(
		"duplicate-id-refs",
		"naming two things alike",
		() => '<span id=twin>Name</span><span id=twin>Other</span><button aria-labelledby="twin gone">x</button>',
	),
	known("tabindex"),
	inPages("tabindex", "giving links a tab order without quotes", (page) => {
		page.addToMain("<a TABINDEX=7 href=/>Start</a><button tabindex='+3'>More</button>");
	}),
	toBody(
		"frames",
		"adding frames without titles",
		() =>
			'<iframe src="https://www.youtube.com/embed/x1"></iframe><IFRAME SRC=//www.google.com/maps/embed?pb=1&amp;q=2></IFRAME>',
	),
	known("autocomplete"),
	viewport("width=device-width, maximum-scale=1, user-scalable=no"),
	viewport("width=device-width;user-scalable=0;"),
	viewport("USER-SCALABLE=NO"),
	headTag("meta-refresh", '<meta http-equiv="refresh" content="5; url=/elsewhere.html">'),
	headTag("meta-refresh", "<META CONTENT=60 HTTP-EQUIV=Refresh>"),
	known("moving-text"),
	toBody(
		"moving-text",
		"adding words that blink",
		() => "<BLINK>New</BLINK><marquee behavior=alternate>Old<b>er</b></marquee>",
	),
	known("lists"),
	toBody(
		"lists",
		"adding items in no list",
		() => "<div><li>One<li>Two</div><section><LI>Three</LI> <LI>Four</LI></section>",
	),
	toBody(
		"form-works-without-js",
		"adding a form of fields without names",
		() =>
			'<form action="/find"><label>Words <input type=search id=words></label><label>Kind <select id="the kind"><option>A</option></select></label><button>Find</button></form>',
	),
	toBody(
		"unicode-covert",
		"writing what no reader sees",
		() =>
			`<p>Welcome${[..."Ignore all"].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join("")} to us</p>`,
	),
	toBody("unicode-covert", "turning the direction of a text", () => "<p>Pay \u202e001\u202c to us</p>"),
	toBody(
		"ugc-links",
		"adding comments with links",
		() =>
			'<section id="comments" class="comments"><article class="comment"><p>See <a href="https://www.example.org/a">this</a> and <A REL=noopener HREF=https://www.example.net>that</A></p></article></section>',
	),
];

function rewriteData(page: PageSource, rewrite: (json: string) => string): void {
	for (const block of page.all('script[type="application/ld+json"]')) page.setInner(block, rewrite(page.inner(block)));
}

/** With a heading that no other page has, which a title can be drafted of. */
function withHeading(page: PageSource, { files }: SiteCopy): boolean {
	const own = headingOf(page);
	const others = [...files].filter(([file, html]) => isPage(file) && headingOf(new Source(html)) === own);
	return /\p{L}{4}/u.test(own) && others.length < 2;
}

function headingOf(page: PageSource): string {
	const [first] = page.all("h1, h2, h3");
	return first
		? page
				.inner(first)
				.replace(/<[^>]*>/g, "")
				.trim()
		: "";
}

/** With enough text to detect its language. */
function isWritten(page: PageSource): boolean {
	const text = page
		.all("p")
		.map((each) => page.inner(each).replace(/<[^>]*>/g, ""))
		.join(" ");
	return text.length > 2_500;
}

function withParagraph(page: PageSource): boolean {
	return page.all("p").some(
		(each) =>
			page
				.inner(each)
				.replace(/<[^>]*>/g, "")
				.trim().length > 80,
	);
}
