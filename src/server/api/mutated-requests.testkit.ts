/** Requests as data, so that tests can damage every part, even below a signature; never shipped. */

import { type KeyObject, sign } from "node:crypto";
import fc from "fast-check";

/** A token that is signed when the request is sent, after any damage to its parts. */
export class SignedToken {
	readonly key: KeyObject;
	readonly header: Readonly<Record<string, unknown>>;
	readonly claims: unknown;

	constructor(key: KeyObject, header: Readonly<Record<string, unknown>>, claims: unknown) {
		this.key = key;
		this.header = header;
		this.claims = claims;
	}

	/** Compact JWS with ES256 or EdDSA, regardless of its header. */
	toString(): string {
		const part = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url");
		const text = `${part(this.header)}.${part(this.claims)}`;
		const isCurve = this.key.asymmetricKeyType === "ec";
		const key = { key: this.key, dsaEncoding: "ieee-p1363" } as const;
		return `${text}.${sign(isCurve ? "sha256" : null, Buffer.from(text), key).toString("base64url")}`;
	}
}

type Pairs = readonly (readonly [name: string, value: unknown])[];

export interface DraftRequest {
	readonly method: string;
	readonly query?: Pairs;
	readonly headers?: Pairs;
	/** The body is one of these 3. */
	readonly form?: Pairs;
	readonly json?: unknown;
	readonly text?: unknown;
}

export interface Mutation {
	readonly kind: (typeof KINDS)[number];
	readonly at: number;
	readonly name: string;
	readonly value: unknown;
}

const KINDS = [
	"drop",
	"repeat",
	"set",
	"swap",
	"add",
	"claim",
	"drop claim",
	"head",
	"cut",
	"field",
	"method",
] as const;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const FIELDS = ["authorization", "content-type", "content-encoding", "accept", "origin", "cookie", "if-none-match"];
const CLAIMS = ["iss", "sub", "aud", "jti", "iat", "exp", "nbf", "events", "sub_id", "auth_time", "email", "client_id"];
const HEADS = ["alg", "typ", "kid", "jwk", "jku", "x5c", "crit", "b64", "zip"];

/** Texts that break parsers. */
const SNAGS = [
	...[
		"",
		" ",
		"\0",
		"a\r\nb: c",
		"%",
		"%00",
		"__proto__",
		"constructor",
		"toString",
		"null",
		"[]",
		"{}",
		"-1",
		"1e999",
	],
	...[
		"9".repeat(400),
		"x".repeat(9_000),
		"\ud800",
		"\u202e",
		"😀".repeat(60),
		"../../etc/passwd",
		"' or 1=1 --",
		"a.b.c",
	],
	...["https://127.0.0.1/", "http://[::1]/", "https://10.0.0.1/client.json", "javascript:alert(1)", "//evil.example"],
	...[
		"openid audit:write audit:read",
		"Bearer x",
		"Basic Og==",
		"Basic JTowOg==",
		"none",
		"HS256",
		"did:web:127.0.0.1",
	],
	...["did:key:z", "did:web:a%2Fb", "urn:ietf:params:oauth:grant-type:jwt-bearer", "application/json", "text/plain"],
];
const text = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...SNAGS) },
	fc.string({ unit: "binary", maxLength: 60 }),
);
const numbers = fc.constantFrom(0, -1, 1e10, 1e12, 1e308, 0.5, Number.MAX_SAFE_INTEGER);
const anyValue = fc.oneof({ weight: 3, arbitrary: text }, numbers, fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }));

