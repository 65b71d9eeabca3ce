/** Requests around an interface description: valid, nearly valid and invalid. */

import fc from "fast-check";
import type { JsonSchema } from "#core/api/openapi-document.ts";

/** Body of a POST and its declared type. */
export interface SentBody {
	readonly bytes: Uint8Array<ArrayBuffer>;
	readonly headers: Readonly<Record<string, string>>;
}

/**
 * Bodies around the schema of a request.
 * @param known meaningful values by member name; tried often
 */
export function bodiesAround(schema: JsonSchema, known: KnownValues): fc.Arbitrary<SentBody> {
	const json = objectsAround(schema, known).map((value) => JSON.stringify(value));
	const text = fc.oneof({ weight: 6, arbitrary: json }, { weight: 2, arbitrary: tampered(json) }, jsonText);
	const utf8 = text.map((each) => new Uint8Array(Buffer.from(each)));
	const bytes = fc.oneof({ weight: 10, arbitrary: utf8 }, otherEncodings(text), fc.uint8Array({ maxLength: 64 }));
	return fc.record({ bytes: bytes.map((each) => Uint8Array.from(each)), headers: declarations });
}

/** Query strings around the parameters of a GET, with the question mark unless empty. */
export function queriesAround(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string> {
	const pairs = objectsAround(schema, known).map((value) => Object.entries(value as object));
	const encoded = pairs.map((each) => each.map(([name, value]) => `${encoded1(name)}=${encoded1(value)}`).join("&"));
	const twice = encoded.map((each) => `${each}&${each}`);
	const junk = fc.oneof(
		fc.string({ unit: "grapheme", maxLength: 40 }),
		fc.constantFrom("limit", "limit=%zz", "&&=&", "%00=%ff"),
	);
	return fc.oneof({ weight: 6, arbitrary: encoded }, twice, junk).map((each) => (each === "" ? "" : `?${each}`));
}

export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

function encoded1(value: unknown): string {
	return encodeURIComponent((typeof value === "string" ? value : String(JSON.stringify(value))).toWellFormed());
}

/** Objects with a schema's members, some missing, some wrong, some extra. */
function objectsAround({ properties = {} }: JsonSchema, known: KnownValues): fc.Arbitrary<object> {
	const members = Object.entries(properties).map(([name, member]) => [name, valuesAround(member, known[name] ?? [])]);
	const right = fc.record(Object.fromEntries(members), { requiredKeys: [] });
	const extra = fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 });
	return fc.oneof(
		{ weight: 5, arbitrary: right },
		{ weight: 2, arbitrary: fc.tuple(right, extra).map(([a, b]) => ({ ...a, ...b })) },
		// An own member of that name, as JSON.parse creates it.
		right.map((each) => Object.defineProperty({ ...each }, "__proto__", { value: { a: 1 }, enumerable: true })),
	);
}

const names = fc.oneof(fc.constantFrom("constructor", "toString", "Domain", "domain ", "length", ""), fc.string());

/** A valid value, one at a limit, or one of another type. */
function valuesAround(schema: JsonSchema, known: readonly unknown[]): fc.Arbitrary<unknown> {
	const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, "", [], {}, 0, -0, 1e308, 5e-324));
	const right = fc.oneof(...[...rightValues(schema), ...(known.length > 0 ? [fc.constantFrom(...known)] : [])]);
	return fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: junk });
}

function rightValues(schema: JsonSchema): readonly fc.Arbitrary<unknown>[] {
	if (schema.enum) return [fc.constantFrom(...schema.enum)];
	if (schema.items) {
		const { maxItems = 20 } = schema;
		const lengths = fc.constantFrom(0, 1, 2, maxItems, maxItems + 1);
		return [
			fc.tuple(lengths, valuesAround(schema.items, [])).map(([length, value]) => Array.from({ length }, () => value)),
			fc.array(valuesAround(schema.items, []), { maxLength: 4 }),
		];
	}
	if (schema.type === "integer" || schema.type === "number") return [numbersAround(schema)];
	return [textsAround(schema)];
}

function numbersAround({ minimum = 0, maximum = 1000 }: JsonSchema): fc.Arbitrary<unknown> {
	const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, minimum + 0.5, 2 ** 53, 1e21];
	return fc.oneof(fc.constantFrom(...edges), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
}

function textsAround({ maxLength = 400 }: JsonSchema): fc.Arbitrary<string> {
	const most = Math.min(maxLength, 5000);
	return fc.oneof(
		fc.string({ unit: "binary", maxLength: 30 }),
		fc.string({ unit: "grapheme", maxLength: 30 }),
		fc.webUrl(),
		fc.domain(),
		fc.ipV4(),
		fc.ipV6().map((each) => `[${each}]`),
		fc.constantFrom(most - 1, most, most + 1, 20_000).map((length) => "é".repeat(length)),
		fc.constantFrom("\u0000", "\ud800", "\u202e", "a".repeat(64), "__proto__", "münchen.de", "http://u:p@example.com"),
	);
}

/** JSON, and text that only looks like it. */
const jsonText = fc.oneof(
	fc.json(),
	fc.integer({ min: 1, max: 3000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
	fc.constantFrom(
		"",
		" ",
		"null",
		"{",
		'{"a":}',
		"{'a':1}",
		"NaN",
		"[1,]",
		'{"domain":1e999}',
		"\ufeff{}",
		'"\\ud800"',
	),
);

/** Valid bodies with one place damaged or a duplicate member. */
function tampered(json: fc.Arbitrary<string>): fc.Arbitrary<string> {
	return fc
		.tuple(json, fc.nat(), fc.constantFrom("", '"', "\\", "{", ",", "\u0000", "/**/"))
		.map(([text, place, put]) => {
			const at = place % (text.length + 1);
			return place % 5 === 0
				? text.replace("{", '{"domain":"a.example.com",')
				: text.slice(0, at) + put + text.slice(at + 1);
		});
}

function otherEncodings(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
	return fc
		.tuple(text, fc.constantFrom("utf16le" as const, "latin1" as const))
		.map(([each, encoding]) => new Uint8Array(Buffer.from(each, encoding)));
}

const declarations = fc.oneof(
	{ weight: 12, arbitrary: fc.constant({ "content-type": "application/json" }) },
	fc.constantFrom<Record<string, string>>(
		{},
		{ "content-type": "application/json; charset=UTF-8" },
		{ "content-type": "application/json; charset=utf-16" },
		{ "content-type": "text/plain" },
		{ "content-type": "application/json", "content-encoding": "gzip" },
		{ "content-type": "application/json", authorization: "Bearer good" },
		{ "content-type": "application/json", authorization: "Bearer other" },
		{ "content-type": "application/json", authorization: "Bearer nonsense" },
		{ "content-type": "application/json", authorization: "Basic YTpi" },
		{ "content-type": "application/json", authorization: "Bearer" },
		{ "content-type": "application/json", "if-none-match": "*", range: "bytes=0-1" },
	),
);
