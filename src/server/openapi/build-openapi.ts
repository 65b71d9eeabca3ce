import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { apiProblemSchema } from "#core/api/api-problem.ts";
import type {
	ApiAnswer,
	ApiContent,
	ApiExample,
	ApiHeader,
	ApiOperation,
	ApiParameter,
	ApiReference,
	JsonSchema,
	OpenApiDocument,
} from "#core/api/openapi-document.ts";
import { API_VERSION, PRODUCT, REFUSAL } from "#core/brand.ts";
import { sessionCookieName } from "#people/accounts/session-cookie.ts";
import { KEY_PREFIX } from "#people/keys/api-keys.ts";
import { type ApiEndpoint, paramNames, SerializedJson } from "../api/endpoint.ts";
import { codeBody } from "../api/negotiation.ts";
import {
	PROBLEMS,
	type ProblemCode,
	problemDocument,
	problemKind,
	Rejection,
	type RejectionParts,
} from "../api/problems.ts";
import {
	commonHeaders,
	entityTag,
	matchesTag,
	methodNotAllowed,
	preflightHeaders,
	problemAnswer,
} from "../api/responses.ts";

interface OpenApiOptions {
	readonly baseUrl: string;
	/** Address of the site with the documentation, no trailing slash; by default the same. */
	readonly siteUrl?: string | undefined;
	readonly contact?: { readonly text: string; readonly href?: string } | undefined;
}

/** OpenAPI 3.1.1. Deterministic: equal endpoints and options give equal bytes. */
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
			summary: "Structure and accessibility audits of public websites, with receipts that anyone can verify.",
			description: `Audits a public website the way search engines and AI agents read it. Public endpoints need no token; account endpoints need the account's API key. ${REFUSAL}`,
			license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
			...(options.contact ? { contact: describeContact(options.contact) } : {}),
		},
		externalDocs: { description: "For people, with examples to copy", url: `${siteUrl}/api/` },
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
						"An access token (RFC 9068), see `/auth.md`. Public endpoints do not need it; it raises the limits. For account endpoints it must act for the account and have the scope.",
				},
				key: {
					type: "http",
					scheme: "bearer",
					bearerFormat: `${KEY_PREFIX}…`,
					description:
						"An account's API key. It raises the limits of public endpoints and has the scopes that were chosen for it.",
				},
				session: {
					type: "apiKey",
					in: "cookie",
					name: sessionCookieName(siteUrl),
					description:
						"The session cookie of a signed-in browser, only from this site's own pages. It has every scope.",
				},
			},
		},
	};
}

function describeContact({ text, href }: NonNullable<OpenApiOptions["contact"]>) {
	if (href?.startsWith("mailto:")) return { name: text, email: href.slice("mailto:".length) };
	return href === undefined ? { name: text } : { name: text, url: href };
}

const TAG_DESCRIPTIONS: Readonly<Record<ApiEndpoint["tag"], string>> = {
	Audits: "Audit a site, compare two, or compute what fixes would gain.",
	Briefs: "The executive brief of a site, with pages to share.",
	Wall: "Sites whose audits are public.",
	Tools: "What agents can call in the browser.",
	Account: "An account's data: needs the account's API key, or a signed-in page of this site.",
	Operation: "Service status.",
};

const METHODS = preflightHeaders({ method: "GET" });

/** Has no rate limit: the text is serialized once and cacheable. */
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

/** Anonymous access first, if allowed. */
function describeSecurity({ scope, account }: ApiEndpoint): ApiOperation["security"] {
	const scopes = scope === undefined ? [] : [scope];
	const known = [{ bearer: scopes }, { key: scopes }, ...(account ? [{ session: [] }] : [])];
	return account === "required" ? known : [{}, ...known];
}

