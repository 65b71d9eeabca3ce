import { isJsonObject } from "#core/json-object.ts";
import type { JsonLdNode } from "../../digest/structured-data.ts";
import { JsonLdContext, type Meaning } from "../markup/json-ld-context.ts";
import { MAX_JSON_LD_DEPTH, MAX_JSON_LD_NODES, VALUE_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";
import { contained, type JsonLdObject, readObject } from "./json-ld-object.ts";

interface Draft {
	readonly source: JsonLdObject;
	readonly block: number;
	readonly top: boolean;
	readonly depth: number;
}

interface Place {
	readonly value: unknown;
	readonly context: JsonLdContext;
	readonly depth: number;
}

/** Told of every name in a block: what it stands for, and the first type of the node it is a property of. */
export type NameListener = (kind: "type" | "property", meaning: Meaning, on: string | null) => void;

/**
 * Flattens JSON-LD into nodes in the order in which they are met. The list is also the queue: nested nodes are appended
 * while the nodes before them are written down. Nothing nested deeper than MAX_JSON_LD_DEPTH is followed.
 */
export class JsonLdNodes {
	readonly #drafts: Draft[] = [];
	readonly #nodes: JsonLdNode[] = [];

	/** Adds one parsed block. */
	add(value: unknown, block: number, heard: NameListener = () => undefined): void {
		this.#read({ value, context: JsonLdContext.EMPTY, depth: 0 }, block, true);
		for (let draft = this.#drafts[this.#nodes.length]; draft; draft = this.#drafts[this.#nodes.length]) {
			this.#nodes.push(this.#node(draft, heard));
		}
	}

	finish(): readonly JsonLdNode[] {
		return this.#nodes;
	}

	#node({ source, block, top, depth }: Draft, heard: NameListener): JsonLdNode {
		const { keywords, types, context } = source;
		const properties = new Map<string, string[]>();
		for (const type of types) heard("type", type, null);
		for (const { meaning, value, context: inside } of source.properties) {
			heard("property", meaning, types[0]?.name ?? null);
			const texts = this.#read({ value, context: inside, depth: depth + 1 }, block, false);
			const name = kept(meaning.name);
			properties.set(name, [...(properties.get(name) ?? []), ...texts]);
		}
		this.#read({ value: keywords.get("@graph"), context, depth: depth + 1 }, block, true);
		for (const aside of [keywords.get("@included"), ...reversed(keywords.get("@reverse"))]) {
			this.#read({ value: aside, context, depth: depth + 1 }, block, false);
		}
		return {
			types: types.map(({ name }) => kept(name)),
			id: idOf(source),
			properties: Object.fromEntries(properties),
			block,
			top,
		};
	}

	/** Texts of a value, with lists taken apart; nodes inside are queued. */
	#read(start: Place, block: number, top: boolean): string[] {
		const texts: string[] = [];
		const work = [start];
		for (let place = work.pop(); place; place = work.pop()) {
			const { value, context, depth } = place;
			if (depth > MAX_JSON_LD_DEPTH) continue;
			if (Array.isArray(value)) queue(work, value, context, depth);
			else if (!isJsonObject(value)) texts.push(...scalar(value));
			else {
				const object = readObject(value, context);
				const items = contained(object);
				if (items) queue(work, items, object.context, depth);
				else texts.push(...this.#text(object, depth, block, top));
			}
		}
		return texts;
	}

	#text(source: JsonLdObject, depth: number, block: number, top: boolean): string[] {
		const { keywords, properties } = source;
		if (keywords.has("@value")) return scalar(keywords.get("@value"));
		const id = idOf(source);
		if (id !== null && keywords.size + properties.length === 1) return [`@id:${id}`];
		if (this.#drafts.length === MAX_JSON_LD_NODES) return [];
		const index = this.#drafts.push({ source, block, top, depth }) - 1;
		return [id === null ? `#${index}` : `@id:${id}`];
	}
}

/** Puts items before what is left to read, in their order. */
function queue(work: Place[], items: readonly unknown[], context: JsonLdContext, depth: number): void {
	for (const value of items.toReversed()) work.push({ value, context, depth: depth + 1 });
}

/** Nodes that point at this one with a property written the other way round (JSON-LD 1.1 section 4.8). */
function reversed(value: unknown): readonly unknown[] {
	return isJsonObject(value) ? Object.values(value) : [];
}

function scalar(value: unknown): string[] {
	if (typeof value === "string") return [kept(value)];
	return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
}

function idOf({ keywords }: JsonLdObject): string | null {
	const id = keywords.get("@id");
	return typeof id === "string" ? kept(id) : null;
}

/** JSON may escape half a surrogate pair, which no canonical form can hold. */
function kept(text: string): string {
	return cut(text.toWellFormed(), VALUE_LENGTH);
}
