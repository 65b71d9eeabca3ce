import type { InsecureResource } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_INSECURE, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageElement } from "../tree/page-tree.ts";

type Kind = InsecureResource["kind"];

/**
 * W3C Mixed Content section 3: images, sound and video are upgradeable, but not an image out of a set; everything else is
 * blockable. `a-tag attribute` of what loads by itself; links and what only names an address are none of it.
 */
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
/** W3C Secure Contexts section 3.1: a page may trust its own machine. */
const OWN_MACHINE = /^http:\/\/(?:localhost|[^/:]*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i;

/** What a page that came over https loads or sends without it. */
export function collectInsecure({ elements, source, url }: Page): readonly InsecureResource[] {
	const found: InsecureResource[] = [];
	if (!url.startsWith("https:")) return found;
	/** The base that a `<base>` sets, where it is over http: then every relative address behind it is. */
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