const NOT_MODIFIED: ApiAnswer = {
	description: "Nothing has changed since the answer with the entity tag in If-None-Match.",
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
	// Cacheable responses must not contain one caller's remaining limits.
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

/** OpenAPI 3.1 can describe a stream only as text, so the schema of `data` lines is beside it. */
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

/** Problems not listed apply to all endpoints. */
const APPLIES: Partial<Record<ProblemCode, (endpoint: ApiEndpoint) => boolean>> = {
	"json-invalid": takesBody,
	"request-too-slow": takesBody,
	"request-too-large": takesBody,
	"media-type-unsupported": takesBody,
	"input-invalid": ({ input }) => input !== undefined,
	"target-invalid": takesTarget,
	"target-blocked": takesTarget,
	"removal-asked": takesTarget,
	"sign-in-required": ({ account }) => account === "required",
	"scope-missing": ({ scope }) => scope !== undefined,
	"rate-limited": ({ isAlwaysAnswered }) => isAlwaysAnswered !== true,
	// Other addresses have no endpoint.
	"not-found": ({ path }) => paramNames(path).length > 0,
	"nothing-to-seal": givesSeal,
	"receipt-pending": givesSeal,
	"score-differs": givesSeal,
	overloaded: makesAudits,
	"shutting-down": makesAudits,
	"store-busy": asksStore,
	"store-unavailable": asksStore,
};

function takesBody({ method, input }: ApiEndpoint): boolean {
	return method === "POST" && input !== undefined;
}

function makesAudits({ quota }: ApiEndpoint): boolean {
	return quota === "audit" || quota === "brief";
}

function takesTarget(endpoint: ApiEndpoint): boolean {
	return makesAudits(endpoint) || (endpoint.account === "required" && takesBody(endpoint));
}

function givesSeal({ operationId }: ApiEndpoint): boolean {
	return operationId === "mintBadge";
}

function asksStore(endpoint: ApiEndpoint): boolean {
	return makesAudits(endpoint) || endpoint.account !== undefined;
}

function describeErrors(endpoint: ApiEndpoint, schemas: SchemaCollection): Readonly<Record<string, ApiAnswer>> {
	const codes = problemsOf(endpoint);
	const others = Object.keys(endpoint.otherOutputs ?? {}).map(Number);
	const statuses = [...new Set([...codes.map((code) => problemKind(code).status), ...others])].sort((a, b) => a - b);
	return Object.fromEntries(
		statuses.map((status) => {
			const ofStatus = codes.filter((code) => problemKind(code).status === status);
			return [String(status), describeStatus(endpoint, status, ofStatus, schemas)];
		}),
	);
}

export function problemsOf(endpoint: ApiEndpoint): readonly ProblemCode[] {
	return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => APPLIES[code]?.(endpoint) ?? true);
}

function describeStatus(
	endpoint: ApiEndpoint,
	status: number,
	codes: readonly ProblemCode[],
	schemas: SchemaCollection,
): ApiAnswer {
	const other = status === 503 ? endpoint.otherOutputs?.[status] : undefined;
	const shown = status === 503 ? endpoint.examples.otherOutputs?.[status] : undefined;
	const examples = codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, endpoint)}` }]);
	const content: ApiContent = {
		...(other && { "application/json": { schema: schemas.answer(other), ...describeExamples(shown) } }),
		...(codes.length > 0 && {
			"application/problem+json": { schema: schemas.answer(apiProblemSchema), examples: Object.fromEntries(examples) },
		}),
	};
	const says = codes.map((code) => `${problemKind(code).title} (\`${code}\`).`);
	return {
		description: [...(other ? ["The same body; it says what is down."] : []), ...says].join(" "),
		headers: headerReferences(headersOf(status)),
		content,
	};
}

function headersOf(status: number): readonly HeaderName[] {
	const names: HeaderName[] = ["X-Request-Id", "Cache-Control", "RateLimit-Policy"];
	if (status === 405) return [...names, "Allow"];
	if (status === 415) return [...names, "Accept"];
	// These are detected before anything is counted.
	if (status === 408 || status === 413) return names;
	names.push("RateLimit");
	if (status === 409 || status === 429 || status === 503) names.push("Retry-After");
	if (status <= 403) names.push("WWW-Authenticate");
	return names;
}

const SHOWN_REQUEST = "3f0f8c1e-0d3b-4c55-9a43-5b2f6f5d7c10";

const OF_QUERY = "input-invalid-query";

function exampleName(code: ProblemCode, { method }: Pick<ApiEndpoint, "method">): string {
	return code === "input-invalid" && method === "GET" ? OF_QUERY : code;
}

function problemExamples(names: ReadonlySet<string>, siteUrl: string): Readonly<Record<string, ApiExample>> {
	const show = (code: ProblemCode, parts: RejectionParts = {}): ApiExample => ({
		summary: problemKind(code).title,
		value: problemDocument(new Rejection(code, parts), SHOWN_REQUEST, siteUrl),
	});
	const all = {
		...Object.fromEntries((Object.keys(PROBLEMS) as ProblemCode[]).map((code) => [code, show(code)])),
		"input-invalid": show("input-invalid", faultAt("#/mode", '"mode" must be light or deep.')),
		[OF_QUERY]: show("input-invalid", faultAt("#/limit", '"limit" must be a whole number from 1 to 200.')),
		"rate-limited": show("rate-limited", { violatedPolicies: ["burst"] }),
	};
	return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

function faultAt(pointer: string, detail: string): RejectionParts {
	return {
		detail: `The request is invalid. ${detail} Correct it and send it again.`,
		errors: [{ detail, pointer }],
	};
}

const HEADER_COMPONENTS = {
	"X-Request-Id": {
		description: "Id of this request; quote it in support requests.",
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
			"What is left of those that the request was counted in: `r` requests, until the window starts again in `t` seconds.",
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

type HeaderName = keyof typeof HEADER_COMPONENTS;

function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, ApiReference>> {
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Derives the summary from the camelCase name. */
function describeExamples(examples: Readonly<Record<string, unknown>> = {}) {
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

interface SchemaCollection {
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
		// Clients would confuse 2 schemas with one name.
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

/** Removes promises that we do not make. @param io `input` from a client, `output` to it */
function tidySchema(io: "input" | "output"): Override {
	return ({ jsonSchema }) => {
		// Clients that refuse unknown members would break with each new member.
		if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
		// The format is enough; the pattern has 200 characters.
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
