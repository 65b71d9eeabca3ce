import type { YAMLParseError } from "yaml";
import { findJsonFault } from "#core/json-faults.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { ApiDescription } from "../evidence-map.ts";
import { printable, tidy } from "../html/tree/fold-text.ts";

/** Bytes. YAML parses 100 times slower than JSON: about 2 s on a busy machine. */
const YAML_MAX_BYTES = 512 * 1024;
/** Descriptions reuse a handful of nodes; more aliases are a bomb. */
const ALIASES_MAX = 100;
const TITLE_LENGTH = 200;

type Parsed = { readonly value: unknown } | { readonly error: string };

interface DescriptionInput {
	readonly body: Uint8Array;
	/** Base of relative servers (OpenAPI 3.1.1 section 4.8.5). */
	readonly url: string;
	readonly declaredIn: string;
}

/** OpenAPI 3.x or Swagger 2.0. Never throws, but small YAML may take seconds and a gigabyte: use a worker thread. */
export async function readApiDescription({ body, url, declaredIn }: DescriptionInput): Promise<ApiDescription> {
	const text = new TextDecoder().decode(body);
	const start = { ...EMPTY, declaredIn, excerpt: printable(text.slice(0, EXCERPT_LENGTH * 8), EXCERPT_LENGTH) };
	try {
		const parsed = isJsonLike(text) ? parseJson(text) : await parseYaml(text);
		if ("error" in parsed) return { ...start, error: parsed.error };
		if (!isJsonObject(parsed.value)) return { ...start, error: "It is not an object." };
		return { ...start, ...described(parsed.value, url) };
	} catch (error) {
		// The parser is third-party code too.
		const words = error instanceof Error ? tidy(error.message, 200).replace(/\.$/, "") : "for no known reason";
		return { ...start, error: `It could not be read: ${words}.` };
	}
}

export function isTooLong(body: Uint8Array): boolean {
	return body.length > YAML_MAX_BYTES && !isJsonLike(new TextDecoder().decode(body.subarray(0, 1024)));
}

type Described = Omit<ApiDescription, "declaredIn" | "excerpt">;

function described(document: JsonObject, url: string): Described {
	const info = isJsonObject(document.info) ? document.info : {};
	return {
		version: versionOf(document),
		error: null,
		title: typeof info.title === "string" ? tidy(info.title, TITLE_LENGTH) : "",
		servers: serversOf(document, url),
		...describedOperations(document),
		brokenRefs: brokenRefs(document),
	};
}

const EMPTY: Described = {
	version: "",
	error: null,
	title: "",
	servers: [],
	operations: 0,
	others: 0,
	withoutId: [],
	withoutIdCount: 0,
	duplicateIds: [],
	withoutDescription: [],
	withoutDescriptionCount: 0,
	brokenRefs: [],
};

function isJsonLike(text: string): boolean {
	return /^\ufeff?\s*[{[]/.test(text);
}

function parseJson(text: string): Parsed {
	const fault = findJsonFault(text);
	if (fault) return { error: `${fault.says.replace(/\.$/, "")} (line ${fault.line}, column ${fault.column}).` };
	return { value: JSON.parse(text) as unknown };
}

async function parseYaml(text: string): Promise<Parsed> {
	const { parseDocument, YAMLParseError } = await import("yaml");
	try {
		const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", uniqueKeys: false });
		const [fault] = document.errors;
		if (fault) return { error: wordsOf(fault, text) };
		return { value: document.toJS({ maxAliasCount: ALIASES_MAX }) as unknown };
	} catch (error) {
		if (error instanceof YAMLParseError) return { error: wordsOf(error, text) };
		if (error instanceof ReferenceError) return { error: "Its aliases are undefined or expand to too much." };
		// The parser is recursive; no real description nests this deeply.
		if (error instanceof RangeError) return { error: "It is nested too deeply." };
		throw error;
	}
}

function wordsOf({ message, pos }: YAMLParseError, text: string): string {
	const line = text.slice(0, pos[0]).split("\n").length;
	return `${tidy(message, 200).replace(/\.$/, "")} (line ${line}).`;
}

function versionOf({ openapi, swagger }: JsonObject): string {
	const version = openapi ?? swagger;
	return typeof version === "string" || typeof version === "number" ? tidy(String(version), 20) : "";
}

const SERVERS_MAX = 20;
const SERVER_LENGTH = 2_048;
const VARIABLE_LENGTH = 200;

function serversOf(document: JsonObject, url: string): string[] {
	const written = Array.isArray(document.servers)
		? document.servers.slice(0, SERVERS_MAX).map(serverOf)
		: hostOf(document);
	const absolute = written.filter((each) => each.length <= SERVER_LENGTH && URL.canParse(each, url));
	const servers = new Set(absolute.map((each) => new URL(each, url).href));
	// Non-ASCII letters grow when percent-encoded.
	return [...servers].filter((each) => each.length <= SERVER_LENGTH);
}

function serverOf(server: unknown): string {
	if (!isJsonObject(server) || typeof server.url !== "string") return "";
	const variables = isJsonObject(server.variables) ? server.variables : {};
	const written = server.url.slice(0, SERVER_LENGTH);
	let room = SERVER_LENGTH - written.length;
	return written.replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
		const variable = ownMember(variables, name);
		const value = isJsonObject(variable) ? ownMember(variable, "default") : undefined;
		if (typeof value !== "string" || value.length > VARIABLE_LENGTH || value.length - whole.length > room) return whole;
		room -= value.length - whole.length;
		return value;
	});
}

function hostOf({ host, basePath, schemes }: JsonObject): string[] {
	if (typeof host !== "string") return [];
	const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
	return [`${scheme}://${host}${typeof basePath === "string" ? basePath : ""}`];
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const LISTED_MAX = 20;
const NAME_LENGTH = 120;

function describedOperations(document: JsonObject) {
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

/** In a foreign document, `__proto__` and `constructor` are ordinary names. */
export function ownMember(object: JsonObject, name: string): unknown {
	return Object.hasOwn(object, name) ? object[name] : undefined;
}

const REF_LENGTH = 200;
/** The largest public descriptions have about 400,000 values. */
const NODES_MAX = 2_000_000;
/** Data of the API, not part of its description. */
const DATA: ReadonlySet<string> = new Set(["example", "default", "const", "enum", "value"]);
/** Maps with arbitrary keys: a property may be named `default`. */
const NAME_MAPS: ReadonlySet<string> = new Set([
	...["$defs", "callbacks", "content", "definitions", "dependentSchemas", "encoding", "examples", "headers", "links"],
	...["parameters", "pathItems", "paths", "patternProperties", "properties", "requestBodies", "responses", "schemas"],
	...["securitySchemes", "variables", "webhooks"],
]);

interface Node {
	readonly value: object;
	readonly names: boolean;
}

/** RFC 6901 pointers, the first 20. Iterative, not recursive. */
export function brokenRefs(document: JsonObject): string[] {
	const broken = new Set<string>();
	const seen = new Set<object>();
	const waiting: Node[] = [{ value: document, names: false }];
	for (let node = waiting.pop(); node !== undefined && seen.size < NODES_MAX; node = waiting.pop()) {
		// Visit an alias once; a schema with an identifier is a separate document.
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
