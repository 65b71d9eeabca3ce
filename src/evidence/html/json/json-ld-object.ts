import type { JsonObject } from "#core/json-object.ts";
import type { JsonLdContext, Meaning } from "../markup/json-ld-context.ts";

/** Keywords whose content is a list of values (JSON-LD 1.1 section 1.7); a bare `@graph` is one too. */
const CONTAINERS = ["@list", "@set", "@included"];

export interface JsonLdProperty {
	readonly meaning: Meaning;
	readonly value: unknown;
	/** Context of its values. */
	readonly context: JsonLdContext;
}

/** An object of a document, with its names understood. */
export interface JsonLdObject {
	/** Keyword → value; aliases count as what they stand for. */
	readonly keywords: ReadonlyMap<string, unknown>;
	readonly properties: readonly JsonLdProperty[];
	readonly types: readonly Meaning[];
	readonly context: JsonLdContext;
}

/**
 * Reads one object by the context that holds where it stands.
 * @param source as JSON.parse makes it: `__proto__` is then an own property like others, and no prototype is touched
 */
export function readObject(source: JsonObject, outside: JsonLdContext): JsonLdObject {
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

/** What stands in a container that has nothing else beside it; null for an object that stands for itself. */
export function contained({ keywords, properties }: JsonLdObject): readonly unknown[] | null {
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