/** One to 3 mutations, applied in sequence. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
	fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(1_000), name: text, value: anyValue }),
	{ minLength: 1, maxLength: 3 },
);

const pick = <Each>(from: readonly Each[], at: number): Each | undefined => from[at % Math.max(1, from.length)];
const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** The same request with that damage. */
export function mutated(request: DraftRequest, { kind, at, name, value }: Mutation): DraftRequest {
	if (kind === "method") return { ...request, method: pick(METHODS, at) ?? "GET" };
	if (kind === "field") return withField(request, pick(FIELDS, at) ?? "accept", textOf(value));
	const { form, query, json, text: body } = request;
	if (form) return { ...request, form: damagedPairs(form, { kind, at, name, value }) };
	if (query) return { ...request, query: damagedPairs(query, { kind, at, name, value }) };
	if (body !== undefined) return { ...request, text: damagedValue(body, { kind, at, name, value }) };
	return { ...request, json: damagedJson(json, { kind, at, name, value }) };
}

function withField(request: DraftRequest, name: string, value: string): DraftRequest {
	const others = (request.headers ?? []).filter(([each]) => each !== name);
	// Replace characters that are not allowed in a header field.
	return { ...request, headers: [...others, [name, value.replace(/[^\x20-\x7e]/g, "~").trim()]] };
}

function damagedPairs(pairs: Pairs, mutation: Mutation): Pairs {
	const { kind, at, name, value } = mutation;
	const index = at % Math.max(1, pairs.length);
	const [chosen, old] = pairs[index] ?? ["", ""];
	const instead = (now: unknown) => pairs.map((pair, place) => (place === index ? ([chosen, now] as const) : pair));
	if (kind === "drop") return pairs.filter((_, place) => place !== index);
	if (kind === "repeat") return [...pairs, [chosen, at % 2 === 0 ? old : value]];
	if (kind === "swap") return instead(pick(pairs, at >> 3)?.[1]);
	if (kind === "add") return [...pairs, [name, value]];
	return instead(damagedValue(old, mutation));
}

function damagedJson(json: unknown, mutation: Mutation): unknown {
	const { kind, at, value } = mutation;
	if (typeof json !== "object" || json === null || Array.isArray(json)) return value;
	// Sometimes replace the whole value.
	if (kind === "set" && at % 7 === 0) return value;
	return Object.fromEntries(damagedPairs(Object.entries(json), mutation));
}

function damagedValue(old: unknown, { kind, at, value }: Mutation): unknown {
	const token = old instanceof SignedToken ? old : undefined;
	if (token && (kind === "claim" || kind === "drop claim")) {
		const name = pick(CLAIMS, at) ?? "iss";
		const { [name]: _, ...others } = token.claims as Readonly<Record<string, unknown>>;
		return new SignedToken(token.key, token.header, kind === "claim" ? { ...others, [name]: value } : others);
	}
	if (token && kind === "head")
		return new SignedToken(token.key, { ...token.header, [pick(HEADS, at) ?? "alg"]: value }, token.claims);
	if (kind === "set" || (typeof old !== "string" && !token)) return value;
	const whole = String(old);
	const place = at % (whole.length + 1);
	return whole.slice(0, place) + (at % 3 === 0 ? "" : textOf(value) + whole.slice(place + 1));
}

const TYPES = { form: "application/x-www-form-urlencoded", json: "application/json" };

/** @param type media type of a body that is neither form nor JSON */
export function requestOf(draft: DraftRequest, address: string, type: string): Request {
	const { method, query = [], headers = [], form, json, text: body } = draft;
	const search = new URLSearchParams(query.map(([name, value]) => [name, texts(value)])).toString();
	const written = form
		? new URLSearchParams(form.map(([name, value]) => [name, texts(value)])).toString()
		: body !== undefined
			? texts(body)
			: json !== undefined
				? JSON.stringify(json, (_, value) => (value instanceof SignedToken ? value.toString() : value))
				: null;
	const usual = form ? TYPES.form : json === undefined ? type : TYPES.json;
	const isBodiless = method === "GET" || method === "HEAD";
	const fields = new Headers(isBodiless ? {} : { "content-type": usual });
	for (const [name, value] of headers) fields.set(name, textOf(value));
	return new Request(`${address}${search && `?${search}`}`, {
		method,
		headers: fields,
		body: isBodiless ? null : written,
	});
}

const texts = (value: unknown) => (value instanceof SignedToken ? value.toString() : textOf(value));
