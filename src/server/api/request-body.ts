import * as z from "zod";
import { findRepeatedNames } from "#core/json-faults.ts";
import { DEPTH_MAX, isDeeperThan } from "#core/json-object.ts";
import { clipped } from "#core/wording.ts";
import { plainText } from "#site/page/page-text.ts";
import type { BodyKind, Endpoint, PathParams } from "./endpoint.ts";
import { BODY_MAX_BYTES, BODY_TIMEOUT_MS, ClientGone, type FieldFault, faultPointer, Rejection } from "./problems.ts";

/** The part of a Fetch Request that we use. */
export interface ApiRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: { get(name: string): string | null };
	readonly body: RequestBody | null;
	readonly signal: AbortSignal;
}

/** The part of a ReadableStream that we use. */
interface RequestBody {
	getReader(): BodyReader;
	cancel(): Promise<void>;
}

export interface BodyReader {
	/** Rejects if the body is cut off. */
	read(): Promise<{ readonly done: false; readonly value: Uint8Array<ArrayBuffer> } | { readonly done: true }>;
	/** Ends a pending read. */
	cancel(): Promise<void>;
}

export interface BodyRule {
	readonly type: RegExp;
	/** Also the Accept field of a refusal. */
	readonly accept: string;
	readonly most: number;
}

/** Accepts a charset on JSON, which has no effect (RFC 8259 section 11). */
const JSON_TYPE = typeOf("json");
const TYPES: Readonly<Record<BodyKind, Omit<BodyRule, "most">>> = {
	json: { type: JSON_TYPE, accept: "application/json" },
	text: { type: JSON_TYPE, accept: "application/json" },
	form: { type: typeOf("x-www-form-urlencoded"), accept: "application/x-www-form-urlencoded" },
	event: { type: typeOf("secevent\\+jwt"), accept: "application/secevent+jwt" },
};

function typeOf(subtype: string): RegExp {
	return new RegExp(`^application/${subtype}(?:[ \\t]*;[ \\t]*charset[ \\t]*=[ \\t]*(?:utf-8|"utf-8"))?[ \\t]*$`, "i");
}

export function readEndpointBody(
	request: ApiRequest,
	{ body = "json", bodyBytes = BODY_MAX_BYTES }: Pick<Endpoint, "body" | "bodyBytes">,
): Promise<Uint8Array<ArrayBuffer>> {
	return readBody(request, { ...TYPES[body], most: bodyBytes });
}

/** @throws Rejection `media-type-unsupported` before reading, `request-too-large`, `request-too-slow`; ClientGone */
export async function readBody(
	request: ApiRequest,
	{ type, accept, most }: BodyRule,
): Promise<Uint8Array<ArrayBuffer>> {
	const coding = request.headers.get("content-encoding") ?? "identity";
	if (!type.test(request.headers.get("content-type") ?? "") || coding.toLowerCase() !== "identity") {
		drop(request.body);
		throw wrongType(accept);
	}
	if (Number(request.headers.get("content-length")) > most) {
		drop(request.body);
		throw tooLarge(most);
	}
	return request.body ? await readAll(request.body, most) : new Uint8Array();
}

function wrongType(accept: string): Rejection {
	const headers = { Accept: accept };
	if (accept === TYPES.json.accept) return new Rejection("media-type-unsupported", { headers });
	const detail = `The body is not declared as ${accept} without content coding. Send \`Content-Type: ${accept}\`, and no Content-Encoding.`;
	return new Rejection("media-type-unsupported", { detail, headers });
}

function tooLarge(most: number): Rejection {
	if (most === BODY_MAX_BYTES) return new Rejection("request-too-large");
	return new Rejection("request-too-large", {
		detail: `The body of the request is larger than ${most} bytes. Send a smaller body.`,
	});
}

async function readAll(body: RequestBody, most: number): Promise<Uint8Array<ArrayBuffer>> {
	const reader = body.getReader();
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		drop(reader);
	}, BODY_TIMEOUT_MS);
	try {
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		for (;;) {
			const next = await reader.read();
			if (isLate) throw new Rejection("request-too-slow");
			if (next.done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
			size += next.value.byteLength;
			if (size > most) {
				drop(reader);
				throw tooLarge(most);
			}
			chunks.push(next.value);
		}
	} catch (error) {
		if (error instanceof Rejection) throw error;
		throw new ClientGone("The body broke off.", { cause: error });
	} finally {
		clearTimeout(timer);
	}
}

export function drop(source: { cancel(): Promise<void> } | null): void {
	source?.cancel().catch(() => {});
}

type Schema = z.ZodType;
type Issue = z.core.$ZodIssue;

const FAULTS_IN_SENTENCE = 3;

/** @throws Rejection `json-invalid`; `input-invalid` with every fault of the body */
function readBodyInput(schema: Schema, bytes: Uint8Array, params: PathParams = {}): unknown {
	const body = parseStrictJson(bytes);
	const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
	return validated(schema, isObject ? { ...body, ...params } : body, []);
}

