import { languageOf, languageSigns } from "#checks/semantics/lang.ts";
import { withoutLimits } from "#checks/semantics/viewport-zoom.ts";
import { type CanonicalStatement, canonicalStatements } from "#checks/shared/canonical-links.ts";
import { annotationsOf, namesItself } from "#checks/shared/hreflang.ts";
import { firstPicture, ownHeadline, ownPicture, shownName } from "#checks/shared/page-values.ts";
import { cleanAddress, isHome } from "#checks/shared/site-addresses.ts";
import { sureLanguage } from "#checks/shared/text-language.ts";
import type { Occurrence } from "#core/occurrence.ts";
import { attributeOf, type Element, escaped, type HtmlFile, scriptJson, textOf } from "./html-file.ts";
import { atElements, type FileEdit, onHome, onPages, type Repair } from "./repair.ts";
import type { SiteFiles } from "./site-files.ts";
import type { TextEdit } from "./source-text.ts";

const PLAIN_TEXT = /^[\0-\x7f]*$/;

export const charset: Repair = onPages(function* (page) {
	const { from, label } = page.digest.charset;
	const declared = page
		.all("meta")
		.filter(
			(meta) =>
				attributeOf(meta, "charset") !== undefined || /content-type/i.test(attributeOf(meta, "http-equiv") ?? ""),
		);
	if (from === "late-meta" && label === "utf-8") {
		for (const meta of declared) yield page.remove(meta);
		yield page.headFirst('<meta charset="utf-8">');
	}
	// Only if the bytes are the same in both encodings; otherwise the file would have to be reencoded.
	else if (from === "meta" && PLAIN_TEXT.test(page.text)) {
		for (const meta of declared) {
			if (attributeOf(meta, "charset") !== undefined) yield page.setAttribute(meta, "charset", "utf-8");
			else yield page.setAttribute(meta, "content", "text/html; charset=utf-8");
		}
	}
});

export const lang: Repair = onPages(function* (page) {
	const stated = page.digest.lang?.text.trim() ?? "";
	const sure = sureLanguage(page.digest.text.language);
	const signs = languageSigns(page.page).filter(({ language }) => sure?.group.split(" ").includes(language));
	const written = codeOf(stated);
	const isRight = written !== undefined && (!sure || sure.group.split(" ").includes(languageOf(written)));
	const tag = (isRight && written) || signs[0]?.tag || sure?.tag;
	if (tag === undefined || tag === stated) return;
	const root = page.first("html");
	yield root ? page.setAttribute(root, "lang", tag) : page.opening(`<html lang="${tag}">`);
});

/** Language names that pages use instead of codes. */
const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map(
	"ar cs da de el en es fi fr he hu it ja ko nl no pl pt ro ru sv th tr uk vi zh".split(" ").flatMap((code) => {
		const names = ["en", code].map((reader) => new Intl.DisplayNames(reader, { type: "language" }).of(code) ?? code);
		return names.map((name) => [name.toLowerCase(), code] as const);
	}),
);

/** Codes for `en_US` and `English`. */
function codeOf(stated: string): string | undefined {
	const hyphened = stated.replaceAll("_", "-");
	if (hyphened !== stated && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(hyphened)) return hyphened;
	return LANGUAGE_NAMES.get(stated.toLowerCase());
}

function isRel(link: Element, rel: string): boolean {
	return (attributeOf(link, "rel") ?? "").toLowerCase().split(/\s+/).includes(rel);
}

function canonicalLinks(page: HtmlFile): readonly Element[] {
	return page.all("link").filter((link) => isRel(link, "canonical"));
}

export const canonical: Repair = onPages(function* (page) {
	const links = canonicalLinks(page);
	const statements = canonicalStatements(page.page);
	// The owner may mean a canonical link to another page of the site.
	if (statements.length > 0 && statements.every(({ url }) => url !== null) && links.length < 2) {
		const whole = statements[0] && wholeAddress(statements[0], page.url);
		if (links[0] && whole !== undefined) yield page.setAttribute(links[0], "href", whole);
		return;
	}
	for (const link of links) yield page.remove(link);
	yield page.headLast(`<link rel="canonical" href="${escaped(cleanAddress(page.url))}">`);
});

