import type { MarkupNode } from "../../page-digest.ts";
import type { Page } from "../page.ts";
import { MAX_ID_REFERENCES, MAX_MARKUP_NODES, MAX_MARKUP_VALUES } from "../page-caps.ts";
import { attribute, hasAttribute, words } from "../tree/attributes.ts";
import { closeEnded, type PageElementEntry } from "../tree/page-entries.ts";
import { firstWhere } from "../tree/page-source.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { absolute, MarkupBudget, PropertyValues, propertyValue } from "./property-value.ts";
import { schemaOrgTerm, type UnknownTerms } from "./schema-org.ts";

interface Property {
	readonly entry: PageElementEntry;
	readonly names: readonly string[];
	/** The item that is its value; null for text and addresses. */
	readonly item: Item | null;
}

/** Elements with itemprop inside an item, and inside no other item in it; in document order. */
type Scope = Property[];

interface Item {
	readonly index: number;
	readonly entry: PageElementEntry;
	/** True without itemprop: it is no other item's property. */
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

/** Items and the targets of itemrefs, in document order. */
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

/** Microdata (HTML section 5). */
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

/**
 * The properties of an item (HTML section 5.2.5), in the document's order. An item never becomes its own property, and
 * no element counts twice; items that hold each other stay two nodes that point at each other. Once
 * the `budget` is spent itemrefs bring nothing in: many items can name the same long part of a page.
 */
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
