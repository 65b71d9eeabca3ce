import type { ApiAnswer, ApiMedia, ApiOperation, JsonSchema, OpenApiDocument } from "#core/openapi-document.ts";
import { commandsOf, ownExamples, type ShownText } from "./api-commands.ts";
import { type MemberRow, memberRows, memberType, schemaName } from "./api-members.ts";

/** An endpoint as the page about the API shows it. */
export interface ApiEndpointFacts {
	/** The operation's id, which is its anchor too. */
	readonly id: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly summary: string;
	readonly description: string;
	readonly scope: string | undefined;
	readonly commands: readonly ShownText[];
	/** Name of the body's schema; undefined where there is no body. */
	readonly requestSchema: string | undefined;
	/** Members of the body, or parameters of the query. */
	readonly input: readonly MemberRow[];
	readonly answer: { readonly schema: string | undefined; readonly examples: readonly ShownText[] };
	readonly failures: readonly ApiFailureFacts[];
}

/** What comes with a status other than 200. */
export interface ApiFailureFacts {
	readonly status: string;
	/** Of the problem documents that come with it. */
	readonly codes: readonly string[];
	/** What the status means, where nothing comes with it. */
	readonly says: string | undefined;
	/** Name of the body's schema where it is none, and examples of it. */
	readonly schema: string | undefined;
	readonly examples: readonly ShownText[];
}

/** The endpoints of an interface description, in its order. */
export function apiEndpoints(document: OpenApiDocument): readonly ApiEndpointFacts[] {
	const base = document.servers[0]?.url ?? "";
	return Object.entries(document.paths).flatMap(([path, item]) =>
		(["get", "post"] as const).flatMap((method) => {
			const operation = item[method];
			return operation ? [endpointFacts(document, { base, path, operation, isPost: method === "post" })] : [];
		}),
	);
}

interface Place {
	readonly base: string;
	readonly path: string;
	readonly operation: ApiOperation;
	readonly isPost: boolean;
}

function endpointFacts(document: OpenApiDocument, { base, path, operation, isPost }: Place): ApiEndpointFacts {
	const method = isPost ? "POST" : "GET";
	const body = operation.requestBody?.content["application/json"];
	const answer = mainContent(operation.responses["200"]);
	return {
		id: operation.operationId,
		method,
		path,
		summary: operation.summary,
		description: operation.description,
		scope: operation.security.flatMap((each) => each.bearer ?? [])[0],
		commands: commandsOf(operation, { method, url: base + path }),
		requestSchema: body && nameOf(body.schema),
		input: body ? memberRows(resolve(document, body.schema)) : parameterRows(operation),
		answer: {
			schema: answer && nameOf(answer.schema),
			examples: shownExamples(answer),
		},
		failures: Object.entries(operation.responses)
			.filter(([status]) => status !== "200")
			.map(([status, response]) => failureFacts(status, response)),
	};
}

function failureFacts(status: string, response: ApiAnswer): ApiFailureFacts {
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
	return parameters.map(({ name, required, description, schema }) => ({
		name,
		required,
		type: memberType(schema),
		says: description,
	}));
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
