import { MAX_ID_REFERENCES, VALUE_LENGTH } from "../page-caps.ts";
import { attribute } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageElement } from "../tree/page-tree.ts";
import type { Stretch } from "./text-tape.ts";

/** An element with itemprop. */
export interface Property {
	/** Place in the order of the document. */
	readonly order: number;
	readonly element: PageElement;
	readonly names: readonly string[];
	/** The item that is its value; null for text and addresses. */
	readonly item: Item | null;
	/** Where its text stands, if that is its value. */
	readonly text: Stretch | null;
}

/** Elements with itemprop that stand inside an item, and inside no other item in it; in the document's order. */
export interface Scope {
	readonly properties: Property[];
}

export interface Item {
	readonly index: number;
	readonly element: PageElement;
	/** True without itemprop: it is no other item's property. */
	readonly top: boolean;
	readonly scope: Scope;
}

/** An element with an id: what stands from `from` to `to` in `scope` is what an itemref to it brings in. */
export interface Named {
	readonly scope: Scope;
	readonly from: number;
	to: number;
}

/**
 * The properties of an item (HTML section 5.2.5), in the document's order. An item never becomes its own property, and
 * no element counts twice; items that hold each other stay two nodes that point at each other. Once
 * the `budget` is spent itemrefs bring nothing in: many items can name the same long part of a page.
 */
export function propertiesOf(
	item: Item,
	ids: ReadonlyMap<string, Named>,
	budget: { readonly spent: boolean },
): readonly Property[] {
	const references = referencesOf(item.element);
	if (references.length === 0) return item.scope.properties;
	const all = new Set(item.scope.properties);
	for (const id of references) {
		const named = ids.get(id);
		if (!named) continue;
		const { properties } = named.scope;
		for (let at = firstFrom(properties, named.from); !budget.spent; at++) {
			const property = properties[at];
			if (!property || property.order > named.to) break;
			if (property.item !== item) all.add(property);
		}
	}
	return [...all].sort((a, b) => a.order - b.order);
}

function referencesOf(element: PageElement): readonly string[] {
	const written = cut(attribute(element, "itemref") ?? "", VALUE_LENGTH);
	const ids = written.split(/[\t\n\f\r ]+/).filter(Boolean);
	return [...new Set(ids)].slice(0, MAX_ID_REFERENCES);
}

/** Index of the first property at or behind a place. */
function firstFrom(properties: readonly Property[], order: number): number {
	let low = 0;
	let high = properties.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((properties[middle]?.order ?? 0) < order) low = middle + 1;
		else high = middle;
	}
	return low;
}
