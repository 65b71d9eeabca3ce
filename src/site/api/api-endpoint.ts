import type { ApiAnswer, ApiMedia, ApiOperation, JsonSchema, OpenApiDocument } from "#core/openapi-document.ts";
import { commandsOf, needsAccount, ownExamples, type ShownText } from "./api-commands.ts";
import { type MemberRow, memberRows, memberType, schemaName } from "./api-members.ts";

/** An endpoint as its page shows it. */
export type ApiEndpointFacts = ReturnType<typeof endpointFacts>;

/** The endpoints of an interface description, in its order. */
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
		/** Name of the body's schema; undefined where there is no body. */
		requestSchema: body && nameOf(body.schema),
		input: body ? memberRows(resolve(document, body.schema)) : parameterRows(operation),
		answer: { schema: answer && nameOf(answer.schema), examples: shownExamples(answer) },
		failures: Object.entries(operation.responses)
			.filter(([status]) => status !== "200")
			.map(([status, response]) => failureFacts(status, response)),
		/** Names of the schemas that its page leads to. */
		schemas: schemasBelow(document, [
			operation.responses,
			body ? resolve(document, body.schema) : (operation.parameters ?? []),
		]),
	};
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/** Names of the schemas that a part of the description refers to, and of those that they refer to. */
function schemasBelow(document: OpenApiDocument, part: unknown, known = new Set<string>()): readonly string[] {
	for (const [, name = ""] of JSON.stringify(part).matchAll(REFERENCE)) {
		if (known.has(name)) continue;
		known.add(name);
		schemasBelow(document, document.components.schemas[name] ?? {}, known);
	}
	return [...known];
}

/** What comes with a status other than 200: a body of its own, problem documents, or nothing. */
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

/** A kind of problem as the page about the API explains it. */
export interface ApiProblemFacts {
	/** What the problem document carries as `code`. */
	readonly code: string;
	readonly status: number;
	readonly title: string;
	readonly meaning: string;
	readonly todo: string;
}

/** Anchor that the `type` of a problem document leads to. */
export function problemAnchor(code: string): string {
	return `problem-${code}`;
}
