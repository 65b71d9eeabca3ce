import { MAX_MARKUP_LENGTH, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, keptValue } from "../tree/attributes.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import type { PageElementEntry, PageEntries, PageTextEntry } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";

/** Attribute that holds the address that is the value of an element. */
const ADDRESS: ReadonlyMap<string, string> = new Map([
	...["audio", "embed", "iframe", "img", "source", "track", "video"].map((tag) => [tag, "src"] as const),
	...["a", "area", "link"].map((tag) => [tag, "href"] as const),
	["object", "data"],
]);

/** Attributes that hold the value for machines. */
const MACHINE: ReadonlyMap<string, string> = new Map(
	Object.entries({ data: "value", meter: "value", time: "datetime" }),
);

type MarkupValue = { readonly url: string } | { readonly text: string };

/**
 * The value of an element with itemprop (HTML section 5.2.4); null where it is the element's text. `content` counts on
 * every element without an address of its own, not on `<meta>` alone: schema.org's examples use it, and consumers read it.
 */
export function propertyValue(element: PageElement): MarkupValue | null {
	const { tagName } = element;
	const source = ADDRESS.get(tagName);
	if (source !== undefined) return { url: attribute(element, source) ?? "" };
	if (tagName === "meta") return { text: keptValue(element, "content") ?? "" };
	const machine = keptValue(element, MACHINE.get(tagName) ?? "content") ?? keptValue(element, "content");
	return machine === null ? null : { text: machine };
}

/** An address by the page's base; as written where it cannot be resolved, "" where there is none. */
export function absolute(written: string, base: string): string {
	const address = cut(written.toWellFormed().trim(), VALUE_LENGTH);
	// A page can put a megabyte into an attribute; only what is kept is resolved.
	if (address === "" || !URL.canParse(address, base)) return address;
	return cut(new URL(address, base).href, VALUE_LENGTH);
}

/** What one form of markup may still put into the digest: nesting and itemref let a small page repeat itself. */
export class MarkupBudget {
	#values = MAX_MARKUP_VALUES;
	#characters = MAX_MARKUP_LENGTH;

	get spent(): boolean {
		return this.#values <= 0 || this.#characters <= 0;
	}

	spend(characters: number): void {
		this.#values--;
		this.#characters -= characters;
	}
}

export class PropertyValues {
	readonly #values = new Map<string, string[]>();
	readonly #budget: MarkupBudget;

	constructor(budget: MarkupBudget) {
		this.#budget = budget;
	}

	add(name: string, value: string): void {
		// An own `__proto__` would become the prototype as soon as somebody copies the record.
		if (name === "__proto__" || this.#budget.spent) return;
		this.#budget.spend(name.length + value.length);
		const values = this.#values.get(name);
		if (values) values.push(value);
		else this.#values.set(name, [value]);
	}

	finish(): Readonly<Record<string, readonly string[]>> {
		return Object.fromEntries(this.#values);
	}
}

/** Elements whose text is code. The standard counts it (DOM section 4.4, textContent); as a value it means nothing. */
const CODE: ReadonlySet<string> = new Set(["script", "style", "noscript"]);

interface Buffer {
	readonly text: string;
	/** Offsets of each element's content, behind the white space that it begins with, by its index. */
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
}

/**
 * The text that elements have as values of structured data. All text of the page is in one buffer, however deep the
 * elements nest: each value is a range of it. Written when the first value is read.
 */
export class RawText {
	readonly #entries: PageEntries;
	#buffer: Buffer | undefined;

	constructor(entries: PageEntries) {
		this.#entries = entries;
	}

	of({ index }: PageElementEntry): string {
		this.#buffer ??= write(this.#entries);
		const { text, starts, ends } = this.#buffer;
		const end = ends[index] ?? 0;
		const start = starts[index] ?? 0;
		return tidy(cut(text.slice(start, Math.min(end, start + VALUE_LENGTH * 4)), VALUE_LENGTH * 4), VALUE_LENGTH);
	}
}

function write({ elements, steps }: PageEntries): Buffer {
	const pieces: string[] = [];
	const starts = new Uint32Array(elements.length);
	const ends = new Uint32Array(elements.length);
	let length = 0;
	const add = (piece: string) => {
		pieces.push(piece);
		length += piece.length;
	};
	for (const step of steps) {
		if (step.kind === "text" && !isCode(step)) add(step.node.value);
		if (step.kind !== "start" && step.kind !== "end") continue;
		const { index, separatesWords } = step.kind === "start" ? step : step.entry;
		if (step.kind === "end") ends[index] = length;
		// Words of two blocks stay two words, where textContent would join them.
		if (separatesWords) add(" ");
		if (step.kind === "start") starts[index] = length;
	}
	const text = pieces.join("");
	skipWhiteSpace(text, starts);
	return { text, starts, ends };
}

/** Moves ascending offsets behind white space. It is read once, however many elements begin in it. */
function skipWhiteSpace(text: string, offsets: Uint32Array): void {
	let at = 0;
	for (const [index, offset] of offsets.entries()) {
		at = Math.max(at, offset);
		while (at < text.length && " \n\t\r\f".includes(text.charAt(at))) at++;
		offsets[index] = at;
	}
}

function isCode({ parent }: PageTextEntry): boolean {
	return parent !== null && CODE.has(parent.element.tagName);
}
