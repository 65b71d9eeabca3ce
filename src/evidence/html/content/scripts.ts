import { isWithin } from "#core/target.ts";
import type { InlineState, Located } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { APP_ROOT_TEXT } from "../page-caps.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { ownText, type PageElement } from "../tree/page-tree.ts";
import measuring from "./measuring-hosts.json" with { type: "json" };

/** File names under which sites serve scripts that count visits themselves. */
const MEASURING_FILES = /\/(?:(?:matomo|piwik|gtag|analytics|plausible|umami)(?:\.min)?\.js|gtag\/js|gtm\.js)$/i;
/** Calls of such scripts' snippets. */
const MEASURING_CALLS =
	/\bgtag\s?\(|\bdataLayer\b|\b_paq\b|\b_gaq\b|\bfbq\s?\(|\bplausible\b|clarity\.ms|hotjar\.com|mc\.yandex\.ru/;
/** A snippet is short; longer ones are programs that may draw as well. */
const SNIPPET_LENGTH = 2_000;
/** JavaScript MIME types (WHATWG MIME Sniffing section 4.6) and modules; a script of another type is a data block. */
const PROGRAM = /^\s*(?:(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script[\d.]*\s*(?:;.*)?|module)?\s*$/i;

/** The number of script elements, and of those that draw nothing: blocks of data and known measurement. */
export function countScripts({ elements, url }: Page): { scripts: number; idleScripts: number } {
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

/** `window.__STATE__ = {`, `var __DATA__ = [`, `window["x"] = JSON.parse(`: a value, no program. */
const ASSIGNS =
	/^\s*(?:(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$.-]{1,60}["']\]){1,3}|(?:var|let|const)\s[\w$]{1,60})\s?=\s?(?:JSON\.parse\(|[[{"'])/;
/** Shorter ones are settings. */
const MIN_LENGTH = 4_000;
const JSON_TYPE = /^\s*application\/(?:json|vnd\.[\w.+-]+\+json)\s*(?:;|$)/i;

/** Data in script elements that frameworks write for their own scripts, not structured data. */
export function findInlineState({ elements, source }: Page): InlineState | null {
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

/** Mount elements of React, Vue, Next, Nuxt, Gatsby, Svelte and Quasar as their project templates write them. */
const IDS: ReadonlySet<string> = new Set(
	"root app __next __nuxt ___gatsby gatsby-focus-wrapper svelte q-app".split(" "),
);
/** React before 17 and Angular mark theirs. */
const MARKS: ReadonlySet<string> = new Set(["data-reactroot", "ng-version"]);

/** Finds the element that a script fills, where the source leaves it empty. */
export function findEmptyAppRoot({ elements, source }: Page): Located | null {
	const empty = elements.find((entry) => isMount(entry.element) && entry.textEnd - entry.textStart <= APP_ROOT_TEXT);
	return empty ? source.startTag(empty.element) : null;
}

function isMount(element: PageElement): boolean {
	if (element.tagName === "app-root") return true;
	return element.attrs.some(({ name, value }) => (name === "id" && IDS.has(value)) || MARKS.has(name));
}
