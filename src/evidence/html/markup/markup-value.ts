import { VALUE_LENGTH } from "../page-caps.ts";
import { attribute, keptValue } from "../tree/attributes.ts";
import { cut } from "../tree/fold-text.ts";
import type { PageElement } from "../tree/page-tree.ts";

/** Attribute that holds the address an element stands for. */
const ADDRESS: ReadonlyMap<string, string> = new Map([
	...["audio", "embed", "iframe", "img", "source", "track", "video"].map((tag) => [tag, "src"] as const),
	...["a", "area", "link"].map((tag) => [tag, "href"] as const),
	["object", "data"],
]);

export type MarkupValue = { readonly url: string } | { readonly text: string };

/**
 * The value of an element with itemprop (HTML section 5.2.4); null where it is the element's text. `content` counts on
 * every element without an address of its own, not on `<meta>` alone: schema.org's examples use it, and consumers read it.
 */
export function propertyValue(element: PageElement): MarkupValue | null {
	const { tagName } = element;
	const source = ADDRESS.get(tagName);
	if (source !== undefined) return { url: attribute(element, source) ?? "" };
	if (tagName === "meta") return { text: keptValue(element, "content") ?? "" };
	const machine = machineValue(element) ?? keptValue(element, "content");
	return machine === null ? null : { text: machine };
}

function machineValue(element: PageElement): string | null {
	switch (element.tagName) {
		case "data":
		case "meter":
			return keptValue(element, "value");
		case "time":
			return keptValue(element, "datetime");
		default:
			return null;
	}
}

/** An address by the page's base; as written where it cannot be resolved, "" where there is none. */
export function absolute(written: string, base: string): string {
	const address = cut(written.toWellFormed().trim(), VALUE_LENGTH);
	// A page can put a megabyte into an attribute; only what is kept is resolved.
	if (address === "" || !URL.canParse(address, base)) return address;
	return cut(new URL(address, base).href, VALUE_LENGTH);
}
