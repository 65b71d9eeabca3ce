import { API_VERSION, PRODUCT, REFUSAL } from "#core/brand.ts";
import type { OpenApiDocument } from "#core/openapi-document.ts";
import type { Endpoint } from "../api/endpoint.ts";
import {
	commonHeaders,
	entityTag,
	matchesTag,
	methodNotAllowed,
	preflightHeaders,
	problemAnswer,
} from "../api/responses.ts";
import { HEADER_COMPONENTS } from "./components.ts";
import { exampleName, problemExamples, problemsOf } from "./error-responses.ts";
import { describeOperation } from "./operation.ts";
import { createSchemaCollection } from "./schema-collection.ts";

export interface OpenApiOptions {
	/** Address that the endpoints live under, no trailing slash. */
	readonly baseUrl: string;
	/** Address of the site that explains them, no trailing slash; the same unless told. */
	readonly siteUrl?: string | undefined;
	/** How to reach whoever runs this installation. */
	readonly contact?: { readonly text: string; readonly href?: string } | undefined;
}

/** The interface description of the live API (OpenAPI 3.1.1): the same endpoints and options give the same bytes. */
export function buildOpenApi(endpoints: readonly Endpoint[], options: OpenApiOptions): OpenApiDocument {
	const { baseUrl, siteUrl = baseUrl } = options;
	const schemas = createSchemaCollection();
	const paths: Record<string, OpenApiDocument["paths"][string]> = {};
	for (const endpoint of endpoints) {
		const method = endpoint.method === "GET" ? "get" : "post";
		paths[endpoint.path] = { ...paths[endpoint.path], [method]: describeOperation(endpoint, schemas) };
	}
	const problems = endpoints.flatMap((each) => problemsOf(each).map((code) => exampleName(code, each)));
	const tags = Object.entries(TAG_WORDS).map(([name, description]) => ({ name, description }));
	return {
		openapi: "3.1.1",
		info: {
			title: `${PRODUCT} API`,
			version: API_VERSION,
			summary: "Structure and accessibility audits of public websites, with receipts that anybody can verify.",
			description: `Audits a public website the way search engines and AI agents meet it. No token is needed. ${REFUSAL}`,
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
						"An access token (RFC 9068). Optional everywhere: it raises the limits, no endpoint asks for it.",
				},
			},
		},
	};
}

function describeContact({ text, href }: NonNullable<OpenApiOptions["contact"]>) {
	if (href?.startsWith("mailto:")) return { name: text, email: href.slice("mailto:".length) };
	return href === undefined ? { name: text } : { name: text, url: href };
}

/** What each group of endpoints is for, in the order in which readers meet them. */
const TAG_WORDS: Readonly<Record<Endpoint["tag"], string>> = {
	Audits: "Audit a site, compare two, or compute what fixes would gain.",
	Briefs: "The executive brief of a site, with pages to hand on.",
	Wall: "Sites whose audits are public.",
	Tools: "What agents can call in the browser.",
	Operation: "How the service fares.",
};

/** Like an endpoint that only gives. */
const METHODS = preflightHeaders({ method: "GET" });

/** Answers requests for `/openapi.json`. Nothing is counted: the text is written once, and caches keep it. */
export function createOpenApiResponse(
	endpoints: readonly Endpoint[],
	options: OpenApiOptions,
): (request: Request) => Response {
	const text = JSON.stringify(buildOpenApi(endpoints, options));
	const tag = entityTag(text);
	const common = commonHeaders(options.baseUrl);
	const found = { ...common, "Cache-Control": "public, max-age=300", ETag: tag };
	return (request) => {
		const { method, headers } = request;
		if (method === "OPTIONS") return new Response(null, { status: 204, headers: { ...common, ...METHODS } });
		if (method !== "GET" && method !== "HEAD") {
			return problemAnswer(methodNotAllowed({ method: "GET" }), options.baseUrl);
		}
		if (matchesTag(headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers: found });
		const body = method === "HEAD" ? null : text;
		return new Response(body, { headers: { ...found, "Content-Type": "application/json; charset=utf-8" } });
	};
}
