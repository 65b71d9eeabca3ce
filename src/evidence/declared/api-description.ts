import { parseDocument, YAMLParseError } from "yaml";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { ApiDescription } from "../digest/machine-interfaces.ts";
import { findJsonFault } from "../html/json/json-fault.ts";
import { printable, tidy } from "../html/tree/fold-text.ts";
import { describedOperations } from "./api-description-operations.ts";
import { brokenRefs } from "./api-description-refs.ts";
import { isJsonObject, type JsonObject, ownMember } from "./api-description-values.ts";

/** YAML takes the parser a hundred times as long as JSON. Bytes. */
export const YAML_MAX_BYTES = 1024 * 1024;
/** A description repeats a handful of nodes; more is a bomb. */
const ALIASES_MAX = 100;
const TITLE_LENGTH = 200;
const SERVERS_MAX = 20;
const SERVER_LENGTH = 2_048;
const VARIABLE_LENGTH = 200;

type Parsed = { readonly value: unknown } | { readonly error: string };

/**
 * Reads an OpenAPI description (3.x, or Swagger 2.0), JSON or YAML. Never throws, whatever the bytes are.
 * @param url where it was served: relative servers are relative to it (OpenAPI 3.1.1 section 4.8.5)
 */
export function readApiDescription(body: Uint8Array, url: string, declaredIn: string): ApiDescription {
	const text = new TextDecoder().decode(body);
	const parsed = isJsonLike(text) ? parseJson(text) : parseYaml(text);
	const start = { declaredIn, excerpt: printable(text.slice(0, EXCERPT_LENGTH * 8), EXCERPT_LENGTH) };
	if ("error" in parsed) return { ...EMPTY, ...start, error: parsed.error };
	if (!isJsonObject(parsed.value)) return { ...EMPTY, ...start, error: "It is not an object." };
	const document = parsed.value;
	const info = isJsonObject(document.info) ? document.info : {};
	return {
		...start,
		version: versionOf(document),
		error: null,
		title: typeof info.title === "string" ? tidy(info.title, TITLE_LENGTH) : "",
		servers: serversOf(document, url),
		...describedOperations(document),
		brokenRefs: brokenRefs(document),
	};
}

const EMPTY: Omit<ApiDescription, "declaredIn" | "excerpt"> = {
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

export function isJsonLike(text: string): boolean {
	return /^\ufeff?\s*[{[]/.test(text);
}

function parseJson(text: string): Parsed {
	const fault = findJsonFault(text);
	if (fault) return { error: `${fault.says.replace(/\.$/, "")} (line ${fault.line}, column ${fault.column}).` };
	return { value: JSON.parse(text) as unknown };
}

function parseYaml(text: string): Parsed {
	try {
		const document = parseDocument(text, { prettyErrors: false, logLevel: "silent", uniqueKeys: false });
		const [fault] = document.errors;
		if (fault) return { error: wordsOf(fault, text) };
		return { value: document.toJS({ maxAliasCount: ALIASES_MAX }) as unknown };
	} catch (error) {
		if (error instanceof YAMLParseError) return { error: wordsOf(error, text) };
		if (error instanceof ReferenceError) return { error: "Its aliases refer to nothing, or stand for too much." };
		// The parser recurses: nesting beyond its stack is not a description.
		if (error instanceof RangeError) return { error: "It is nested too deep to be read." };
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

function serversOf(document: JsonObject, url: string): string[] {
	const written = Array.isArray(document.servers)
		? document.servers.slice(0, SERVERS_MAX).map(serverOf)
		: hostOf(document);
	const absolute = written.filter((each) => each.length <= SERVER_LENGTH && URL.canParse(each, url));
	const servers = new Set(absolute.map((each) => new URL(each, url).href));
	// Letters beyond ASCII grow where they are encoded.
	return [...servers].filter((each) => each.length <= SERVER_LENGTH);
}

/** With its variables at their defaults, as far as an address has room for them. */
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

/** `schemes`, `host` and `basePath` of Swagger 2.0. */
function hostOf({ host, basePath, schemes }: JsonObject): string[] {
	if (typeof host !== "string") return [];
	const scheme = Array.isArray(schemes) && !schemes.includes("https") && schemes.includes("http") ? "http" : "https";
	return [`${scheme}://${host}${typeof basePath === "string" ? basePath : ""}`];
}
