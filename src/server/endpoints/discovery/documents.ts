import type { AgentType } from "#config/agent-settings.ts";
import { API_CATALOG_TYPE, apiCatalog } from "#site/discovery/api-catalog.ts";
import { securityTxt } from "#site/discovery/security-txt.ts";
import { type Call, defineProtocolEndpoint, type Endpoint, type ProtocolEndpoint } from "../../api/endpoint.ts";
import { pathsOf } from "../../api/endpoint-paths.ts";
import { Rejection } from "../../api/rejection.ts";
import { entityTag } from "../../api/responses.ts";
import { aiCatalog } from "../../discovery/ai-catalog.ts";
import { authMd } from "../../discovery/auth-md.ts";
import { authorizationServer, openIdConfiguration } from "../../discovery/authorization-server.ts";
import { protectedResource } from "../../discovery/protected-resource.ts";
import type { ServedPaths } from "../../discovery/served-paths.ts";

const JSON_TYPE = "application/json; charset=utf-8";

interface Document {
	readonly operationId: string;
	readonly path: `/${string}`;
	readonly contentType: string;
	/** It is there only where this path answers. */
	readonly needs?: string;
	/** Undefined where this installation has nothing to say. */
	build(served: ServedPaths, app: Call["app"]): string | object | undefined;
	readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
}

const USUAL_TYPES: readonly AgentType[] = ["anonymous", "service_auth", "did"];

const TOKENS = "/oauth/token";

/** What programs find below the site's address without having asked anybody. Each says only what answers here. */
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

/** Endpoints of the documents that are true beside others. @param others every other endpoint of the server */
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
