import { isWithin } from "#core/hosts/is-within.ts";
import type {
	InlineState,
	InsecureResource,
	Located,
	PageDigest,
	PageLink,
	PageMeta,
	PageText,
} from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { NAME_LENGTH, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, textValue, tokens } from "../tree/attributes.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import type { PageElementEntry } from "../tree/page-entries.ts";
import { isElement, ownText, type PageElement, type PageSource, parseNoscript, SVG } from "../tree/page-tree.ts";
import measuring from "./measuring-hosts.json" with { type: "json" };

const MAX_INSECURE = 100;

/** Characters: an app's mount element with "Loading…" or a request to enable JavaScript still counts as empty. */
const APP_ROOT_TEXT = 80;

/** Enough for 200 hreflang alternates plus styles and preloads. */
const MAX_LINKS = 500;

/** Pages with full social and icon metadata have about 60. */
export const MAX_METAS = 300;

/** Only the first title counts; a few more reveal a template that writes it twice. */
const MAX_TITLES = 10;

const META_KEYS = ["name", "property", "http-equiv", "itemprop"] as const;

/** Values of the dir attribute (WHATWG HTML section 3.2.6.4); others have no effect. */
const DIRECTIONS = ["ltr", "rtl", "auto"] as const;

export function collectDocument(page: Page) {
	return {
		...collectHead(page),
		parts: partsOf(page),
		...findNoscriptRefresh(page),
		appRoot: findEmptyAppRoot(page),
		inlineState: findInlineState(page),
		insecure: collectInsecure(page),
		scriptCounts: countScripts(page),
	};
}

function collectHead({ elements, source }: Page): Pick<PageDigest, "lang" | "dir" | "titles" | "metas" | "links"> {
	let lang: PageText | null = null;
	let dir: PageDigest["dir"];
	const titles: PageText[] = [];
	const metas: PageMeta[] = [];
	const links: PageLink[] = [];
	for (const { element, context } of elements) {
		if (element.namespaceURI === SVG) continue;
		switch (element.tagName) {
			case "html":
				if (attribute(element, "lang") !== null) {
					lang = { ...source.startTag(element), text: textValue(element, "lang") };
				}
				dir = DIRECTIONS.find((each) => each === attribute(element, "dir")?.toLowerCase());
				break;
			case "title":
				if (titles.length === MAX_TITLES) break;
				titles.push({ ...source.whole(element), text: tidy(ownText(element), NAME_LENGTH) });
				break;
			case "meta":
				addMeta(element, metas, source);
				break;
			case "link":
				if (links.length < MAX_LINKS) links.push(linkOf(element, context.head, source));
		}
	}
	return { lang, ...(dir === undefined ? {} : { dir }), titles, metas, links };
}

/** Elements that the parser adds are located at the start of the source. */
function partsOf({ elements, source }: Page): PageDigest["parts"] {
	const named = (name: string) =>
		elements.find(({ element }) => element.tagName === name && element.namespaceURI !== SVG);
	const tagOf = (name: string, missing: Located) => {
		const found = named(name);
		return found ? source.startTag(found.element) : missing;
	};
	const html = tagOf("html", { at: source.at(0), excerpt: "" });
	return { html, head: tagOf("head", html), body: tagOf("body", html) };
}

function findNoscriptRefresh({ elements, source }: Page): Pick<PageDigest, "noscriptRefresh"> {
	for (const { element, context } of elements) {
		if (element.tagName !== "noscript" || !context.head) continue;
		const text = ownText(element);
		if (text.length > VALUE_LENGTH || !/refresh/i.test(text)) continue;
		const metas: PageMeta[] = [];
		for (const node of parseNoscript(text).childNodes) if (isElement(node)) addMeta(node, metas, source);
		const found = metas.find(({ key, by }) => key === "refresh" && by === "http-equiv");
		if (found) return { noscriptRefresh: { ...found, ...source.whole(element) } };
	}
	return {};
}

/** One entry per key: `name` and `property` on one element are two statements. */
function addMeta(element: PageElement, metas: PageMeta[], source: PageSource): void {
	for (const by of META_KEYS) {
		const key = textValue(element, by).toLowerCase();
		if (key === "" || metas.length === MAX_METAS) continue;
		metas.push({ ...source.startTag(element), key, by, content: keptValue(element, "content") ?? "" });
	}
}

