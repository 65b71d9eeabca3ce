import { aria, roles } from "aria-query";
import { purposeOf } from "#checks/semantics/landmarks.ts";
import { shownName } from "#checks/shared/page-values.ts";
import { isHome } from "#checks/shared/site-addresses.ts";
import { attributeOf, type Element, endOf, type HtmlFile, startOf, textOf } from "./html-file.ts";
import { atElements, onPages, type Repair } from "./repair.ts";
import type { SiteFiles } from "./site-files.ts";
import type { TextEdit } from "./source-text.ts";

function parentsOf(element: Element): readonly Element[] {
	const found: Element[] = [];
	for (let parent = element.parentNode; parent && "tagName" in parent; parent = parent.parentNode) {
		if (parent.sourceCodeLocation) found.push(parent as Element);
	}
	return found;
}

function inside(page: HtmlFile, element: Element): readonly Element[] {
	return page.elements.filter(
		(each) => each !== element && startOf(each) >= startOf(element) && endOf(each) <= endOf(element),
	);
}

const DECORATIVE =
	/(?:^|\/)(?:spacer|blank|pixel|clear|transparent|divider|separator|dot|shim)[-_\d]*\.(?:gif|png|svg)(?:$|\?)/i;

function isDecorative(image: Element): boolean {
	if (DECORATIVE.test(attributeOf(image, "src") ?? "")) return true;
	const sides = ["width", "height"].map((name) => Number(attributeOf(image, name) ?? Number.NaN));
	if (sides.some((side) => side <= 3)) return true;
	// Next to the text of its link or button, an image needs no name.
	const control = parentsOf(image).find(({ tagName }) => tagName === "a" || tagName === "button");
	return control !== undefined && textOf(control) !== "";
}