/** Absolute, as secure as the page, without fragment. Undefined if it already is, or if it is on another host. */
function wholeAddress({ written, url }: CanonicalStatement, of: string): string | undefined {
	const [named, own] = [new URL(url ?? of), new URL(of)];
	const isWhole = URL.parse(written)?.protocol === own.protocol && !written.includes("#");
	if (isWhole || named.host !== own.host) return undefined;
	named.protocol = own.protocol;
	return named.href;
}

export const canonicalForeign: Repair = onHome(function* (page) {
	for (const link of canonicalLinks(page)) yield page.setAttribute(link, "href", cleanAddress(page.url));
});

export const canonicalTargets: Repair = onPages(function* (page, _places, { site }) {
	const [link, ...others] = canonicalLinks(page);
	const named = link && URL.parse(attributeOf(link, "href") ?? "", page.url);
	if (!link || others.length > 0 || !named) return;
	const { visits } = site.evidence;
	const visit = visits.state === "found" ? visits.value.find(({ url }) => url === named.href) : undefined;
	// Which page is canonical is the owner's decision, but an address that redirects or fails is wrong.
	if (visit && (visit.hops > 0 || (visit.status ?? 0) >= 400))
		yield page.setAttribute(link, "href", cleanAddress(page.url));
});

export const viewportZoom: Repair = atElements(function* (page, element) {
	const content = attributeOf(element, "content");
	if (content !== undefined) yield page.setAttribute(element, "content", withoutLimits(content));
});

/** Removes directives from robots metas; removes a tag without directives. */
function withoutDirectives(pattern: RegExp): Repair {
	return onPages(function* (page) {
		for (const meta of page.all("meta")) {
			if (!/^(?:robots|googlebot|bingbot|googlebot-news)$/i.test(attributeOf(meta, "name") ?? "")) continue;
			const words = (attributeOf(meta, "content") ?? "").split(",").map((word) => word.trim());
			const kept = words.filter((word) => word !== "" && !pattern.test(word));
			if (kept.length === words.length) continue;
			yield kept.length === 0 ? page.remove(meta) : page.setAttribute(meta, "content", kept.join(", "));
		}
	});
}

export const noindex = withoutDirectives(/^(?:noindex|none)$/i);
export const snippetEligible = withoutDirectives(/^(?:nosnippet|max-snippet\s*:\s*0)$/i);
export const bingAiControls = withoutDirectives(/^noarchive$/i);

export const metaRefresh: Repair = atElements(function* (page, element) {
	if (/refresh/i.test(attributeOf(element, "http-equiv") ?? "")) yield page.remove(element);
});

function metaTag(property: string, content: string): string {
	return `<meta property="${property}" content="${escaped(content.replace(/\s+/g, " ").trim())}">`;
}

function metaNamed(page: HtmlFile, key: string): Element | undefined {
	return page.all("meta").find((meta) => {
		return (attributeOf(meta, "property") ?? attributeOf(meta, "name") ?? "").toLowerCase() === key;
	});
}

export const openGraph: Repair = onPages(function* (page, places, { left }) {
	const missing = basicTags(page).filter(
		([key]) => !attributeOf(metaNamed(page, key) ?? NO_ELEMENT, "content")?.trim(),
	);
	const known = missing.flatMap(([key, value]) => (value ? [[key, value] as const] : []));
	if (known.length < missing.length) for (const place of places) left.add(place);
	const tags: string[] = [];
	for (const [key, value] of known) {
		const meta = metaNamed(page, key);
		if (meta) yield page.setAttribute(meta, "content", value);
		else tags.push(metaTag(key, value));
	}
	if (tags.length > 0) yield page.headLast(tags.join(page.source.lineBreak));
});

const NO_ELEMENT = { attrs: [] };

