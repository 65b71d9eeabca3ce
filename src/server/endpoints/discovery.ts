import type { AgentType } from "#config/environment.ts";
import { API_VERSION, PRODUCT, VERSION } from "#core/brand.ts";
import { type AiCatalog, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import {
	type Call,
	defineProtocolEndpoint,
	type Endpoint,
	type ProtocolEndpoint,
	pathsOf,
} from "#server/api/endpoint.ts";
import { Rejection } from "#server/api/problems.ts";
import { entityTag } from "#server/api/responses.ts";
import { authMd } from "#server/discovery/auth-md.ts";
import {
	authorizationServer,
	openIdConfiguration,
	protectedResource,
	type ServedPaths,
} from "#server/discovery/oauth-metadata.ts";
import { API_CATALOG_TYPE, apiCatalog } from "#site/discovery/api-catalog.ts";
import { securityTxt } from "#site/discovery/security-txt.ts";
import { SKILLS, skillAddress } from "#site/discovery/skills.ts";
import { createSiteLinks } from "#site/page/site-links.ts";

const QUERIES = [
	"audit the structure of example.com",
	"how readable is this site for AI agents",
	"compare the structure of two sites",
];

const SKILL_TYPE = 'text/markdown; profile="urn:air:agent-skills"';

/** Agentic Resource Discovery: MCP tools, the API and skills. */
function aiCatalog({ baseUrl, paths }: ServedPaths): AiCatalog {
	const links = createSiteLinks(baseUrl);
	const host = new URL(baseUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, "-");
	const named = (kind: string, name: string) => `urn:air:${host}:${kind}:${name}`;
	const mcp = {
		identifier: named("mcp", "audit"),
		displayName: `${PRODUCT} tools`,
		type: "application/mcp-server-card+json",
		url: `${baseUrl}/mcp/server-card`,
		description: "Audits public sites, compares them and verifies receipts, over the Model Context Protocol.",
		representativeQueries: QUERIES,
		version: VERSION,
	};
	const api = {
		identifier: named("api", "audit"),
		displayName: `${PRODUCT} API`,
		type: "application/json",
		url: `${baseUrl}/openapi.json`,
		description: "The same as an HTTP API. What is public needs no token.",
		representativeQueries: QUERIES,
		version: API_VERSION,
	};
	const skills = SKILLS.map((skill) => ({
		identifier: named("skill", skill.name),
		displayName: skill.name,
		type: SKILL_TYPE,
		url: skillAddress({ baseUrl, hasServer: true }, skill),
		description: skill.description,
		representativeQueries: [...skill.queries],
		version: VERSION,
	}));
	return {
		specVersion: "1.0",
		host: { displayName: PRODUCT, documentationUrl: links.absolute(links.api) },
		entries: [...(paths.has("/mcp/server-card") ? [mcp] : []), api, ...skills],
	};
}

/** Sites verify our signed audit requests with these keys. */
export const botKeyDirectory = defineProtocolEndpoint({
	operationId: "botKeyDirectory",
	protocol: "document",
	revalidates: true,
	method: "GET",
	path: DIRECTORY_PATH,
	handle: async (_, { app }) => {
		const directory = app.keyDirectory?.answer();
		if (!directory) throw new Rejection("not-found", { detail: "This installation signs no requests of its audits." });
		const { body, headers } = directory;
		return { body, contentType: DIRECTORY_TYPE, headers: { ...headers, ETag: entityTag(body) } };
	},
});

/** RFC 7517; includes keys that do not sign yet. */
export const jwks = defineProtocolEndpoint({
	operationId: "jwks",
	protocol: "document",
	revalidates: true,
	method: "GET",
	path: "/.well-known/jwks.json",
	handle: async (_, { people }) => {
		const body = JSON.stringify(await people.tokenKeys.keys());
		return {
			body,
			contentType: "application/jwk-set+json",
			headers: { "Cache-Control": "public, max-age=300", ETag: entityTag(body) },
		};
	},
});

const JSON_TYPE = "application/json; charset=utf-8";

interface Document {
	readonly operationId: string;
	readonly path: `/${string}`;
	readonly contentType: string;
	/** Present only where this path answers. */
	readonly needs?: string;
	build(served: ServedPaths, app: Call["app"]): string | object | undefined;
	readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
}

const USUAL_TYPES: readonly AgentType[] = ["anonymous", "service_auth", "did"];

const TOKENS = "/oauth/token";

/** Public documents; each names only what answers here. */
const DOCUMENTS: readonly Document[] = [
	{
		operationId: "protectedResource",
		path: "/.well-known/oauth-protected-resource",
		contentType: JSON_TYPE,
		needs: TOKENS,
		build: ({ baseUrl }) => protectedResource(baseUrl, ""),
	},
	{
		operationId: "mcpProtectedResource",
		path: "/.well-known/oauth-protected-resource/mcp",
		contentType: JSON_TYPE,
		needs: "/mcp",
		build: ({ baseUrl }) => protectedResource(baseUrl, "/mcp"),
	},
	{
		operationId: "authorizationServer",
		path: "/.well-known/oauth-authorization-server",
		contentType: JSON_TYPE,
		needs: TOKENS,
		build: authorizationServer,
	},
	{
		operationId: "openIdConfiguration",
		path: "/.well-known/openid-configuration",
		contentType: JSON_TYPE,
		needs: TOKENS,
		build: openIdConfiguration,
	},
	{
		operationId: "authMd",
		path: "/auth.md",
		contentType: "text/markdown; charset=utf-8",
		needs: TOKENS,
		build: (served, { contact }) => authMd(served, contact?.text),
	},
	{
		operationId: "apiCatalog",
		path: "/.well-known/api-catalog",
		contentType: API_CATALOG_TYPE,
		build: ({ baseUrl }) => apiCatalog({ baseUrl, apiUrl: baseUrl, hasServer: true }),
		headers: (baseUrl) => ({ Link: `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"` }),
	},
	{
		operationId: "aiCatalog",
		path: "/.well-known/ai-catalog.json",
		contentType: "application/ai-catalog+json",
		build: aiCatalog,
	},
	{
		operationId: "securityTxt",
		path: "/.well-known/security.txt",
		contentType: "text/plain; charset=utf-8",
		build: ({ baseUrl }, { contact }) => securityTxt({ baseUrl, hasServer: true, contact }, Date.now()),
	},
];

export function discoveryEndpoints(others: readonly Endpoint[]): readonly ProtocolEndpoint[] {
	const paths = new Set(others.flatMap(pathsOf));
	return DOCUMENTS.filter(({ needs }) => needs === undefined || paths.has(needs)).map((document) =>
		endpointOf(document, paths),
	);
}

function endpointOf(document: Document, paths: ReadonlySet<string>): ProtocolEndpoint {
	const { operationId, path, contentType, headers } = document;
	return defineProtocolEndpoint({
		operationId,
		path,
		protocol: "document",
		revalidates: true,
		method: "GET",
		handle: async (_, { app }) => {
			const { baseUrl, agentTypes = USUAL_TYPES } = app;
			const built = document.build({ baseUrl, paths, agentTypes }, app);
			if (built === undefined) throw new Rejection("not-found", { detail: "This installation has no such document." });
			const body = typeof built === "string" ? built : JSON.stringify(built);
			const fields = { "Cache-Control": "public, max-age=300", ETag: entityTag(body), ...headers?.(baseUrl) };
			return { body, contentType, headers: fields };
		},
	});
}
