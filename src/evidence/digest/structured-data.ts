import type { Located } from "./located.ts";

/** One node of structured data, schema.org or other, flattened out of lists, graphs and nesting. */
export interface StructuredNode {
	/** Types, without a schema.org prefix. */
	readonly types: readonly string[];
	/** `@id`, `itemid` or `resource`, or null. */
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

export interface JsonLdBlock extends Located {
	readonly ok: boolean;
	/** Parser message with line and column inside the block; with `ok: false` only. */
	readonly error?: string | undefined;
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
}
