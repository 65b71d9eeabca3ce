import type { InlineState } from "../../digest/content.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import type { PageSource } from "../tree/page-source.ts";
import { ownText, type PageElement } from "../tree/page-tree.ts";
import type { Reader } from "../tree/walk.ts";

/** `window.__STATE__ = {`, `var __DATA__ = [`, `window["x"] = JSON.parse(`: a value, no program. */
const ASSIGNS =
	/^\s*(?:(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$.-]{1,60}["']\]){1,3}|(?:var|let|const)\s[\w$]{1,60})\s?=\s?(?:JSON\.parse\(|[[{"'])/;
/** Shorter ones are settings. */
const MIN_LENGTH = 4_000;
const JSON_TYPE = /^\s*application\/(?:json|vnd\.[\w.+-]+\+json)\s*(?:;|$)/i;

/** Data in script elements that frameworks write for their own scripts, not structured data. */
export class InlineStateReader implements Reader {
	readonly #source: PageSource;
	#largest: { readonly element: PageElement; readonly bytes: number } | undefined;
	#total = 0;

	constructor(source: PageSource) {
		this.#source = source;
	}

	finish(): InlineState | null {
		if (!this.#largest) return null;
		const { element, bytes } = this.#largest;
		return { ...this.#source.startTag(element), bytes, total: this.#total };
	}

	enter(element: PageElement): void {
		if (element.tagName !== "script" || hasAttribute(element, "src")) return;
		const text = ownText(element);
		const isJson = JSON_TYPE.test(attribute(element, "type") ?? "");
		if (!isJson && (text.length < MIN_LENGTH || !ASSIGNS.test(text.slice(0, 400)))) return;
		const bytes = Buffer.byteLength(text);
		this.#total += bytes;
		if (!this.#largest || bytes > this.#largest.bytes) this.#largest = { element, bytes };
	}
}
