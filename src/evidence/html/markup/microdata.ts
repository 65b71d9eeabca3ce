import type { MarkupNode } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_ID_REFERENCES, MAX_MARKUP_NODES, MAX_MARKUP_VALUES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute, keptValue, words } from "../tree/attributes.ts";
import { cut, tidy } from "../tree/fold-text.ts";
import { closeEnded, type PageElementEntry, type PageEntries, type PageTextEntry } from "../tree/page-entries.ts";
import { firstWhere, type PageElement } from "../tree/page-tree.ts";
import { schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

const MAX_MARKUP_LENGTH = 1_000_000;

interface Property {
	readonly entry: PageElementEntry;
	readonly names: readonly string[];
	readonly item: Item | null;
}

/** Elements with itemprop inside an item, and inside no other item in it; in document order. */
type Scope = Property[];

interface Item {
	readonly index: number;
	readonly entry: PageElementEntry;
	readonly top: boolean;
	readonly scope: Scope;
}

/** An element with an id: the properties of `scope` inside it are what an itemref to it brings in. */
interface IdTarget {
	readonly entry: PageElementEntry;
	readonly scope: Scope;
}

interface OpenItem {
	readonly entry: PageElementEntry;
	readonly outer: Scope;
}

interface Types {
	readonly names: readonly string[];
	/** True where all are schema.org's, so that the item's bare property names are too. */
	readonly ours: boolean;
}

class ItemTree {
	readonly items: Item[] = [];
	readonly ids = new Map<string, IdTarget>();
	readonly #open: OpenItem[] = [];
	/** Ids matter only to itemref, which is rare. */
	readonly #wantsIds: boolean;
	#scope: Scope = [];
	#values = 0;

	constructor({ elements, source }: Page) {
		this.#wantsIds = /itemref/i.test(source.text);
		if (!/itemscope/i.test(source.text)) return;
		for (const entry of elements) if (entry.element.attrs.length > 0) this.#element(entry);
	}

	#element(entry: PageElementEntry): void {
		const { element } = entry;
		const isItem = hasAttribute(element, "itemscope");
		const names = attribute(element, "itemprop");
		const id = this.#wantsIds ? attribute(element, "id") : null;
		if (!isItem && names === null && !id) return;
		closeEnded(this.#open, entry.index, ({ outer }) => {
			this.#scope = outer;
		});
		const outer = this.#scope;
		const item = isItem ? this.#item(entry, names === null) : null;
		this.#property(entry, names, item);
		if (id && !this.ids.has(id)) this.ids.set(id, { entry, scope: outer });
		if (!isItem) return;
		this.#scope = item?.scope ?? [];
		this.#open.push({ entry, outer });
	}

	#item(entry: PageElementEntry, top: boolean): Item | null {
		if (this.items.length === MAX_MARKUP_NODES) return null;
		const item = { index: this.items.length, entry, top, scope: [] };
		this.items.push(item);
		return item;
	}

	#property(entry: PageElementEntry, written: string | null, item: Item | null): void {
		const names = words(written);
		if (names.length === 0 || this.#values >= MAX_MARKUP_VALUES) return;
		this.#values += names.length;
		this.#scope.push({ entry, names, item });
	}
}

export function collectMicrodata(page: Page, unknown: UnknownTerms): readonly MarkupNode[] {
	const { base, source } = page;
	const { items, ids } = new ItemTree(page);
	const itemIds = items.map(({ entry }) => {
		const id = attribute(entry.element, "itemid");
		return id === null ? null : absolute(id, base);
	});
	const budget = new MarkupBudget();
	return items.map((item, index): MarkupNode => {
		const { element } = item.entry;
		const types = typesOf(element, page, unknown);
		const properties = new PropertyValues(budget);
		for (const property of propertiesOf(item, ids, budget)) {
			const { item: inner, entry } = property;
			const value = inner ? reference(inner, itemIds) : textValueOf(entry, page);
			for (const name of namesOf(property, types, page, unknown)) properties.add(name, value);
		}
		const id = itemIds[index] ?? null;
		return { ...source.startTag(element), types: types.names, id, properties: properties.finish(), top: item.top };
	});
}