function linkOf(element: PageElement, inHead: boolean, source: PageSource): PageLink {
	return {
		...source.startTag(element),
		rel: tokens(attribute(element, "rel")),
		href: keptValue(element, "href"),
		hreflang: keptValue(element, "hreflang"),
		type: keptValue(element, "type"),
		inHead,
	};
}

const MEASURING_FILES = /\/(?:(?:matomo|piwik|gtag|analytics|plausible|umami)(?:\.min)?\.js|gtag\/js|gtm\.js)$/i;
const MEASURING_CALLS =
	/\bgtag\s?\(|\bdataLayer\b|\b_paq\b|\b_gaq\b|\bfbq\s?\(|\bplausible\b|clarity\.ms|hotjar\.com|mc\.yandex\.ru/;
/** Characters. Snippets are short; longer scripts are programs that may also render. */
const SNIPPET_LENGTH = 2_000;
/** JavaScript MIME types (WHATWG MIME Sniffing section 4.6) and modules; scripts of other types are data blocks. */
const PROGRAM = /^\s*(?:(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*\s*(?:;.*)?|module)?\s*$/i;

function countScripts({ elements, url }: Page): { scripts: number; idleScripts: number } {
	const scripts = elements.filter(({ element }) => element.tagName === "script");
	return { scripts: scripts.length, idleScripts: scripts.filter(({ element }) => isIdleScript(element, url)).length };
}

function isIdleScript(script: PageElement, page: string): boolean {
	if (!PROGRAM.test((attribute(script, "type") ?? "").slice(0, 80))) return true;
	const src = attribute(script, "src");
	if (src === null) {
		const text = ownText(script);
		return text.length <= SNIPPET_LENGTH && MEASURING_CALLS.test(text);
	}
	const url = URL.parse(src, page);
	if (url === null) return false;
	const { hostname, pathname } = url;
	const known = measuring.hosts.some((host) => isWithin(hostname, host));
	return known || MEASURING_FILES.test(pathname);
}

/** `window.__STATE__ = {`, `var __DATA__ = [`, `window["x"] = JSON.parse(`: data, not a program. */
const ASSIGNS =
	/^\s*(?:(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$.-]{1,60}["']\]){1,3}|(?:var|let|const)\s[\w$]{1,60})\s?=\s?(?:JSON\.parse\(|[[{"'])/;
/** Characters; shorter ones are settings. */
const MIN_LENGTH = 4_000;
const JSON_TYPE = /^\s*application\/(?:json|vnd\.[\w.+-]+\+json)\s*(?:;|$)/i;

function findInlineState({ elements, source }: Page): InlineState | null {
	let largest: { readonly element: PageElement; readonly bytes: number } | undefined;
	let total = 0;
	for (const { element } of elements) {
		if (element.tagName !== "script" || hasAttribute(element, "src")) continue;
		const text = ownText(element);
		const isJson = JSON_TYPE.test(attribute(element, "type") ?? "");
		if (!isJson && (text.length < MIN_LENGTH || !ASSIGNS.test(text.slice(0, 400)))) continue;
		const bytes = Buffer.byteLength(text);
		total += bytes;
		if (!largest || bytes > largest.bytes) largest = { element, bytes };
	}
	return largest ? { ...source.startTag(largest.element), bytes: largest.bytes, total } : null;
}

/** Ids of mount elements in the project templates of React, Vue, Next, Nuxt, Gatsby, Svelte and Quasar. */
const IDS: ReadonlySet<string> = new Set(
	"root app __next __nuxt ___gatsby gatsby-focus-wrapper svelte q-app".split(" "),
);
/** Attributes of React before 17 and Angular; Discourse has its own section. */
const MARKS: ReadonlySet<string> = new Set(["data-reactroot", "ng-version"]);

function findEmptyAppRoot({ elements, source }: Page): Located | null {
	const empty = elements.find(isEmptyMount);
	return empty ? source.startTag(empty.element) : null;
}

/** An element into which a script will render the page. */
export function isEmptyMount({ element, textStart, textEnd }: PageElementEntry): boolean {
	return textEnd - textStart <= APP_ROOT_TEXT && isMount(element);
}

function isMount(element: PageElement): boolean {
	if (element.tagName === "app-root") return true;
	if (element.tagName === "section" && attribute(element, "id") === "main") return true;
	for (const { name, value } of element.attrs) {
		if (name === "id" ? IDS.has(value) : MARKS.has(name)) return true;
	}
	return false;
}

type Kind = InsecureResource["kind"];

/** W3C Mixed Content section 3: all is blockable except audio, video and images without srcset. Links load nothing. */
const LOADS: ReadonlyMap<string, Kind> = new Map([
	...kinds("blockable", "script src, iframe src, frame src, embed src, object data, track src"),
	...kinds("blockable", "img srcset, source srcset"),
	...kinds("upgradeable", "img src, source src, video src, video poster, audio src, input src"),
	...kinds("form", "form action, button formaction, input formaction"),
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
	"href",
	"style",
	...Array.from(LOADS.keys(), (key) => key.split(" ")[1] ?? ""),
]);
const LINKS: ReadonlyMap<string, Kind> = new Map([
	...kinds("blockable", "stylesheet, modulepreload, preload, manifest"),
	...kinds("upgradeable", "icon, apple-touch-icon"),
]);
const HTTP = /(?:^|[\s,("'])(http:\/\/[^\s,)"']+)/i;
/** W3C Secure Contexts section 3.1: localhost is trustworthy. */
const OWN_MACHINE = /^http:\/\/(?:localhost|[^/:]*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i;

function collectInsecure({ elements, source, url }: Page): readonly InsecureResource[] {
	const found: InsecureResource[] = [];
	if (!url.startsWith("https:")) return found;
	/** The href of an http `<base>`, which then applies to every later relative address. */
	let base: string | undefined;
	for (const { element } of elements) {
		if (element.attrs.length === 0) continue;
		if (element.tagName === "base") base ??= insecureBase(element);
		for (const resource of insecureIn(element, base)) found.push({ ...source.startTag(element), ...resource });
		if (found.length >= MAX_INSECURE) return found.slice(0, MAX_INSECURE);
	}
	return found;
}

function insecureIn(element: PageElement, base: string | undefined): Pick<InsecureResource, "url" | "kind">[] {
	const found: Pick<InsecureResource, "url" | "kind">[] = [];
	for (const { name, value } of element.attrs) {
		const kind = ATTRIBUTES.has(name) ? kindOf(element, name) : undefined;
		const url = kind === undefined ? undefined : insecureAddress(value, name, base);
		if (kind !== undefined && url !== undefined) found.push({ url, kind });
	}
	return found;
}

function insecureBase(element: PageElement): string | undefined {
	const href = attribute(element, "href")?.trim() ?? "";
	return /^http:/i.test(href) ? cut(href, VALUE_LENGTH) : undefined;
}

function insecureAddress(value: string, name: string, base: string | undefined): string | undefined {
	const start = cut(value.trimStart(), VALUE_LENGTH);
	const many = name === "srcset" || name === "style";
	const url = many ? HTTP.exec(start)?.[1] : /^http:\/\/\S+/i.exec(start)?.[0];
	if (url !== undefined) return OWN_MACHINE.test(url) ? undefined : url.toWellFormed();
	if (base === undefined || many || start === "") return undefined;
	const resolved = URL.parse(start, base)?.href;
	return resolved?.startsWith("http:") ? cut(resolved, VALUE_LENGTH) : undefined;
}

function kindOf(element: PageElement, name: string): Kind | undefined {
	if (name === "style") return "upgradeable";
	if (element.tagName === "a") return undefined;
	if (element.tagName !== "link") return LOADS.get(`${element.tagName} ${name}`);
	if (name !== "href") return undefined;
	return tokens(attribute(element, "rel"))
		.map((rel) => LINKS.get(rel))
		.find((kind) => kind !== undefined);
}

function kinds(kind: Kind, names: string): (readonly [string, Kind])[] {
	return names.split(", ").map((name) => [name, kind]);
}
