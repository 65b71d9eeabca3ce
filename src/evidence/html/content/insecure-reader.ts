import type { InsecureResource } from "../../digest/content.ts";
import { MAX_INSECURE, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, tokens } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageSource } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";

type Kind = InsecureResource["kind"];

/**
 * W3C Mixed Content section 3: images, sound and video are upgradeable, but not an image out of a set; everything else is
 * blockable. `a-tag attribute` of what loads by itself; links and what only names an address are none of it.
 */
const LOADS: ReadonlyMap<string, Kind> = new Map([
	["script src", "blockable"],
	["iframe src", "blockable"],
	["frame src", "blockable"],
	["embed src", "blockable"],
	["object data", "blockable"],
	["track src", "blockable"],
	["img src", "upgradeable"],
	["img srcset", "blockable"],
	["source src", "upgradeable"],
	["source srcset", "blockable"],
	["video src", "upgradeable"],
	["video poster", "upgradeable"],
	["audio src", "upgradeable"],
	["input src", "upgradeable"],
	["form action", "form"],
	["button formaction", "form"],
	["input formaction", "form"],
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
	"href",
	"style",
	...Array.from(LOADS.keys(), (key) => key.split(" ")[1] ?? ""),
]);
const LINKS: ReadonlyMap<string, Kind> = new Map([
	["stylesheet", "blockable"],
	["modulepreload", "blockable"],
	["preload", "blockable"],
	["manifest", "blockable"],
	["icon", "upgradeable"],
	["apple-touch-icon", "upgradeable"],
]);
/** First address over http: in a value that may hold several. */
const HTTP = /(?:^|[\s,("'])(http:\/\/[^\s,)"']+)/i;
/** W3C Secure Contexts section 3.1: a page may trust its own machine. */
const OWN_MACHINE = /^http:\/\/(?:localhost|[^/:]*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i;

/** What a page that came over https loads or sends without it. */
export class InsecureReader implements Reader {
	readonly #found: { readonly element: PageElement; readonly url: string; readonly kind: Kind }[] = [];
	readonly #secure: boolean;
	/** The base that a `<base>` sets, where it is over http: then every relative address is. */
	#base: string | undefined;

	/** @param page address that the page came from */
	constructor(page: string) {
		this.#secure = page.startsWith("https:");
	}

	finish(source: PageSource): readonly InsecureResource[] {
		return this.#found.map(({ element, url, kind }) => ({ ...source.startTag(element), url, kind }));
	}

	enter(element: PageElement): void {
		if (!this.#secure || element.attrs.length === 0) return;
		if (element.tagName === "base") this.#readBase(element);
		for (const { name, value } of element.attrs) {
			if (!ATTRIBUTES.has(name)) continue;
			const kind = kindOf(element, name);
			const url = kind === undefined ? undefined : this.#insecure(value, name);
			if (kind !== undefined && url !== undefined) this.#add(element, url, kind);
		}
	}

	#readBase(element: PageElement): void {
		const href = attribute(element, "href")?.trim() ?? "";
		if (/^http:/i.test(href)) this.#base ??= cut(href, VALUE_LENGTH);
	}

	#insecure(value: string, name: string): string | undefined {
		const start = cut(value.trimStart(), VALUE_LENGTH);
		const many = name === "srcset" || name === "style";
		const url = many ? HTTP.exec(start)?.[1] : /^http:\/\/\S+/i.exec(start)?.[0];
		if (url !== undefined) return OWN_MACHINE.test(url) ? undefined : url.toWellFormed();
		if (this.#base === undefined || many || start === "") return undefined;
		const resolved = URL.parse(start, this.#base)?.href;
		return resolved?.startsWith("http:") ? cut(resolved, VALUE_LENGTH) : undefined;
	}

	#add(element: PageElement, url: string, kind: Kind): void {
		if (this.#found.length < MAX_INSECURE) this.#found.push({ element, url, kind });
	}
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
