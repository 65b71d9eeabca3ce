import { apiProblemSchema } from "#core/api-problem.ts";
import { API_VERSION, PRODUCT, REFUSAL } from "#core/brand.ts";
import type {
	ApiAnswer,
	ApiContent,
	ApiOperation,
	ApiParameter,
	JsonSchema,
	OpenApiDocument,
} from "#core/openapi-document.ts";
import { sessionCookieName } from "#people/accounts/session-cookie.ts";
import { KEY_PREFIX } from "#people/keys/api-keys.ts";
import { codeBody } from "../api/content-coding.ts";
import { type ApiEndpoint, SerializedJson } from "../api/endpoint.ts";
import { paramNames } from "../api/endpoint-paths.ts";
import {
	commonHeaders,
	entityTag,
	matchesTag,
	methodNotAllowed,
	preflightHeaders,
	problemAnswer,
} from "../api/responses.ts";
import { describeExamples, HEADER_COMPONENTS, type HeaderName, headerReferences } from "./components.ts";
import { describeErrors, exampleName, problemExamples, problemsOf } from "./error-responses.ts";
import { createSchemaCollection, type SchemaCollection } from "./schema-collection.ts";

export interface OpenApiOptions {
	/** Address that the endpoints live under, no trailing slash. */
	readonly baseUrl: string;
	/** Address of the site that explains them, no trailing slash; the same by default. */
	readonly siteUrl?: string | undefined;
	/** How to reach whoever runs this installation. */
	readonly contact?: { readonly text: string; readonly href?: string } | undefined;
}

/** The interface description of the live API (OpenAPI 3.1.1): the same endpoints and options give the same bytes. */
export function buildOpenApi(endpoints: readonly ApiEndpoint[], options: OpenApiOptions): OpenApiDocument {
	const { baseUrl, siteUrl = baseUrl } = options;
	const schemas = createSchemaCollection();
	const paths: Record<string, OpenApiDocument["paths"][string]> = {};
	for (const endpoint of endpoints) {
		const method = endpoint.method === "GET" ? "get" : "post";
		paths[endpoint.path] = { ...paths[endpoint.path], [method]: describeOperation(endpoint, schemas) };
	}
	const problems = endpoints.flatMap((each) => problemsOf(each).map((code) => exampleName(code, each)));
	const tags = Object.entries(TAG_DESCRIPTIONS).map(([name, description]) => ({ name, description }));
	return {
		openapi: "3.1.1",
		info: {
			title: `${PRODUCT} API`,
			version: API_VERSION,
			summary: "Structure and accessibility audits of public websites, with receipts that anybody can verify.",
			description: `Audits a public website the way search engines and AI agents meet it. What is public needs no token; what an account has needs its API key. ${REFUSAL}`,
			license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
			...(options.contact ? { contact: describeContact(options.contact) } : {}),
		},
		externalDocs: { description: "The same for people, with examples to copy", url: `${siteUrl}/api/` },
		servers: [{ url: baseUrl, description: "This installation" }],
		tags: tags.filter(({ name }) => endpoints.some(({ tag }) => tag === name)),
		paths,
		components: {
			schemas: schemas.named(),
			headers: HEADER_COMPONENTS,
			examples: problemExamples(new Set(problems), siteUrl),
			securitySchemes: {
				bearer: {
					type: "http",
					scheme: "bearer",
					bearerFormat: "JWT",
					description:
						"An access token (RFC 9068), as `/auth.md` says how to get one. What is public needs none: it raises the limits. Where an account is asked, it must act for that account and hold the scope.",
				},
				key: {
					type: "http",
					scheme: "bearer",
					bearerFormat: `${KEY_PREFIX}…`,
					description:
						"An API key of an account. It raises the limits of what is public, and holds the scopes that it was made with beside those.",
				},
				session: {
					type: "apiKey",
					in: "cookie",
					name: sessionCookieName(siteUrl),
					description:
						"Of a browser in which somebody is signed in, and of this site's own pages alone. It holds every scope.",
				},
			},
		},
	};
}

function describeContact({ text, href }: NonNullable<OpenApiOptions["contact"]>) {
	if (href?.startsWith("mailto:")) return { name: text, email: href.slice("mailto:".length) };
	return href === undefined ? { name: text } : { name: text, url: href };
}

/** What each group of endpoints is for, in the order of the description. */
const TAG_DESCRIPTIONS: Readonly<Record<ApiEndpoint["tag"], string>> = {
	Audits: "Audit a site, compare two, or compute what fixes would gain.",
	Briefs: "The executive brief of a site, with pages to hand on.",
	Wall: "Sites whose audits are public.",
	Tools: "What agents can call in the browser.",
	Account:
		"What an account has: it needs an API key of the account, or a page of this site where somebody is signed in.",
	Operation: "How the service fares.",
};

/** As for a GET endpoint. */
const METHODS = preflightHeaders({ method: "GET" });