/** The author's words for an image: its caption, title or file name. */
function wordsOf(page: HtmlFile, image: Element): string {
	const figure = parentsOf(image).find(({ tagName }) => tagName === "figure");
	const caption = figure && inside(page, figure).find(({ tagName }) => tagName === "figcaption");
	if (caption) return textOf(caption).slice(0, 120);
	const name = /([^/?#]+)\.\w{2,5}(?:$|[?#])/.exec(attributeOf(image, "src") ?? "")?.[1] ?? "";
	const words = name
		.replace(/[-_+.]|%20/g, " ")
		.replace(/\b\d+x\d+\b|\b\d{3,}\b/g, "")
		.replace(/\s+/g, " ")
		.trim();
	return /\p{L}{3}/u.test(words) ? words : "";
}

export const alt: Repair = atElements(function* (page, element, _place, { drafts }) {
	if (element.tagName !== "img" && element.tagName !== "area" && element.tagName !== "input") return;
	const named = attributeOf(element, "title")?.trim();
	if (named) yield page.setAttribute(element, "alt", named);
	else if (element.tagName === "img" && isDecorative(element)) yield page.setAttribute(element, "alt", "");
	else if (drafts) {
		const words = wordsOf(page, element);
		if (words === "") return;
		yield page.setAttribute(element, "alt", words);
		yield page.setAttribute(element, "data-draft", "");
	}
});

function idFor(page: HtmlFile, field: Element): string {
	const name = (attributeOf(field, "name") ?? field.tagName).replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "");
	return page.freshId(name || "field");
}

/** A label directly before the field that belongs to no other. */
function strayLabel(page: HtmlFile, field: Element): Element | undefined {
	const before = page.elements
		.filter((each) => endOf(each) <= startOf(field) && each.parentNode === field.parentNode)
		.at(-1);
	if (before?.tagName !== "label" || textOf(before) === "" || inside(page, before).some(isField)) return undefined;
	const target = attributeOf(before, "for");
	return target === undefined || !page.elements.some((each) => attributeOf(each, "id") === target) ? before : undefined;
}

function isField({ tagName }: Element): boolean {
	return tagName === "input" || tagName === "select" || tagName === "textarea";
}

export const formLabels: Repair = atElements(function* (page, field, _place, { drafts }) {
	if (!isField(field)) return;
	const label = strayLabel(page, field);
	if (label) {
		const id = attributeOf(field, "id") || idFor(page, field);
		if (!attributeOf(field, "id")) yield page.setAttribute(field, "id", id);
		yield page.setAttribute(label, "for", id);
		return;
	}
	const words = [attributeOf(field, "placeholder"), attributeOf(field, "title")].find((each) => each?.trim());
	if (words) yield page.setAttribute(field, "aria-label", words.trim());
	else if (drafts) {
		const name = (attributeOf(field, "name") ?? "").replace(/[-_[\]]+/g, " ").trim();
		if (!/\p{L}{3}/u.test(name)) return;
		yield page.setAttribute(field, "aria-label", name);
		yield page.setAttribute(field, "data-draft", "");
	}
});

/** Proper names, the same in every language. */
const SERVICES: Readonly<Record<string, string>> = {
	"facebook.com": "Facebook",
	"instagram.com": "Instagram",
	"linkedin.com": "LinkedIn",
	"youtube.com": "YouTube",
	"youtu.be": "YouTube",
	"twitter.com": "Twitter",
	"x.com": "X",
	"pinterest.com": "Pinterest",
	"tiktok.com": "TikTok",
	"github.com": "GitHub",
	"mastodon.social": "Mastodon",
	"wa.me": "WhatsApp",
	"vimeo.com": "Vimeo",
	"reddit.com": "Reddit",
	"t.me": "Telegram",
	"medium.com": "Medium",
	"google.com": "Google",
};

function serviceOf(address: URL): string | undefined {
	const host = address.hostname.replace(/^(?:www|m|[a-z]{2}(?:-[a-z]{2})?)\./, "");
	return SERVICES[host];
}

const GLYPHS: readonly (readonly [RegExp, string])[] = [
	[/(?<![a-z])(?:navbar-toggle\w*|hamburger|menu-toggle|menu)(?![a-z])/i, "Menu"],
	[/(?<![a-z])(?:close|dismiss)(?![a-z])/i, "Close"],
	[/(?<![a-z])search(?![a-z])/i, "Search"],
	[/(?<![a-z])(?:prev|previous)(?![a-z])/i, "Previous"],
	[/(?<![a-z])next(?![a-z])/i, "Next"],
];

function isEnglish(page: HtmlFile): boolean {
	return /^en\b/i.test(page.digest.lang?.text.trim() ?? "");
}

export const controlNames: Repair = atElements(function* (page, element, _place, { site }) {
	const href = attributeOf(element, "href");
	const to = href === undefined ? null : URL.parse(href, page.url);
	const classes = `${attributeOf(element, "class") ?? ""} ${attributeOf(element, "id") ?? ""}`;
	const own = attributeOf(element, "title")?.trim();
	const home =
		to && to.host === site.target.host && isHome({ url: to.href }) ? shownName(page.page, site.target) : undefined;
	const glyph = isEnglish(page) ? GLYPHS.find(([pattern]) => pattern.test(classes))?.[1] : undefined;
	const mail =
		href && /^(?:mailto|tel):/i.test(href) ? decoded(href.replace(/^\w+:/, "").replace(/\?.*/, "")) : undefined;
	const name = own || mail || (to && serviceOf(to)) || home || (element.tagName === "a" && !to ? undefined : glyph);
	if (name) yield page.setAttribute(element, "aria-label", name);
});

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Names a frame after its service if that is well known, else after its host. */
export const frames: Repair = atElements(function* (page, element) {
	const source = URL.parse(attributeOf(element, "src") ?? attributeOf(element, "data-src") ?? "", page.url);
	if (element.tagName !== "iframe" || !source || !/^https?:$/.test(source.protocol)) return;
	const isMap = /(?:^|\.)google\.[a-z.]+$/.test(source.hostname) && source.pathname.startsWith("/maps");
	yield page.setAttribute(
		element,
		"title",
		isMap ? "Google Maps" : (serviceOf(source) ?? source.hostname.replace(/^www\./, "")),
	);
});

const PURPOSE_OF_FIELD: Readonly<Record<string, string>> = { email: "email", tel: "tel", url: "url", name: "name" };

export const autocomplete: Repair = atElements(function* (page, element) {
	const type = (attributeOf(element, "type") ?? "").toLowerCase();
	const name = (attributeOf(element, "name") ?? "").toLowerCase();
	yield page.setAttribute(element, "autocomplete", PURPOSE_OF_FIELD[type] ?? PURPOSE_OF_FIELD[name] ?? null);
});

/** For the whole page: a finding lists only the first places, and one costs as much as many. */
export const tabindex: Repair = onPages(function* (page) {
	for (const element of page.elements)
		if (Number(attributeOf(element, "tabindex")) > 0) yield page.setAttribute(element, "tabindex", null);
});

const PHRASING_ONLY = /^(?:p|h[1-6]|span|a|b|strong|i|em|small|label|button|summary|font)$/;

export const movingText: Repair = onPages(function* (page) {
	for (const element of page.all("marquee", "blink")) {
		// A block element would close the surrounding paragraph.
		const isInText = parentsOf(element).some(({ tagName }) => PHRASING_ONLY.test(tagName));
		yield* page.rename(element, isInText || element.tagName === "blink" ? "span" : "div");
	}
});

const NO_ROLE: ReadonlySet<string> = new Set([
	"command",
	"composite",
	"input",
	"landmark",
	"range",
	"roletype",
	"section",
	"sectionhead",
	"select",
	"structure",
	"widget",
	"window",
]);

export const ariaValid: Repair = atElements(function* (page, element) {
	const role = attributeOf(element, "role");
	const words = role?.trim().toLowerCase().split(/\s+/) ?? [];
	const known = words.filter((word) => roles.has(word as never) && !NO_ROLE.has(word));
	if (role !== undefined && known.length < words.length)
		yield page.setAttribute(element, "role", known.length > 0 ? known.join(" ") : null);
	for (const { name } of element.attrs)
		if (name.startsWith("aria-") && !aria.has(name as never)) yield page.setAttribute(element, name, null);
});

const FOCUSED = /^(?:a|button|input|select|textarea|summary|iframe)$/;

export const ariaHiddenFocus: Repair = atElements(function* (page, element) {
	const isReached = (each: Element) => inside(page, each).some(({ tagName }) => FOCUSED.test(tagName));
	// A hidden part may contain another one hidden separately.
	for (const each of [element, ...parentsOf(element), ...inside(page, element).filter(isReached)])
		if (attributeOf(each, "aria-hidden") === "true") yield page.setAttribute(each, "aria-hidden", null);
});

const REFERENCES = [
	"for",
	"aria-labelledby",
	"aria-describedby",
	"headers",
	"aria-activedescendant",
	"aria-details",
	"aria-errormessage",
	"aria-flowto",
];
/** Scripts may add their targets later: removed only from elements that the finding names. */
const LOOSE_REFERENCES = ["aria-controls", "aria-owns"];

export const duplicateIdRefs: Repair = atElements(function* (page, element) {
	yield* withoutMissing(page, element);
	yield* renamedTwins(page, element);
});

/** A finding names each id once, at the first element that refers to it; the others are broken too. */
function* withoutMissing(page: HtmlFile, element: Element): Iterable<TextEdit> {
	const ids = new Set(page.elements.map((each) => attributeOf(each, "id") ?? ""));
	const all = [...REFERENCES, ...LOOSE_REFERENCES];
	const missing = all.flatMap((name) => idsIn(element, name) ?? []).filter((id) => !ids.has(id));
	for (const name of all) yield* kept(element, name);
	for (const other of missing.length > 0 ? page.elements : [])
		for (const name of REFERENCES) if (idsIn(other, name)?.some((id) => missing.includes(id))) yield* kept(other, name);

	function* kept(each: Element, name: string): Iterable<TextEdit> {
		const named = idsIn(each, name);
		const known = named?.filter((id) => ids.has(id)) ?? [];
		if (named && (known.length < named.length || named.length === 0))
			yield page.setAttribute(each, name, known.length > 0 ? known.join(" ") : null);
	}
}

function idsIn(element: Element, name: string): readonly string[] | undefined {
	return attributeOf(element, name)?.split(/\s+/).filter(Boolean);
}

/** Keeps ids that styles, scripts and links use. References resolve to the first duplicate: rename the other. */
function* renamedTwins(page: HtmlFile, element: Element): Iterable<TextEdit> {
	const id = attributeOf(element, "id");
	const twins = id === undefined ? [] : page.elements.filter((each) => attributeOf(each, "id") === id);
	if (id === undefined || twins[0] === element) return;
	const speaking = ["id", ...REFERENCES, ...LOOSE_REFERENCES];
	const spoken = page.elements.flatMap(({ attrs }) =>
		attrs.filter(({ name }) => speaking.includes(name)).flatMap(({ value }) => value.split(/\s+/)),
	);
	if (page.text.split(id).length - 1 > spoken.join(" ").split(id).length - 1) return;
	for (const twin of twins.slice(1)) yield page.setAttribute(twin, "id", idFor(page, twin));
}

function isMain(element: Element): boolean {
	return element.tagName === "main" || attributeOf(element, "role") === "main";
}

export const mainLandmark: Repair = onPages(function* (page) {
	const mains = page.elements.filter(isMain);
	for (const each of mains.filter((inner) => parentsOf(inner).some(isMain))) {
		if (each.tagName === "main") yield* page.rename(each, "div");
		if (attributeOf(each, "role") === "main") yield page.setAttribute(each, "role", null);
	}
	if (mains.length > 0) return;
	const named = page.all("div", "section").filter((each) => {
		return /^(?:main|content|main-content|page-content|maincontent|site-content)$/i.test(attributeOf(each, "id") ?? "");
	});
	const classed = page.all("div", "section").filter((each) => {
		return /(?:^|\s)(?:main|content|main-content|page-content|site-content)(?:\s|$)/i.test(
			attributeOf(each, "class") ?? "",
		);
	});
	const articles = page.all("article");
	const [only] = named.length > 0 ? named : classed.length === 1 ? classed : articles.length === 1 ? articles : [];
	if (only) yield page.setAttribute(only, "role", "main");
});

export const headingOutline: Repair = onPages(function* (page, places, { left }) {
	const headings = page.all("h1", "h2", "h3", "h4", "h5", "h6").filter((each) => textOf(each) !== "");
	const isFlat = headings.length > 1 && headings.every((each) => levelOf(each) === 1);
	const hasTop = headings.some((each) => levelOf(each) === 1);
	const top = hasTop && !isFlat ? undefined : topOf(page, headings, isFlat);
	if (!top && !hasTop) for (const place of places) left.add(place);
	let before = 6;
	for (const each of headings) {
		const wanted = each === top ? 1 : isFlat ? 2 : levelOf(each);
		const level = Math.min(wanted, before + 1);
		if (level !== levelOf(each)) yield* leveled(page, each, level);
		before = level;
	}
});

/** The heading that repeats the title; if all are first-level, otherwise the first. */
function topOf(page: HtmlFile, headings: readonly Element[], isFlat: boolean): Element | undefined {
	const own = page.digest.titles[0]?.text.toLowerCase() ?? "";
	const named = headings.find((each) => own.includes(textOf(each).toLowerCase()));
	return named ?? (isFlat ? headings[0] : undefined);
}

function levelOf(heading: Element): number {
	return Number(attributeOf(heading, "aria-level") ?? heading.tagName[1]);
}

function leveled(page: HtmlFile, heading: Element, level: number): readonly TextEdit[] {
	if (attributeOf(heading, "aria-level") === undefined) return page.rename(heading, `h${level}`);
	return [page.setAttribute(heading, "aria-level", String(level))];
}

const UGC = /(?:^|\s)(?:ugc|nofollow)(?:\s|$)/i;

export const ugcLinks: Repair = atElements(function* (page, element) {
	const rel = attributeOf(element, "rel") ?? "";
	if (element.tagName === "a" && !UGC.test(rel)) yield page.setAttribute(element, "rel", `${rel} ugc`.trim());
});

const LOADS = ["src", "href", "action", "formaction", "poster", "data", "srcset"];

export const mixedContent: Repair = atElements(function* (page, element) {
	for (const name of LOADS) {
		const value = attributeOf(element, name);
		if (value && /http:\/\//i.test(value))
			yield page.setAttribute(element, name, value.replace(/http:\/\//gi, "https://"));
	}
});

const LEADS =
	/^\s*(?:return\s+)?(?:window\.|document\.)?(?:location(?:\.href)?\s*=|open\s*\(|location\.(?:assign|replace)\s*\()\s*(["'])([^"'\\<>]+)\1/i;

/** Only if the script contains the address literally. */
export const crawlableLinks: Repair = atElements(function* (page, element) {
	if (element.tagName !== "a") return;
	const written = LEADS.exec(attributeOf(element, "onclick") ?? "")?.[2] ?? attributeOf(element, "data-href");
	const script = LEADS.exec((attributeOf(element, "href") ?? "").replace(/^javascript:/i, ""))?.[2];
	const address = written ?? script;
	if (
		address !== undefined &&
		/^(?:https?:|\/|\.|[\w-]+(?:\/|\.html?))/.test(address) &&
		URL.canParse(address, page.url)
	)
		yield page.setAttribute(element, "href", address);
});

export const landmarks: Repair = atElements(function* (page, element, { excerpt }) {
	const label = purposeOf(page.page, { excerpt });
	if (label !== "" && /^(?:nav|aside|section|form)$/.test(element.tagName))
		yield page.setAttribute(element, "aria-label", label);
});

/** A row with all cells in bold is a header row. */
export const tables: Repair = atElements(function* (page, element) {
	const table = [element, ...parentsOf(element)].find(({ tagName }) => tagName === "table");
	const rows = table ? inside(page, table).filter(({ tagName }) => tagName === "tr") : [];
	const [first, ...others] = rows;
	if (!first || others.length === 0) return;
	const cells = inside(page, first).filter(({ tagName }) => tagName === "td" || tagName === "th");
	const isBold = (cell: Element) =>
		inside(page, cell).some((each) => /^(?:b|strong)$/.test(each.tagName) && textOf(each) === textOf(cell));
	const isHead = parentsOf(first).some(({ tagName }) => tagName === "thead");
	if (
		cells.length < 2 ||
		cells.some((cell) => textOf(cell) === "" || (cell.tagName === "td" && !isHead && !isBold(cell)))
	)
		return;
	for (const cell of cells) {
		if (cell.tagName === "td") yield* page.rename(cell, "th");
		if (attributeOf(cell, "scope") === undefined) yield page.setAttribute(cell, "scope", "col");
	}
});

/** Wraps consecutive items outside of a list. */
export const lists: Repair = onPages(function* (page) {
	const stray = page.all("li").filter(({ parentNode }) => {
		return parentNode && "tagName" in parentNode && !/^(?:ul|ol|menu)$/.test(parentNode.tagName);
	});
	const taken = new Set<Element>();
	for (const item of stray) {
		if (taken.has(item)) continue;
		const siblings = page.elements.filter(({ parentNode }) => parentNode === item.parentNode);
		const from = siblings.indexOf(item);
		const end = siblings.findIndex((each, index) => index > from && each.tagName !== "li");
		const run = siblings.slice(from, end < 0 ? undefined : end);
		for (const each of run) taken.add(each);
		const last = run.at(-1) ?? item;
		yield { from: startOf(item), to: startOf(item), text: "<ul>" };
		yield { from: endOf(last), to: endOf(last), text: "</ul>" };
	}
});

/** Fields are submitted by name; an id describes the field. */
export const formWorksWithoutJs: Repair = atElements(function* (page, form) {
	// A form without a target lacks more than names.
	if (form.tagName !== "form" || /^\s*javascript:/i.test(attributeOf(form, "action") ?? "")) return;
	for (const field of inside(page, form).filter(isField)) {
		const type = (attributeOf(field, "type") ?? "text").toLowerCase();
		if (attributeOf(field, "name")?.trim() || /^(?:submit|button|reset|image|hidden)$/.test(type)) continue;
		const id = attributeOf(field, "id") ?? (form.attrs.some(({ value }) => /search/i.test(value)) ? "q" : type);
		yield page.setAttribute(field, "name", id.replace(/[^\w-]+/g, "-"));
	}
});

/** Describes a link for people who hear it out of context: its content, then the target page's title. */
export const linkText: Repair = async function* ({ places, site, left }) {
	for (const place of places) {
		const { file } = place;
		const page = file === undefined ? undefined : await site.page(file, place.page);
		const link = page?.elementAt(place);
		const words = page && link && (await headingBehind(page, link, site));
		if (page && link && words && file !== undefined) {
			const shown = textOf(link);
			const edit = page.setAttribute(link, "aria-label", shown === "" ? words : `${shown}: ${words}`);
			yield { ...edit, file, escapes: "html" };
		} else left.add(place);
	}
};

async function headingBehind(page: HtmlFile, link: Element, site: SiteFiles): Promise<string | undefined> {
	const href = attributeOf(link, "href");
	const to = href === undefined ? null : URL.parse(href, page.url);
	if (to?.host !== site.target.host || attributeOf(link, "aria-label") !== undefined) return undefined;
	const target = (await site.pageAt(to.href))?.page;
	const heading = target?.first("h1");
	return (heading && textOf(heading)) || target?.digest.titles[0]?.text.trim();
}

/** Replaces redirecting addresses in every link of the page: a finding names each address once. */
export const linkTargets: Repair = onPages(function* (page, _places, { site }) {
	const { visits } = site.evidence;
	const seen = visits.state === "found" ? visits.value : [];
	const ends = new Map(
		seen.flatMap(({ url, hops, status, end }) => (hops > 0 && (status ?? 200) < 300 ? [[url, end] as const] : [])),
	);
	for (const link of page.all("a", "area")) {
		const href = attributeOf(link, "href");
		const to = href === undefined ? null : URL.parse(href, page.url);
		if (!to || href === undefined) continue;
		const { hash } = to;
		to.hash = "";
		const final = URL.parse(ends.get(to.href) ?? "");
		if (final?.host !== site.target.host) continue;
		const isAbsolute = /^https?:/i.test(href);
		const own = isAbsolute ? final.origin : "";
		yield page.setAttribute(link, "href", own + final.pathname + final.search + (final.hash || hash));
	}
});

/** Invisible letters that only programs read, and long runs of zero-width characters. */
const COVERT = /[\u{e0000}-\u{e007f}]+|[\u200b\u2060-\u2064]{3,}|[\u202a-\u202e\u2066-\u2069]/gu;

export const unicodeCovert: Repair = onPages(function* (page) {
	for (const { 0: found, index } of page.text.matchAll(COVERT))
		yield { from: index, to: index + found.length, text: "" };
});
