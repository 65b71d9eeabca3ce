import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { JsonLdNode } from "../../page-digest.ts";
import { JsonLdContext, type Meaning } from "../markup/json-ld-context.ts";
import { MAX_JSON_LD_DEPTH, MAX_JSON_LD_NODES, VALUE_LENGTH } from "../page-caps.ts";
import { cut } from "../tree/fold-text.ts";

/** Keywords whose content is a list of values (JSON-LD 1.1 section 1.7); a bare `@graph` is one too. */
const CONTAINERS = ["@list", "@set", "@included"];

interface JsonLdProperty {
	readonly meaning: Meaning;
	readonly value: unknown;
	readonly context: JsonLdContext;
}

/** An object of a document, with its names understood. */
interface JsonLdObject {
	/** Keyword → value; aliases count as what they stand for. */
	readonly keywords: ReadonlyMap<string, unknown>;
	readonly properties: readonly JsonLdProperty[];
	readonly types: readonly Meaning[];
	readonly context: JsonLdContext;
}

interface Draft {
	readonly source: JsonLdObject;
	readonly block: number;
	readonly top: boolean;
	readonly depth: number;
}

interface Pending {
	readonly value: unknown;
	readonly context: JsonLdContext;
	readonly depth: number;
}

/** Receives every name in a block: its meaning, and the first type of the node that it is a property of. */
export type NameListener = (kind: "type" | "property", meaning: Meaning, on: string | null) => void;

/**
 * Flattens JSON-LD into nodes in the order in which they are met. The list is also the queue: nested nodes are appended
 * while the nodes before them are written down. Nothing nested deeper than MAX_JSON_LD_DEPTH is followed.
 */
export class JsonLdNodes {
	readonly #drafts: Draft[] = [];
	readonly #nodes: JsonLdNode[] = [];

	add(value: unknown, block: number, onName: NameListener = () => undefined): void {
		this.#read({ value, context: JsonLdContext.EMPTY, depth: 0 }, block, true);
		for (let draft = this.#drafts[this.#nodes.length]; draft; draft = this.#drafts[this.#nodes.length]) {
			this.#nodes.push(this.#node(draft, onName));
		}
	}

	finish(): readonly JsonLdNode[] {
		return this.#nodes;
	}

	#node({ source, block, top, depth }: Draft, onName: NameListener): JsonLdNode {
		const { keywords, types, context } = source;
		const properties = new Map<string, string[]>();
		for (const type of types) onName("type", type, null);
		for (const { meaning, value, context: inside } of source.properties) {
			onName("property", meaning, types[0]?.name ?? null);
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
	#read(start: Pending, block: number, top: boolean): string[] {
		const texts: string[] = [];
		const work = [start];
		for (let pending = work.pop(); pending; pending = work.pop()) {
			const { value, context, depth } = pending;
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
function queue(work: Pending[], items: readonly unknown[], context: JsonLdContext, depth: number): void {
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

/**
 * Reads one object by the context that holds around it.
 * @param source as JSON.parse makes it: `__proto__` is then an own property like others, and no prototype is touched
 */
function readObject(source: JsonObject, outside: JsonLdContext): JsonLdObject {
	const context = outside.with(source["@context"]);
	const keywords = new Map<string, unknown>();
	const rest: [key: string, value: unknown][] = [];
	for (const [key, value] of Object.entries(source)) {
		const { name, from } = context.meaning(key);
		// Types under two names add up (JSON-LD 1.1 API section 5.1.2, step 13.4.2).
		if (name === "@type" && keywords.has(name)) keywords.set(name, [keywords.get(name), value].flat());
		else if (from === "keyword") keywords.set(name, value);
		else rest.push([key, value]);
	}
	const written = stringsOf(keywords.get("@type"));
	const types = written.map((type) => context.meaning(type)).filter(({ from }) => from !== "dropped");
	// A type may bring a context for its own node (JSON-LD 1.1 section 4.1.8).
	const inside = written.reduce((scope, type) => scope.scopedTo(type), context);
	const properties = rest.map(([key, value]) => ({
		meaning: inside.meaning(key),
		value,
		context: inside.scopedTo(key),
	}));
	return {
		keywords,
		// An own `__proto__` would become the prototype as soon as somebody copies the record.
		properties: properties.filter(({ meaning: { name, from } }) => from !== "dropped" && name !== "__proto__"),
		types,
		context: inside,
	};
}

/** The content of a container that has nothing else beside it; null for an object that is a node itself. */
function contained({ keywords, properties }: JsonLdObject): readonly unknown[] | null {
	if (properties.length > 0) return null;
	const keys = [...keywords.keys()].filter((key) => key !== "@context" && key !== "@id");
	const [key] = keys;
	if (keys.length !== 1 || key === undefined) return null;
	return CONTAINERS.includes(key) || key === "@graph" ? [keywords.get(key)] : null;
}

function stringsOf(value: unknown): string[] {
	const all: readonly unknown[] = Array.isArray(value) ? value : [value];
	return all.filter((each) => typeof each === "string");
}
