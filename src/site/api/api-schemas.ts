import type { JsonSchema, OpenApiDocument } from "#core/openapi-document.ts";
import { type MemberRow, memberRows, schemaName } from "./api-members.ts";

/** A named schema as the page about the API shows it. */
export interface ApiSchemaFacts {
	readonly name: string;
	readonly says: string;
	readonly members: readonly MemberRow[];
	/** Names of the schemas that it is one of; empty for an object. */
	readonly variants: readonly string[];
}

/** Every schema that an answer or a further schema leads to; those of requests stand with their endpoint. */
export function apiSchemas(document: OpenApiDocument): readonly ApiSchemaFacts[] {
	const requests = new Set(requestNames(document));
	return Object.entries(document.components.schemas)
		.filter(([name]) => !requests.has(name))
		.map(([name, schema]) => ({
			name,
			says: schema.description ?? "",
			members: memberRows(schema),
			variants: (schema.oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [schemaName($ref)])),
		}));
}

/** "a" or "an", by the name that follows. */
export function articleOf(name: string): string {
	return /^[AEIOU]/.test(name) ? "an" : "a";
}

/** Anchor of a schema on the page. */
export function schemaAnchor(name: string): string {
	return `schema-${name}`;
}

function requestNames({ paths }: OpenApiDocument): readonly string[] {
	const bodies = Object.values(paths).map(({ post }) => post?.requestBody?.content["application/json"]?.schema);
	return bodies.flatMap((schema?: JsonSchema) => (schema?.$ref === undefined ? [] : [schemaName(schema.$ref)]));
}
