import type { ApiAnswer, ApiOperation, ApiParameter, JsonSchema } from "#core/openapi-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { describeExamples, type HeaderName, headerReferences } from "./components.ts";
import { describeErrors } from "./error-responses.ts";
import type { SchemaCollection } from "./schema-collection.ts";

/** One endpoint as an operation: everything that can be sent and everything that can come back. */
export function describeOperation(endpoint: Endpoint, schemas: SchemaCollection): ApiOperation {
	const { operationId, tag, summary, description, scope } = endpoint;
	return {
		operationId,
		tags: [tag],
		summary,
		description,
		security: [{}, { bearer: scope === undefined ? [] : [scope] }],
		...describeInput(endpoint, schemas),
		responses: {
			"200": describeAnswer(endpoint, schemas),
			...(endpoint.revalidates ? { "304": NOT_MODIFIED } : {}),
			...describeErrors(endpoint, schemas),
		},
	};
}

const NOT_MODIFIED: ApiAnswer = {
	description: "Nothing has changed since the answer whose entity tag If-None-Match names.",
	headers: headerReferences(["X-Request-Id", "Cache-Control", "ETag"]),
	content: {},
};

function describeInput(
	{ method, input, examples }: Endpoint,
	schemas: SchemaCollection,
): Pick<ApiOperation, "parameters" | "requestBody"> {
	if (!input) return {};
	const schema = schemas.request(input);
	if (method === "GET") return { parameters: describeParameters(schema, examples.input ?? {}) };
	const shown = describeExamples(examples.input);
	return { requestBody: { required: true, content: { "application/json": { schema, ...shown } } } };
}

/** The members of a query, each a parameter with what the examples say of it. */
function describeParameters(
	{ properties = {}, required = [] }: JsonSchema,
	queries: Readonly<Record<string, unknown>>,
): readonly ApiParameter[] {
	return Object.entries(properties).map(([name, { description = "", ...schema }]) => {
		const values = Object.entries(queries).flatMap(([key, query]) =>
			typeof query === "object" && query !== null && name in query
				? [[key, (query as Record<string, unknown>)[name]] as const]
				: [],
		);
		return {
			name,
			in: "query",
			description,
			required: required.includes(name),
			schema,
			...describeExamples(Object.fromEntries(values)),
		};
	});
}

function describeAnswer({ output, examples, quota, revalidates }: Endpoint, schemas: SchemaCollection): ApiAnswer {
	const headers: HeaderName[] = ["X-Request-Id", "Cache-Control"];
	// What caches may keep tells nobody of another's limits.
	if (revalidates) headers.push("ETag");
	else headers.push("RateLimit-Policy", "RateLimit");
	if (quota !== undefined) headers.push("Age");
	return {
		description: "The answer.",
		headers: headerReferences(headers),
		content: { "application/json": { schema: schemas.answer(output), ...describeExamples(examples.output) } },
	};
}
