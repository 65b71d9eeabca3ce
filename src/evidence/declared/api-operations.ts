import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { tidy } from "../html/tree/fold-text.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const LISTED_MAX = 20;
const NAME_LENGTH = 120;

/** Counts the operations under `paths`, and lists those that a program cannot call by name or choose by their words. */
export function describedOperations(document: JsonObject) {
	const operations = operationsOf(document.paths);
	const named = operations.map(({ operation }) => operation.operationId).filter(isText);
	const withoutId = operations.filter(({ operation }) => !isText(operation.operationId));
	const mute = operations.filter(({ operation }) => !isText(operation.summary) && !isText(operation.description));
	return {
		operations: operations.length,
		others:
			entriesOf(document.webhooks).length + entriesOf(document.paths).filter(([, item]) => isReference(item)).length,
		withoutId: listed(withoutId.map(({ name }) => name)),
		withoutIdCount: withoutId.length,
		duplicateIds: listed(duplicates(named)),
		withoutDescription: listed(mute.map(({ name }) => name)),
		withoutDescriptionCount: mute.length,
	};
}

function operationsOf(paths: unknown): { name: string; operation: JsonObject }[] {
	return entriesOf(paths).flatMap(([path, item]) => {
		if (!path.startsWith("/") || !isJsonObject(item)) return [];
		return METHODS.flatMap((method) => {
			const operation = ownMember(item, method);
			return isJsonObject(operation) ? [{ name: `${method} ${tidy(path, NAME_LENGTH)}`, operation }] : [];
		});
	});
}

function duplicates(ids: readonly string[]): string[] {
	const seen = new Set<string>();
	const twice = new Set<string>();
	for (const id of ids) (seen.has(id) ? twice : seen).add(id);
	return [...twice].map((id) => tidy(id, NAME_LENGTH));
}

function listed(names: readonly string[]): string[] {
	return names.slice(0, LISTED_MAX);
}

function entriesOf(value: unknown): [string, unknown][] {
	return isJsonObject(value) ? Object.entries(value) : [];
}

function isReference(item: unknown): boolean {
	return isJsonObject(item) && typeof ownMember(item, "$ref") === "string";
}

function isText(value: unknown): value is string {
	return typeof value === "string" && value.trim() !== "";
}

/** A member of the object's own: `__proto__` and `constructor` of a foreign document are names like others. */
export function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

const REF_LENGTH = 200;
/** The largest public descriptions have some 400,000 values. */
const NODES_MAX = 2_000_000;
/** Values that belong to the API's data, not to its description. */
const DATA: ReadonlySet<string> = new Set(["example", "default", "const", "enum", "value"]);
/** Objects whose keys are names that somebody chose: a property may be called `default`, and a response is. */
const NAME_MAPS: ReadonlySet<string> = new Set([
	...["$defs", "callbacks", "content", "definitions", "dependentSchemas", "encoding", "examples", "headers", "links"],
	...["parameters", "pathItems", "paths", "patternProperties", "properties", "requestBodies", "responses", "schemas"],
	...["securitySchemes", "variables", "webhooks"],
]);

interface Node {
	readonly value: object;
	/** True where its keys are names. */
	readonly names: boolean;
}

/** `$ref`s into the document itself that point nowhere (RFC 6901 pointers), the first 20. No recursion. */
export function brokenRefs(document: JsonObject): string[] {
	const broken = new Set<string>();
	const seen = new Set<object>();
	const waiting: Node[] = [{ value: document, names: false }];
	for (let node = waiting.pop(); node !== undefined && seen.size < NODES_MAX; node = waiting.pop()) {
		// What an alias repeats is read once; a schema with an identifier of its own is a document of its own.
		if (seen.has(node.value) || (node.value !== document && hasOwnId(node))) continue;
		seen.add(node.value);
		const ref = node.names ? undefined : ownMember(node.value as JsonObject, "$ref");
		if (typeof ref === "string" && ref.startsWith("#/") && !resolves(document, ref)) broken.add(ref);
		if (broken.size === LISTED_MAX) break;
		for (const child of childrenOf(node)) waiting.push(child);
	}
	return [...broken].map((ref) => tidy(ref, REF_LENGTH)).sort();
}

/** JSON Schema 2020-12 section 8.2.1. */
function hasOwnId({ value, names }: Node): boolean {
	return !names && typeof ownMember(value as JsonObject, "$id") === "string";
}

function childrenOf({ value, names }: Node): Node[] {
	if (Array.isArray(value)) return value.filter(isContainer).map((each) => ({ value: each, names: false }));
	return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
		if (!isContainer(child) || (!names && isData(key, child))) return [];
		return [{ value: child, names: !names && NAME_MAPS.has(key) && !Array.isArray(child) }];
	});
}

function isData(key: string, child: object): boolean {
	return DATA.has(key) || key.startsWith("x-") || (key === "examples" && Array.isArray(child));
}

function isContainer(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function resolves(document: JsonObject, ref: string): boolean {
	let at: unknown = document;
	for (const token of ref.slice(2).split("/")) {
		const name = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
		if (Array.isArray(at)) at = at[Number(name)];
		else at = isJsonObject(at) ? ownMember(at, name) : undefined;
		if (at === undefined) return false;
	}
	return true;
}

function decoded(token: string): string {
	try {
		return decodeURIComponent(token);
	} catch (error) {
		if (error instanceof URIError) return token;
		throw error;
	}
}
