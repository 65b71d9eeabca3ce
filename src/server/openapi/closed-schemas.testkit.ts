/** Compiles JSON Schemas of an interface description so that they reject undescribed members. */

import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema, OpenApiDocument } from "#core/api/openapi-document.ts";

const SHARED = "#/components/schemas/";
const BUNDLE = "https://schemas.example.net/";

/** Compiles schemas that refer to the document's components. */
export interface SchemaCompiler {
	/** @param closed refuses undescribed members, to test our own responses */
	compile(schema: JsonSchema, closed: boolean): ValidateFunction;
}

/** @throws Error if a schema is not strict JSON Schema 2020-12 or refers to nothing */
export function createSchemaCompiler({ components }: OpenApiDocument): SchemaCompiler {
	const compilers = new Map(
		[true, false].map((closed) => {
			const ajv = new Ajv2020({
				strict: true,
				strictTypes: true,
				strictRequired: true,
				allowUnionTypes: true,
				allErrors: true,
			});
			addFormats(ajv);
			for (const [id, schema] of Object.entries(components.schemas)) {
				ajv.addSchema(prepare(schema, closed) as object, BUNDLE + id);
			}
			return [closed, ajv] as const;
		}),
	);
	return {
		compile(schema, closed) {
			const ajv = compilers.get(closed);
			if (!ajv) throw new Error("There is a compiler for either case.");
			return ajv.compile(prepare(schema, closed) as object);
		},
	};
}

function prepare(value: unknown, closed: boolean): unknown {
	if (Array.isArray(value)) return value.map((each) => prepare(each, closed));
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([key, each]) => {
		if (key === "$ref" && typeof each === "string" && each.startsWith(SHARED)) {
			return [key, BUNDLE + each.slice(SHARED.length)];
		}
		return [key, isData(key, each) ? each : prepare(each, closed)];
	});
	const prepared = Object.fromEntries(entries) as Record<string, unknown>;
	if (closed && isOpenObject(prepared)) prepared.additionalProperties = false;
	return prepared;
}

/** Members that hold data instead of schemas. A property may have such a name. */
function isData(key: string, value: unknown): boolean {
	if (key === "const" || key === "default") return true;
	return (key === "examples" || key === "enum" || key === "required") && Array.isArray(value);
}

function isOpenObject(schema: Record<string, unknown>): boolean {
	return schema.type === "object" && typeof schema.properties === "object" && !("additionalProperties" in schema);
}