function basicTags(page: HtmlFile): readonly (readonly [key: string, value: string | undefined])[] {
	const { page: seen, url } = page;
	return [
		["og:title", page.digest.titles[0]?.text.trim() || ownHeadline(seen)],
		["og:type", /\/(?:blog|news|posts?|articles?)\/./.test(url) ? "article" : "website"],
		["og:url", cleanAddress(url)],
		["og:image", ownPicture(seen) ?? firstPicture(seen)],
	];
}

export const ogCanonical: Repair = onPages(function* (page) {
	const meta = metaNamed(page, "og:url");
	const [statement] = canonicalStatements(page.page);
	if (meta) yield page.setAttribute(meta, "content", statement?.url ?? cleanAddress(page.url));
});

export const siteName: Repair = onHome(function* (page, { site }) {
	const name = shownName(page.page, site.target);
	if (name === undefined || metaNamed(page, "og:site_name")) return;
	yield page.headLast(metaTag("og:site_name", name));
});

/** From facts on the page: its name and address. */
function namedData(type: "Organization" | "WebSite"): Repair {
	return onHome(function* (page, { site }) {
		const name = shownName(page.page, site.target);
		const has = [...page.digest.jsonLd.nodes, ...page.digest.microdata, ...page.digest.rdfa].some(({ types }) =>
			types.includes(type),
		);
		if (name === undefined || has) return;
		const node = { "@context": "https://schema.org", "@type": type, name, url: new URL("/", page.url).href };
		yield page.headLast(`<script type="application/ld+json">${scriptJson(node)}</script>`);
	});
}

export const organization = namedData("Organization");
export const website = namedData("WebSite");

const FEEDS = [
	["feed.xml", "application/rss+xml"],
	["rss.xml", "application/rss+xml"],
	["index.xml", "application/rss+xml"],
	["feed/index.xml", "application/rss+xml"],
	["atom.xml", "application/atom+xml"],
	["feed.json", "application/feed+json"],
] as const;

