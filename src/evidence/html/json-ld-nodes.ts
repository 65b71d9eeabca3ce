import type { JsonLdNode } from "../digest/structured-data.ts";
import { cut } from "./fold-text.ts";
import { MAX_JSON_LD_DEPTH, MAX_JSON_LD_NODES, VALUE_LENGTH } from "./page-caps.ts";

/** Values as JSON.parse makes them: `__proto__` is then an own property like others, and no prototype is touched. */
type JsonObject = Readonly<Record<string, unknown>>;

interface Draft {
	readonly source: JsonObject;
	readonly block: number;
	readonly top: boolean;
	readonly depth: number;
}

interface Place {
	readonly value: unknown;
	readonly depth: number;
}

/** Takes the schema.org prefix off a type or property, in the forms that pages use. */
const SCHEMA_ORG = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;

/** Keywords whose content is a list of values (JSON-LD 1.1 section 1.7); a bare `@graph` is one too. */
const CONTAINERS = ["@list", "@set", "@included"];

/**
 * Flattens JSON-LD into nodes in the order in which they are met. The list is also the queue: nested nodes are appended
 * while the nodes before them are written down. Nothing nested deeper than MAX_JSON_LD_DEPTH is followed.
 */
export class JsonLdNodes {
	readonly #drafts: Draft[] = [];
	readonly #nodes: JsonLdNode[] = [];

	/** Adds one parsed block. */
	add(value: unknown, block: number): void {
		this.#read({ value, depth: 0 }, block, true);
		for (let draft = this.#drafts[this.#nodes.length]; draft; draft = this.#drafts[this.#nodes.length]) {
			this.#nodes.push(this.#node(draft));
		}
	}

	finish(): readonly JsonLdNode[] {
		return this.#nodes;
	}

	#node({ source, block, top, depth }: Draft): JsonLdNode {
		const properties = new Map<string, string[]>();
		for (const [key, value] of Object.entries(source)) {
			// An own `__proto__` would become the prototype as soon as somebody copies the record.
			if (key.startsWith("@") || key === "__proto__") continue;
			const name = shown(key);
			const texts = this.#read({ value, depth: depth + 1 }, block, false);
			properties.set(name, [...(properties.get(name) ?? []), ...texts]);
		}
		if ("@graph" in source) this.#read({ value: source["@graph"], depth: depth + 1 }, block, true);
		return {
			types: typesOf(source["@type"]),
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
			const { value, depth } = place;
			if (depth > MAX_JSON_LD_DEPTH) continue;
			const items = itemsOf(value);
			if (items) for (const item of items.toReversed()) work.push({ value: item, depth: depth + 1 });
			else texts.push(...this.#text(place, block, top));
		}
		return texts;
	}

	#text({ value, depth }: Place, block: number, top: boolean): string[] {
		if (!isObject(value)) return scalar(value);
		if ("@value" in value) return scalar(value["@value"]);
		const id = idOf(value);
		if (id !== null && Object.keys(value).length === 1) return [`@id:${id}`];
		if (this.#drafts.length === MAX_JSON_LD_NODES) return [];
		const index = this.#drafts.push({ source: value, block, top, depth }) - 1;
		return [id === null ? `#${index}` : `@id:${id}`];
	}
}

/** What stands in a list or a container; null for a value that stands for itself. */
function itemsOf(value: unknown): readonly unknown[] | null {
	if (Array.isArray(value)) return value;
	if (!isObject(value)) return null;
	const keys = Object.keys(value).filter((key) => key !== "@context" && key !== "@id");
	const [key] = keys;
	if (keys.length !== 1 || key === undefined) return null;
	return CONTAINERS.includes(key) || key === "@graph" ? [value[key]] : null;
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function scalar(value: unknown): string[] {
	if (typeof value === "string") return [kept(value)];
	return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
}

function idOf(source: JsonObject): string | null {
	const id = source["@id"];
	return typeof id === "string" ? kept(id) : null;
}

function typesOf(value: unknown): string[] {
	const types: readonly unknown[] = Array.isArray(value) ? value : [value];
	return types.filter((type) => typeof type === "string").map(shown);
}

/** JSON may escape half a surrogate pair, which no canonical form can hold. */
function kept(text: string): string {
	return cut(text.toWellFormed(), VALUE_LENGTH);
}

function shown(name: string): string {
	return kept(name.trim().replace(SCHEMA_ORG, ""));
}