/** Answers requests for `/openapi.json`. No rate limit applies: the text is serialized once, and caches keep it. */
export function createOpenApiResponse(
	endpoints: readonly ApiEndpoint[],
	options: OpenApiOptions,
): (request: Request) => Promise<Response> {
	const text = JSON.stringify(buildOpenApi(endpoints, options));
	const whole = new SerializedJson(text);
	const tag = entityTag(text);
	const common = commonHeaders(options.baseUrl);
	const found = { ...common, "Cache-Control": "public, max-age=300", ETag: tag };
	return async (request) => {
		const { method, headers } = request;
		if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...METHODS } });
		if (method !== "GET" && method !== "HEAD") {
			return problemAnswer(methodNotAllowed({ method: "GET" }), options.baseUrl);
		}
		if (matchesTag(headers.get("if-none-match"), tag))
			return new Response(null, { status: 304, headers: { ...found, Vary: "Accept-Encoding" } });
		const coded = await codeBody(whole, headers.get("accept-encoding"));
		const fields = { ...found, ...coded.headers, "Content-Type": "application/json; charset=utf-8" };
		return new Response(method === "HEAD" ? null : coded.body, { headers: fields });
	};
}

/** One endpoint as an operation: its input and all its answers. */
function describeOperation(endpoint: ApiEndpoint, schemas: SchemaCollection): ApiOperation {
	const { operationId, tag, summary, description } = endpoint;
	return {
		operationId,
		tags: [tag],
		summary,
		description,
		security: describeSecurity(endpoint),
		...describeInput(endpoint, schemas),
		responses: {
			"200": describeAnswer(endpoint, schemas),
			...(endpoint.revalidates ? { "304": NOT_MODIFIED } : {}),
			...describeErrors(endpoint, schemas),
		},
	};
}

/** Every way to ask, the first without credentials where there is one. */
function describeSecurity({ scope, account }: ApiEndpoint): ApiOperation["security"] {
	const scopes = scope === undefined ? [] : [scope];
	const known = [{ bearer: scopes }, { key: scopes }, ...(account ? [{ session: [] }] : [])];
	return account === "required" ? known : [{}, ...known];
}

const NOT_MODIFIED: ApiAnswer = {
	description: "Nothing has changed since the answer whose entity tag If-None-Match names.",
	headers: headerReferences(["X-Request-Id", "Cache-Control", "ETag"]),
	content: {},
};

function describeInput(
	{ method, path, input, examples }: ApiEndpoint,
	schemas: SchemaCollection,
): Pick<ApiOperation, "parameters" | "requestBody"> {
	if (!input) return {};
	const schema = schemas.request(input);
	if (method === "GET") return { parameters: describeParameters(schema, examples.input ?? {}, paramNames(path)) };
	const shown = describeExamples(examples.input);
	return { requestBody: { required: true, content: { "application/json": { schema, ...shown } } } };
}

/** The members of a query and of a path, each a parameter with what the examples say of it. */
function describeParameters(
	{ properties = {}, required = [] }: JsonSchema,
	queries: Readonly<Record<string, unknown>>,
	ofPath: readonly string[],
): readonly ApiParameter[] {
	return Object.entries(properties).map(([name, { description = "", ...schema }]) => {
		const values = Object.entries(queries).flatMap(([key, query]) =>
			typeof query === "object" && query !== null && name in query
				? [[key, (query as Record<string, unknown>)[name]] as const]
				: [],
		);
		return {
			name,
			in: ofPath.includes(name) ? "path" : "query",
			description,
			required: required.includes(name),
			schema,
			...describeExamples(Object.fromEntries(values)),
		};
	});
}

function describeAnswer(endpoint: ApiEndpoint, schemas: SchemaCollection): ApiAnswer {
	const { output, examples, quota, revalidates } = endpoint;
	const headers: HeaderName[] = ["X-Request-Id", "Cache-Control", "RateLimit-Policy"];
	// Cacheable responses must not carry what is left of one caller's limits.
	headers.push(revalidates ? "ETag" : "RateLimit");
	if (quota === "audit" || quota === "brief") headers.push("Age");
	return {
		description: "The answer.",
		headers: headerReferences(headers),
		content: {
			"application/json": { schema: schemas.answer(output), ...describeExamples(examples.output) },
			...describeEvents(endpoint, schemas),
		},
	};
}

/** A stream is a text to OpenAPI 3.1; what stands in the lines named `data` is said beside it. */
function describeEvents({ events, output }: ApiEndpoint, schemas: SchemaCollection): ApiContent {
	if (!events) return {};
	const data = [events.progress, output, apiProblemSchema].map((schema) => schemas.answer(schema));
	const schema = {
		type: "string",
		description: "Server-sent events, where Accept asks for them: `stage`, then `result` or `problem`.",
		contentMediaType: "text/event-stream",
		contentSchema: { anyOf: data },
	};
	return { "text/event-stream": { schema, ...describeExamples({ stream: events.example }) } };
}
