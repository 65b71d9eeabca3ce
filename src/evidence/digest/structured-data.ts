import type { Located } from "./content.ts";

/** One node of structured data, schema.org or other, flattened out of lists, graphs and nesting. */
export interface StructuredNode {
	/** Types: schema.org's without a prefix, others as full IRIs where the page says which they are. */
	readonly types: readonly string[];
	/** `@id` as written; `itemid` or `resource` as an absolute address; or null. */
	readonly id: string | null;
	/** Property → values: strings as they are, numbers and booleans as text, nodes as `@id:<id>` or `#<index>`. */
	readonly properties: Readonly<Record<string, readonly string[]>>;
	/** True for nodes that stand for themselves, not as the value of another. */
	readonly top: boolean;
}

export interface JsonLdNode extends StructuredNode {
	/** Index of the block in `blocks`. */
	readonly block: number;
}

/** `at` is the script's own place; with `ok: false` the excerpt is the faulty line. */
export interface JsonLdBlock extends Located {
	readonly ok: boolean;
	/** Present where the block can be read and holds nothing: no text at all, `{}`, `[]`, `null`, or a context alone. */
	readonly empty?: true | undefined;
	/** Parser message with line and column inside the block; with `ok: false` only. */
	readonly error?: string | undefined;
	/** Place of the fault in the page; with `ok: false` only. */
	readonly faultAt?: string | undefined;
	/** Types of schema.org that its text mentions, each once, the first 50; with `ok: false` only. */
	readonly mentions?: readonly string[] | undefined;
	/** Names that one object has twice (JSON-LD 1.1 section 1.4 forbids that): all values but the last are lost. */
	readonly twice?: readonly RepeatedName[] | undefined;
}

/** A name that stands again in the same JSON object; its second place in the page. */
export interface RepeatedName extends Located {
	readonly name: string;
}

/** A node written into the markup itself: Microdata (HTML section 5) or RDFa Lite 1.1. */
export interface MarkupNode extends StructuredNode, Located {}

/** Whether a value that the structured data states also stands in the visible text. */
export interface Stated extends Located {
	/** Which kind of fact: schema.org property, such as `price`, `ratingValue`, `name`, `headline`, `datePublished`. */
	readonly property: string;
	/** First type of the node that states it. */
	readonly type: string;
	/** As written. */
	readonly value: string;
	/** True where the visible text holds it, in any usual spelling of the number or date. */
	readonly visible: boolean;
	/** Which thing of the page it belongs to, such as `json-ld 3`: a product's offers and rating belong to the product. */
	readonly of: string;
	/** With an amount of money that the text does not hold: the first one that it holds, as a person reads it. */
	readonly instead?: string | undefined;
	/** Present where an amount in the text is put together of several elements, and may be meant in more ways than one. */
	readonly pieced?: true;
}

/** A name that the page says is schema.org's, and that its vocabulary does not have. */
export interface UnknownTerm extends Located {
	/** `context`: the block names no vocabulary at all, and `term` is its first type. */
	readonly kind: "type" | "property" | "context";
	readonly term: string;
	/** First type of the node that has the property; null for types. */
	readonly on: string | null;
	readonly form: "json-ld" | "microdata" | "rdfa";
	/** The term that was probably meant; null where none is near. */
	readonly nearest: string | null;
}