export const feedOffered: Repair = async function* ({ site }) {
	const home = await site.pageAt(site.target.url);
	if (!home) return;
	for (const [path, type] of FEEDS) {
		const feed = await site.text(site.at(path));
		if (!feed || !/<(?:rss|feed|rdf:RDF)\b|"version"\s*:\s*"https:\/\/jsonfeed/.test(feed.text)) continue;
		const atom = /<feed\b/.test(feed.text) ? "application/atom+xml" : type;
		const href = escaped(new URL(path, site.target.url).href);
		const edit = home.page.headLast(`<link rel="alternate" type="${atom}" href="${href}">`);
		yield { ...edit, file: home.file, escapes: "html" };
		return;
	}
};

export const hreflang: Repair = onHome(function* (page) {
	yield* versionsOf(page);
});

function* versionsOf(page: HtmlFile): Iterable<TextEdit> {
	const links = page
		.all("link")
		.filter((link) => isRel(link, "alternate") && attributeOf(link, "hreflang") !== undefined);
	const moved: string[] = [];
	let isNamed = namesItself({ page: page.page, annotations: annotationsOf(page.page) });
	for (const link of links) {
		const code = (attributeOf(link, "hreflang") ?? "").replaceAll("_", "-");
		const to = URL.parse(attributeOf(link, "href") ?? "", page.url);
		if (to && !isInHead(link)) {
			isNamed ||= cleanAddress(to.href) === cleanAddress(page.url);
			yield page.remove(link);
			moved.push(versionLink(code, to.href));
		} else yield* corrected(page, link, code, to);
	}
	const own = page.digest.lang?.text.trim() ?? "";
	const [last] = links.slice(-1);
	if (last && own !== "" && !isNamed) {
		if (moved.length > 0) moved.push(versionLink(own, page.url));
		else yield page.after(last, versionLink(own, page.url));
	}
	if (moved.length > 0) yield page.headLast(moved.join(page.source.lineBreak));
}

function isInHead({ parentNode }: Element): boolean {
	return parentNode !== null && "tagName" in parentNode && parentNode.tagName === "head";
}

function* corrected(page: HtmlFile, link: Element, code: string, to: URL | null): Iterable<TextEdit> {
	if (code !== attributeOf(link, "hreflang")) yield page.setAttribute(link, "hreflang", code);
	if (to && !URL.canParse(attributeOf(link, "href") ?? "")) yield page.setAttribute(link, "href", to.href);
}

function versionLink(code: string, url: string): string {
	return `<link rel="alternate" hreflang="${escaped(code)}" href="${escaped(url)}">`;
}

/** Adds the missing return link to the other version, and the missing self-link to the page. */
export const hreflangReturn: Repair = async function* ({ places, site }) {
	for (const [address, own] of Map.groupBy(places, ({ page }) => page)) {
		const from = await site.pageAt(address);
		const code = from ? ownCode(from.page) : "";
		if (!from || code === "") continue;
		for (const edit of versionsOf(from.page)) yield { ...edit, file: from.file, escapes: "html" };
		for (const place of own) yield* linkBack(place, from.page, code, site);
	}
};

/** The page's language as it states it, else as its hreflang links do. */
function ownCode(page: HtmlFile): string {
	const isOwn = (link: Element) => {
		const to = URL.parse(attributeOf(link, "href") ?? "", page.url);
		return isRel(link, "alternate") && to !== null && cleanAddress(to.href) === cleanAddress(page.url);
	};
	const named = page.all("link").find((link) => attributeOf(link, "hreflang") !== undefined && isOwn(link));
	return page.digest.lang?.text.trim() || ((named && attributeOf(named, "hreflang")) ?? "");
}

async function* linkBack(place: Occurrence, from: HtmlFile, code: string, site: SiteFiles): AsyncGenerator<FileEdit> {
	const element = from.elementAt(place);
	const to = URL.parse((element && attributeOf(element, "href")) ?? "", place.page);
	const version = to && (await site.pageAt(to.href));
	if (!version || namesPage(version.page, place.page)) return;
	yield { ...version.page.headLast(versionLink(code, place.page)), file: version.file, escapes: "html" };
}

function namesPage(page: HtmlFile, address: string): boolean {
	return annotationsOf(page.page).some(({ url }) => url !== null && cleanAddress(url) === cleanAddress(address));
}

const DESCRIPTION = 155;

/** The page's own first heading. */
function headlineOf(page: HtmlFile): string | undefined {
	const heading = page.all("h1", "h2", "h3").find((each) => textOf(each) !== "");
	return heading && textOf(heading).slice(0, 70).trim();
}

function draftedTitle(page: HtmlFile, { target }: SiteFiles): Iterable<TextEdit> {
	const own = headlineOf(page);
	if (own === undefined) return [];
	// Search engines take the site's name from the home page's title.
	const name = isHome({ url: page.url }) ? shownName(page.page, target) : undefined;
	const headline = name === undefined || own.includes(name) ? own : `${own} | ${name}`;
	const title = page.first("title");
	if (!title) return [page.headFirst(`<title data-draft>${escaped(headline)}</title>`)];
	if (textOf(title) === headline) return [];
	return [page.setInner(title, escaped(headline)), page.setAttribute(title, "data-draft", "")];
}

export const title: Repair = onPages((page, _places, { drafts, site }) => (drafts ? draftedTitle(page, site) : []));

function draftedDescription(page: HtmlFile): Iterable<TextEdit> {
	const words =
		page
			.all("p")
			.map(textOf)
			.find((text) => text.length > 60) ?? "";
	if (words === "") return [];
	const cut = words.length <= DESCRIPTION ? words : `${words.slice(0, DESCRIPTION).replace(/\s+\S*$/, "")} …`;
	const meta = page.all("meta").find((each) => attributeOf(each, "name")?.toLowerCase() === "description");
	if (!meta) return [page.headLast(`<meta name="description" content="${escaped(cut)}" data-draft>`)];
	if (attributeOf(meta, "content") === cut) return [];
	return [
		page.setAttribute(meta, "content", cut),
		...(attributeOf(meta, "data-draft") === undefined ? [page.before(meta, "<!-- draft -->")] : []),
	];
}

export const metaDescription: Repair = onPages((page, _places, { drafts }) => (drafts ? draftedDescription(page) : []));
