import type {
	ApiAnswer,
	ApiExample,
	ApiMedia,
	ApiOperation,
	JsonSchema,
	OpenApiDocument,
} from "#core/api/openapi-document.ts";
import { shellWord } from "#core/brand.ts";
import { digitGroups } from "#core/wording.ts";

export type ApiEndpointFacts = ReturnType<typeof endpointFacts>;

export function apiEndpoints(document: OpenApiDocument): readonly ApiEndpointFacts[] {
	return Object.entries(document.paths).flatMap(([path, { get, post }]) => [
		...(get ? [endpointFacts(document, get, "GET", path)] : []),
		...(post ? [endpointFacts(document, post, "POST", path)] : []),
	]);
}

function endpointFacts(document: OpenApiDocument, operation: ApiOperation, method: "GET" | "POST", path: string) {
	const url = `${document.servers[0]?.url ?? ""}${path}`;
	const body = operation.requestBody?.content["application/json"];
	const answer = mainContent(operation.responses["200"]);
	return {
		/** Also the last segment of its page's address. */
		id: operation.operationId,
		method,
		path,
		summary: operation.summary,
		description: operation.description,
		scope: operation.security.flatMap((each) => each.key ?? [])[0],
		needsAccount: needsAccount(operation),
		commands: commandsOf(operation, { method, url }),
		requestSchema: body && nameOf(body.schema),
		input: body ? memberRows(resolve(document, body.schema)) : parameterRows(operation),
		answer: { schema: answer && nameOf(answer.schema), examples: shownExamples(answer) },
		failures: Object.entries(operation.responses)
			.filter(([status]) => status !== "200")
			.map(([status, response]) => failureFacts(status, response)),
		schemas: schemasBelow(document, [
			operation.responses,
			body ? resolve(document, body.schema) : (operation.parameters ?? []),
		]),
	};
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Includes schemas that these refer to. */
function schemasBelow(document: OpenApiDocument, part: unknown, known = new Set<string>()): readonly string[] {
	for (const [, name = ""] of JSON.stringify(part).matchAll(REFERENCE)) {
		if (known.has(name)) continue;
		known.add(name);
		schemasBelow(document, document.components.schemas[name] ?? {}, known);
	}
	return [...known];
}

/** Facts of an error response: its own body, problem documents, or none. */
function failureFacts(status: string, response: ApiAnswer) {
	const other = mainContent(response);
	const isBare = Object.keys(response.content).length === 0;
	return {
		status,
		says: isBare ? response.description : undefined,
		codes: Object.keys(response.content["application/problem+json"]?.examples ?? {}),
		schema: other && nameOf(other.schema),
		examples: shownExamples(other),
	};
}

function parameterRows({ parameters = [] }: ApiOperation): readonly MemberRow[] {
	return parameters.map(({ description: says, schema, ...rest }) => ({ ...rest, type: memberType(schema), says }));
}

function shownExamples(media: ApiMedia | undefined): readonly ShownText[] {
	return ownExamples(media).map(({ summary, value }) => ({ label: summary, text: JSON.stringify(value, null, 2) }));
}

function mainContent(answer: ApiAnswer | undefined) {
	return answer?.content["application/json"];
}

function nameOf({ $ref }: JsonSchema): string | undefined {
	return $ref === undefined ? undefined : schemaName($ref);
}

function resolve({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema {
	const name = nameOf(schema);
	return name === undefined ? schema : (components.schemas[name] ?? schema);
}

export function problemAnchor(code: string): string {
	return `problem-${code}`;
}

interface ShownText {
	readonly label: string;
	readonly text: string;
}

/** A cursor comes from an earlier response, so examples cannot run with one. */
const CURSOR = "cursor";
/** Real hosts that anyone may audit (RFC 2606). */
const OPEN_HOSTS = ["example.com", "example.org"] as const;
/** Hosts of the examples, which do not exist. */
const SHOWN_HOST = /\b(?!www\.)[a-z0-9-]+\.example\.(?:com|net|org)\b/g;

function commandsOf(operation: ApiOperation, place: Omit<ShownRequest, "input">): readonly ShownText[] {
	return requestsOf(operation).map(({ summary, value }) => ({
		label: hasCursor(value) ? "First page" : summary,
		text: curlCommand({ ...place, ...filledIn(place.url, runnable(value)), hasKey: needsAccount(operation) }),
	}));
}

function needsAccount({ security }: Pick<ApiOperation, "security">): boolean {
	return security.every((each) => Object.keys(each).length > 0);
}

/** Moves members of the input into path parameters of the same name. */
function filledIn(url: string, input: unknown): Pick<ShownRequest, "url" | "input"> {
	if (typeof input !== "object" || input === null) return { url, input };
	const ofPath = Object.entries(input).filter(([name]) => url.includes(`{${name}}`));
	const filled = ofPath.reduce(
		(path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
		url,
	);
	const rest = Object.entries(input).filter(([name]) => !url.includes(`{${name}}`));
	return { url: filled, input: Object.fromEntries(rest) };
}

function hasCursor(input: unknown): boolean {
	return typeof input === "object" && input !== null && CURSOR in input;
}

/** Replaces example hosts with real ones and drops the cursor. */
function runnable(input: unknown): unknown {
	if (typeof input !== "object" || input === null) return input;
	const hosts = new Map<string, string>();
	const openHost = (host: string): string => {
		const open = hosts.get(host) ?? OPEN_HOSTS[hosts.size % OPEN_HOSTS.length] ?? host;
		hosts.set(host, open);
		return open;
	};
	const members = Object.entries(input).filter(([name]) => name !== CURSOR);
	return Object.fromEntries(
		members.map(([name, value]) => [name, typeof value === "string" ? value.replace(SHOWN_HOST, openHost) : value]),
	);
}

function requestsOf({ requestBody, parameters }: ApiOperation): readonly ApiExample[] {
	const bodies = ownExamples(requestBody?.content["application/json"]);
	if (requestBody) return bodies;
	// Combines parameter examples of the same name into one query.
	const queries = new Map<string, { summary: string; value: Record<string, unknown> }>();
	for (const { name, examples = {} } of parameters ?? []) {
		for (const [key, { summary, value }] of Object.entries(examples)) {
			const known = queries.get(key) ?? { summary, value: {} };
			queries.set(key, { summary, value: { ...known.value, [name]: value } });
		}
	}
	return queries.size > 0 ? [...queries.values()] : [{ summary: "Request", value: undefined }];
}

/** Inline examples only; referenced ones are shared by many responses. */
function ownExamples(media: ApiMedia | undefined): readonly ApiExample[] {
	return Object.values(media?.examples ?? {}).filter((example) => "value" in example);
}

interface ShownRequest {
	readonly method: "GET" | "POST";
	readonly url: string;
	/** Body of a POST, query of a GET. */
	readonly input?: unknown;
	readonly hasKey?: boolean;
}

const KEY_FIELD = '-H "authorization: Bearer $SIGHTLINE_KEY"';

/** For a POSIX shell. */
export function curlCommand({ method, url, input, hasKey = false }: ShownRequest): string {
	const key = hasKey ? [KEY_FIELD] : [];
	const body = ["-H 'content-type: application/json'", `-d ${shellWord(JSON.stringify(input))}`];
	const lines =
		method === "GET"
			? [`curl -sS ${shellWord(url + queryOf(input))}`, ...key]
			: [`curl -sS ${shellWord(url)}`, ...key, ...body];
	return lines.join(" \\\n  ");
}

function queryOf(input: unknown): string {
	if (typeof input !== "object" || input === null) return "";
	const pairs = Object.entries(input).map(([key, value]) => [key, String(value)]);
	return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

export interface MemberRow {
	/** Full path, such as `receipt.id` or `errors[].pointer`. */
	readonly name: string;
	readonly required: boolean;
	readonly type: MemberType;
	/** May contain `code` in backticks. */
	readonly says: string;
}

/** A type in words, such as "list of", followed by a named schema. */
interface MemberType {
	readonly words: string;
	readonly schema?: string;
	readonly values?: readonly string[];
	readonly fallback?: string;
}

/** Inlines members of nested anonymous objects. */
export function memberRows(schema: JsonSchema, prefix = ""): readonly MemberRow[] {
	return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
		const name = prefix + key;
		const required = schema.required?.includes(key) ?? false;
		return [{ name, required, type: memberType(member), says: member.description ?? "" }, ...nestedRows(member, name)];
	});
}

function nestedRows(member: JsonSchema, name: string): readonly MemberRow[] {
	if (member.properties) return memberRows(member, `${name}.`);
	return member.items ? nestedRows(member.items, `${name}[]`) : [];
}

export function memberType(schema: JsonSchema): MemberType {
	if (schema.$ref !== undefined) return { words: "", schema: schemaName(schema.$ref) };
	if (schema.const !== undefined) return { words: "always", values: [shown(schema.const)] };
	if (schema.enum) return { words: "one of", values: schema.enum.map(shown), ...fallbackOf(schema) };
	if (schema.items) return listType(schema.items, schema.maxItems);
	const options = schema.anyOf ?? schema.oneOf;
	if (options) return optionType(options, schema);
	if (typeof schema.additionalProperties === "object") {
		const { words, ...rest } = memberType(schema.additionalProperties);
		return { ...rest, words: `object of ${words}`.trimEnd() };
	}
	return { words: `${plainWord(schema)}${boundWords(schema)}${orNull(schema)}`, ...fallbackOf(schema) };
}

/** The type may be a list that contains null. */
function orNull({ type }: JsonSchema): string {
	return Array.isArray(type) && type.includes("null") ? ", or null" : "";
}

function listType(items: JsonSchema, most: number | undefined): MemberType {
	const { words, ...rest } = memberType(items);
	const list = most === undefined ? "list of" : `list of at most ${most}:`;
	return { ...rest, words: `${list} ${words}`.trimEnd() };
}

/** Describes a nullable or possibly empty value by its other type. */
function optionType(options: readonly JsonSchema[], whole: JsonSchema): MemberType {
	const lacking = options.find(({ type, const: only }) => type === "null" || only === "");
	const rest = options.filter((each) => each !== lacking);
	const [first] = rest;
	if (!first || rest.length > 1) return { words: options.map((each) => memberType(each).words).join(" or ") };
	const { words, ...type } = memberType(first);
	const or = lacking === undefined ? "" : lacking.type === "null" ? ", or null" : ", or empty";
	return { ...type, words: words + or, ...fallbackOf(whole) };
}

function plainWord({ type, format }: JsonSchema): string {
	if (format === "uri") return "address";
	if (format === "date-time") return "time (RFC 3339)";
	const words: Readonly<Record<string, string>> = {
		string: "text",
		integer: "whole number",
		number: "number",
		boolean: "true or false",
		object: "object",
		null: "null",
	};
	const named = [type ?? []].flat().filter((each) => each !== "null" || type === "null");
	return named.map((each) => words[each] ?? "any value").join(" or ") || "any value";
}

function boundWords(schema: JsonSchema): string {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength } = schema;
	if (exclusiveMinimum !== undefined && exclusiveMaximum !== undefined) {
		return `, between ${exclusiveMinimum} and ${exclusiveMaximum}`;
	}
	if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
	if (minimum !== undefined) return `, at least ${minimum}`;
	if (maxLength === undefined) return "";
	const most = `${digitGroups(maxLength)} characters`;
	return minLength ? `, ${minLength} to ${most}` : `, at most ${most}`;
}

function fallbackOf({ default: value }: JsonSchema): Pick<MemberType, "fallback"> {
	return value === undefined || value === "" ? {} : { fallback: shown(value) };
}

function shown(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

function schemaName(reference: string): string {
	return reference.slice(reference.lastIndexOf("/") + 1);
}

export function apiSchemas(document: OpenApiDocument, names: readonly string[]) {
	return Object.entries(document.components.schemas)
		.filter(([name]) => names.includes(name))
		.map(([name, schema]) => ({
			name,
			says: schema.description ?? "",
			members: memberRows(schema),
			/** Schemas that it is one of; empty for an object. */
			variants: (schema.oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [schemaName($ref)])),
		}));
}

export function articleOf(name: string): string {
	return /^[AEIOU]/.test(name) ? "an" : "a";
}

export function schemaAnchor(name: string): string {
	return `schema-${name}`;
}