/** Without a schema, accepts anything that parses. @throws Rejection `json-invalid`, `input-invalid` */
export function readEndpointInput(
	{ body = "json", input }: Pick<Endpoint, "body" | "input">,
	bytes: Uint8Array,
	params: PathParams,
): unknown {
	const schema = input ?? z.unknown();
	if (body === "json") return readBodyInput(schema, bytes, params);
	const text = decode(bytes);
	return validated(schema, body === "form" ? { ...readForm(text), ...params } : text, []);
}

/** RFC 6749 section 3.2: empty means absent, and no name may repeat except `resource` (RFC 8707). */
function readForm(text: string): Record<string, string | string[]> {
	// Without a prototype `__proto__` is an ordinary name.
	const values: Record<string, string | string[]> = Object.create(null);
	for (const [name, value] of new URLSearchParams(text)) {
		if (value === "") continue;
		const before = values[name];
		if (before === undefined) values[name] = value;
		else if (name === "resource") values[name] = [before, value].flat();
		else throw twice(name);
	}
	return values;
}

function twice(name: string): Rejection {
	const fault = { detail: `${shown([name])} was sent more than once.`, pointer: faultPointer([name]) };
	return new Rejection("input-invalid", {
		detail: `The request is invalid. ${fault.detail} Correct it and send it again.`,
		errors: [fault],
	});
}

/** @throws Rejection `input-invalid` with every fault; a repeated parameter is one */
export function readQueryInput(schema: Schema, url: string, params: PathParams = {}): unknown {
	const values: Record<string, string> = Object.assign(Object.create(null), params);
	const faults = new Map<string, FieldFault>();
	for (const [name, value] of queryOf(url)) {
		if (name in values) {
			faults.set(name, { detail: `${shown([name])} was sent more than once.`, pointer: faultPointer([name]) });
		} else values[name] = value;
	}
	return validated(schema, values, [...faults.values()]);
}

/** Most requests have no query; skips parsing their URL. */
function queryOf(url: string): Iterable<[string, string]> {
	return url.includes("?") ? new URL(url, "http://localhost").searchParams : [];
}

function validated(schema: Schema, value: unknown, before: readonly FieldFault[]): unknown {
	const parsed = schema.safeParse(value);
	if (parsed.success && before.length === 0) return parsed.data;
	const found = parsed.success ? [] : parsed.error.issues.flatMap((issue) => faultsOf(issue, value));
	const errors = [...before, ...found];
	const sentences = errors.slice(0, FAULTS_IN_SENTENCE).map(({ detail }) => detail);
	if (errors.length > FAULTS_IN_SENTENCE) sentences.push(`And ${errors.length - FAULTS_IN_SENTENCE} more.`);
	throw new Rejection("input-invalid", {
		detail: `The request is invalid. ${sentences.join(" ")} Correct it and send it again.`,
		errors,
	});
}

function faultsOf(issue: Issue, value: unknown): FieldFault[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => {
			const path = [...issue.path, key];
			return { detail: `${shown(path)} is unknown.`, pointer: faultPointer(path) };
		});
	}
	const pointer = faultPointer(issue.path);
	if (issue.path.length === 0) {
		const isKind = issue.code === "invalid_type" && issue.expected === "object";
		return [{ detail: isKind ? "The body must be a JSON object." : sentence("The body", issue.message), pointer }];
	}
	const name = shown(issue.path);
	if (valueAt(value, issue.path) !== undefined) return [{ detail: sentence(name, issue.message), pointer }];
	const how = isOurs(issue.message) ? `is missing: it ${issue.message}` : "is missing";
	return [{ detail: sentence(name, how), pointer }];
}

/** Our messages begin with "must be …"; zod's are whole sentences. */
function isOurs(message: string): boolean {
	return !/^\p{Lu}/u.test(message);
}

function sentence(subject: string, message: string): string {
	return `${subject}${isOurs(message) ? "" : ":"} ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

function shown(path: readonly PropertyKey[]): string {
	return `"${clipped(plainText(path.map(String).join("/")), 60)}"`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	let at = value;
	for (const step of path) {
		if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
		at = (at as Record<PropertyKey, unknown>)[step];
	}
	return at;
}

/** RFC 8259. Refuses duplicate names (section 4), which parsers read differently. @throws Rejection `json-invalid` */
function parseStrictJson(bytes: Uint8Array): unknown {
	if (bytes.length === 0) throw invalid("The body is empty.");
	const text = decode(bytes);
	const value = parse(text);
	if (isDeeperThan(DEPTH_MAX, value)) throw invalid(`The body is nested more than ${DEPTH_MAX} levels deep.`);
	const [repeated] = findRepeatedNames(text, 1);
	if (repeated === undefined) return value;
	throw new Rejection("json-invalid", {
		detail: "The body has two members with the same name in one object. " + "Send each name once.",
		errors: [{ detail: "This name is used twice.", pointer: faultPointer(repeated.path) }],
	});
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		// The decoder's error has no further details.
		throw invalid("The body is not valid UTF-8.");
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's message quotes the body.
		throw invalid("The body is not valid JSON.");
	}
}

function invalid(what: string): Rejection {
	return new Rejection("json-invalid", { detail: `${what} Send one JSON object (RFC 8259).` });
}
