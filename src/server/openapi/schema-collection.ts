import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { JsonSchema } from "#core/openapi-document.ts";

const OWN = "#/$defs/";
const SHARED = "#/components/schemas/";

/** Turns zod schemas into JSON Schemas; those with an id are kept once, by their id. */
export interface SchemaCollection {
	/** What a client may send: members with a default may be left out, unknown ones are refused. */
	request(schema: z.ZodType): JsonSchema;
	/** What a client may get: further members may come with a later version. */
	answer(schema: z.ZodType): JsonSchema;
	/** Everything with an id so far, by id in alphabetical order. */
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

/**
 * What is changed in each JSON Schema that zod writes, so that it says what we promise and no more.
 * @param io whether a client sends it (`input`) or gets it (`output`)
 */
function tidySchema(io: "input" | "output"): Override {
	return ({ jsonSchema }) => {
		// Clients that refuse unknown members would break with every member that we add.
		if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		// The format says it; the pattern is two hundred characters of calendar.
		if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
		if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
		joinConstants(jsonSchema);
	};
}

/** A choice between constants of one type is an enumeration. */
function joinConstants(schema: Written): void {
	const options = schema.anyOf ?? [];
	const [first] = options;
	if (!first || !options.every((each) => each.const !== undefined && each.type === first.type)) return;
	delete schema.anyOf;
	Object.assign(schema, { type: first.type, enum: options.map((each) => each.const) });
}