function namesOf({ entry, names }: Property, types: Types, { source }: Page, unknown: UnknownTerms): string[] {
	return names.map((name) => {
		const term = schemaOrgTerm(name) ?? (types.ours && !name.includes(":") ? name : null);
		const locate = () => source.startTag(entry.element);
		if (term !== null) unknown.property(term, types.names[0] ?? null, "microdata", locate);
		return term ?? name;
	});
}

function typesOf(element: PageElement, { source }: Page, unknown: UnknownTerms): Types {
	const terms = words(attribute(element, "itemtype")).map((type) => ({ type, term: schemaOrgTerm(type) }));
	for (const { term } of terms) {
		if (term !== null) unknown.type(term, "microdata", () => source.startTag(element));
	}
	const ours = terms.length > 0 && terms.every(({ term }) => term !== null);
	return { names: terms.map(({ type, term }) => term ?? type), ours };
}

function textValueOf(entry: PageElementEntry, { base, rawText }: Page): string {
	const value = propertyValue(entry.element);
	if (value && "url" in value) return absolute(value.url, base);
	return value?.text ?? rawText.of(entry);
}

/** HTML section 5.2.5, in document order; no element twice, no item in itself. Itemrefs stop with the `budget`. */
function propertiesOf(
	item: Item,
	ids: ReadonlyMap<string, IdTarget>,
	budget: { readonly spent: boolean },
): readonly Property[] {
	const references = referencesOf(item.entry.element);
	if (references.length === 0) return item.scope;
	const all = new Set(item.scope);
	for (const id of references) {
		const target = ids.get(id);
		if (!target) continue;
		const { index, end } = target.entry;
		for (let at = firstWhere(target.scope, ({ entry }) => entry.index >= index); !budget.spent; at++) {
			const property = target.scope[at];
			if (!property || property.entry.index >= end) break;
			if (property.item !== item) all.add(property);
		}
	}
	return [...all].sort((a, b) => a.entry.index - b.entry.index);
}

function referencesOf(element: PageElement): readonly string[] {
	return [...new Set(words(attribute(element, "itemref")))].slice(0, MAX_ID_REFERENCES);
}

function reference({ index }: Item, ids: readonly (string | null)[]): string {
	const id = ids[index] ?? null;
	return id === null ? `#${index}` : `@id:${id}`;
}

const ADDRESS: ReadonlyMap<string, string> = new Map([
	...["audio", "embed", "iframe", "img", "source", "track", "video"].map((tag) => [tag, "src"] as const),
	...["a", "area", "link"].map((tag) => [tag, "href"] as const),
	["object", "data"],
]);

const MACHINE: ReadonlyMap<string, string> = new Map(
	Object.entries({ data: "value", meter: "value", time: "datetime" }),
);

type MarkupValue = { readonly url: string } | { readonly text: string };

/** HTML section 5.2.4; null for text. `content` counts beyond `<meta>`: schema.org's examples and consumers use it. */
function propertyValue(element: PageElement): MarkupValue | null {
	const { tagName } = element;
	const source = ADDRESS.get(tagName);
	if (source !== undefined) return { url: attribute(element, source) ?? "" };
	if (tagName === "meta") return { text: keptValue(element, "content") ?? "" };
	const machine = keptValue(element, MACHINE.get(tagName) ?? "content") ?? keptValue(element, "content");
	return machine === null ? null : { text: machine };
}

/** As written where it cannot be resolved. */
export function absolute(written: string, base: string): string {
	const address = cut(written.toWellFormed().trim(), VALUE_LENGTH);
	// A page can put a megabyte into an attribute; only what is kept is resolved.
	if (address === "" || !URL.canParse(address, base)) return address;
	return cut(new URL(address, base).href, VALUE_LENGTH);
}

/** Nesting and itemref let a small page repeat itself: many items can name the same long part. */
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
		// An own `__proto__` would become the prototype as soon as code copies the record.
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

/** One buffer holds all text, however deep elements nest; a value is a range of it. Written at the first read. */
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

/** Reads white space once, however many elements begin in it. */
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
