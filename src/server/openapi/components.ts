import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { ApiExample, ApiHeader, ApiReference, JsonSchema } from "#core/openapi-document.ts";

export const HEADER_COMPONENTS = {
	"X-Request-Id": {
		description: "Id of this request; name it when something has to be looked up.",
		schema: { type: "string", pattern: "^[0-9a-f-]{36}$" },
		example: "3f0f8c1e-0d3b-4c55-9a43-5b2f6f5d7c10",
	},
	"Cache-Control": {
		description: "RFC 9111. Answers about an audit are `no-store`.",
		schema: { type: "string", minLength: 1 },
		example: "no-store",
	},
	Age: {
		description: "Seconds since the audit ended (RFC 9111); absent where it was made for this request.",
		schema: { type: "integer", minimum: 0 },
		example: 12,
	},
	ETag: {
		description: "Changes when the body does (RFC 9110); weak, since it is the same in every content coding.",
		schema: { type: "string", pattern: '^W/"[!#-~]+"$' },
		example: 'W/"n4bQgYhMfWWaL-qgxVrQFa"',
	},
	"RateLimit-Policy": {
		description:
			"The limits of this address: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers). The same on every answer; those of a caller with a token once it was verified.",
		schema: { type: "string", pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+(, "[a-z-]+";q=[0-9]+;w=[0-9]+)*$' },
		example: '"burst";q=5;w=10, "audit";q=30;w=3600',
	},
	RateLimit: {
		description:
			"What is left of those that the request was counted in: `r` requests, until the window begins anew in `t` seconds.",
		schema: { type: "string", pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+(, "[a-z-]+";r=[0-9]+;t=[0-9]+)*$' },
		example: '"burst";r=4;t=10, "audit";r=29;t=3590',
	},
	"Retry-After": {
		description: "Seconds to wait before asking again (RFC 9110).",
		schema: { type: "integer", minimum: 1 },
		example: 10,
	},
	Allow: {
		description: "The methods that this address takes (RFC 9110).",
		schema: { type: "string", pattern: "^[A-Z]+(, [A-Z]+)*$" },
		example: "POST, OPTIONS",
	},
	Accept: {
		description: "The media type that a body must have.",
		schema: { type: "string", pattern: "^[a-z]+/[a-z+]+$" },
		example: "application/json",
	},
	"WWW-Authenticate": {
		description: "What is wrong with the token, or which scope it lacks (RFC 6750).",
		schema: { type: "string", pattern: "^Bearer( |$)" },
		example: 'Bearer error="invalid_token"',
	},
} as const satisfies Readonly<Record<string, ApiHeader>>;

export type HeaderName = keyof typeof HEADER_COMPONENTS;

export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, ApiReference>> {
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A name in camelCase is also the summary. */
export function describeExamples(examples: Readonly<Record<string, unknown>> = {}) {
	const shown = Object.entries(examples).map(([name, value]): [string, ApiExample] => [
		name,
		{ summary: toWords(name), value },
	]);
	return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) };
}

function toWords(name: string): string {
	const words = name
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.replace(/[-_]+/g, " ")
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const OWN = "#/$defs/";
const SHARED = "#/components/schemas/";

export interface SchemaCollection {
	/** Members with a default are optional; unknown ones are refused. */
	request(schema: z.ZodType): JsonSchema;
	/** Later versions may add members. */
	answer(schema: z.ZodType): JsonSchema;
	named(): Readonly<Record<string, JsonSchema>>;
}

export function createSchemaCollection(): SchemaCollection {
	const named = new Map<string, JsonSchema>();

	function convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
		const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: tidySchema(io) });
		for (const [id, definition] of Object.entries($defs)) keep(id, pointToShared(definition) as JsonSchema);
		return pointToShared(root) as JsonSchema;
	}

	function keep(id: string, definition: JsonSchema): void {
		const known = named.get(id);
		// One name with two meanings would mislead clients.
		if (known && !isDeepStrictEqual(known, definition)) throw new Error(`Two different schemas are called ${id}.`);
		named.set(id, definition);
	}

	return {
		request: (schema) => convert(schema, "input"),
		answer: (schema) => convert(schema, "output"),
		named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}

function pointToShared(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(pointToShared);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, each]) => [
			key,
			key === "$ref" && typeof each === "string" && each.startsWith(OWN)
				? SHARED + each.slice(OWN.length)
				: pointToShared(each),
		]),
	);
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;
type Written = Parameters<Override>[0]["jsonSchema"];

/** Promises no more than we mean. @param io `input` from a client, `output` to it */
function tidySchema(io: "input" | "output"): Override {
	return ({ jsonSchema }) => {
		// Clients that refuse unknown members would break with each new one.
		if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		// The format says it; the pattern is two hundred characters.
		if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
		if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
		joinConstants(jsonSchema);
	};
}

function joinConstants(schema: Written): void {
	const options = schema.anyOf ?? [];
	const [first] = options;
	if (!first || !options.every((each) => each.const !== undefined && each.type === first.type)) return;
	delete schema.anyOf;
	Object.assign(schema, { type: first.type, enum: options.map((each) => each.const) });
}
