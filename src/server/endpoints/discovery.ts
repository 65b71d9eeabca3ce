import { type AgentType, canBeClaimed } from "#config/environment.ts";
import { API_VERSION, PRODUCT, REFUSAL, VERSION } from "#core/brand.ts";
import { type AiCatalog, DIRECTORY_PATH, DIRECTORY_TYPE } from "#core/discovery.ts";
import { AGENT_ERRORS } from "#people/agents/assertions.ts";
import { API_CATALOG_TYPE, apiCatalog, securityTxt } from "#site/discovery/discovery.ts";
import { SKILLS, skillAddress } from "#site/discovery/skills.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { type Call, defineProtocolEndpoint, type Endpoint, type ProtocolEndpoint, pathsOf } from "../api/endpoint.ts";
import { Rejection } from "../api/problems.ts";
import { entityTag } from "../api/responses.ts";
import {
	authorizationServer,
	openIdConfiguration,
	protectedResource,
	type ServedPaths,
} from "../discovery/oauth-metadata.ts";

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

/** Keys with which sites verify our signed audit requests. */
export const botKeyDirectory = defineProtocolEndpoint({
	operationId: "botKeyDirectory",
	protocol: "document",
	revalidates: true,
	method: "GET",
	path: DIRECTORY_PATH,
	handle: async (_, { app }) => {
		const directory = app.keyDirectory?.answer();
		if (!directory) throw new Rejection("not-found", { detail: "This installation does not sign its audit requests." });
		const { body, headers } = directory;
		return { body, contentType: DIRECTORY_TYPE, headers: { ...headers, ETag: entityTag(body) } };
	},
});

/** RFC 7517; includes keys not yet used to sign. */
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
	/** Path on which the document depends. */
	readonly needs?: string;
	build(served: ServedPaths, app: Call["app"]): string | object | undefined;
	readonly headers?: (baseUrl: string) => Readonly<Record<string, string>>;
}

const USUAL_TYPES: readonly AgentType[] = ["anonymous", "service_auth", "did"];

const TOKENS = "/oauth/token";

/** Public documents, which list only what exists here. */
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

/** auth.md; the authorization server metadata is its machine-readable form. */
function authMd(served: ServedPaths, contact: string | undefined): string {
	const { baseUrl, paths } = served;
	const links = createSiteLinks(baseUrl);
	const base = baseUrl;
	const parts = [
		`# auth.md: agents at ${PRODUCT}

You are an agent, or a program that acts for someone. You can register here yourself. **No token is needed for anything public**: audits, briefs, comparisons, simulations, the wall, the tool catalog and the health check answer without one. A token gives you a name and higher limits, which \`RateLimit-Policy\` tells with each answer, but not more public data. ${REFUSAL}`,
		`## 1. Discover

- Protected resource: ${base}/.well-known/oauth-protected-resource
${paths.has("/mcp") ? `- Protected resource of the tools over MCP: ${base}/.well-known/oauth-protected-resource/mcp\n` : ""}- Authorization server: ${base}/.well-known/oauth-authorization-server (its \`agent_auth\` has the addresses below)
- Keys of the tokens: ${base}/.well-known/jwks.json
- API: ${base}/openapi.json`,
		`## 2. Scopes

| Scope | Grants | Who gets it |
|---|---|---|
| \`audit:public\` | audits, comparisons and simulations of public sites | everyone |
| \`brief:public\` | executive briefs of public sites | everyone |
| \`health:read\` | the health check | everyone |
| \`audit:read\` | the audits of an account | who acts for an account |
| \`audit:write\` | changing the watchlist of an account | who acts for an account that allowed it |`,
		...(paths.has("/agent/identity") ? [registration(served)] : []),
		clients(served),
		`## Use

Send the token as \`Authorization: Bearer <token>\`. A token is for one resource: ${base}${paths.has("/mcp") ? `, or ${base}/mcp where you asked for that with \`resource\`` : ""}. It lives for an hour. Status 401 and 403 name what is wrong in \`WWW-Authenticate\`; 429 says in \`Retry-After\` how long to wait.`,
		revocation(served),
		`## Who may do what

Identity types: ${identityTypes(served.agentTypes)}. Credentials are JSON Web Tokens. People create keys for their own programs at ${links.absolute(links.apiKeys)}.

- Terms: ${links.absolute(links.terms)}
- Privacy: ${links.absolute(links.privacy)}
- Contact: ${contact ?? links.absolute(links.contact)}`,
	];
	return `${parts.join("\n\n")}\n`;
}

const WAYS: Readonly<Record<AgentType, string>> = {
	anonymous: '`{"type":"anonymous"}` for the public scopes, at once',
	service_auth: '`{"type":"service_auth","login_hint":"person@example.com"}`, to be claimed by that person',
	identity_assertion:
		'`{"type":"identity_assertion","assertion_type":"urn:ietf:params:oauth:token-type:id-jag","assertion":"…"}` with an ID-JAG of a provider that this installation trusts',
	did: '`{"type":"did","assertion":"…"}` with a JWT that a `did:web` or `did:key` has signed, for the public scopes',
};

function registration({ baseUrl, paths, agentTypes }: ServedPaths): string {
	const identity = `${baseUrl}/agent/identity`;
	const claim = `${baseUrl}/agent/identity/claim`;
	const ways = agentTypes.map((type) => `- ${WAYS[type]}`).join("\n");
	const steps = [
		`## 3. Register an agent

Post JSON to ${identity}:

${ways}
- \`{"type":"refresh","refresh_token":"…"}\` for a new assertion of an agent that was claimed

${answers(agentTypes)}`,
	];
	if (paths.has("/agent/identity/claim") && canBeClaimed(agentTypes))
		steps.push(`## 4. Be claimed by a person

To act for an account, show its person a \`verification_uri\`: that of \`claim.attempt\`, where your registration was answered with one, else that of \`attempt\` in the answer to \`{"type":"service_auth","claim_token":"…","login_hint":"person@example.com"}\` posted to ${claim}, which also gives a new link in place of one that has ended. A link works for 10 minutes. They sign in, confirm, and read 6 digits to you. Post \`{"claim_token":"…","user_code":"…"}\` to ${claim}/complete: the answer holds a new assertion and, unless a provider vouches for you, a refresh token.`);
	steps.push(`## 5. Exchange the assertion for a token

\`\`\`
curl -X POST ${baseUrl}/oauth/token -d grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer -d assertion=…
\`\`\``);
	return steps.join("\n\n");
}

function answers(types: readonly AgentType[]): string {
	const takes = (type: AgentType) => types.includes(type);
	const says = [
		`The answer holds \`identity.assertion\`, which lives for an hour${takes("service_auth") ? ", but for `service_auth`, where a person comes first: it holds `claim.token`, and in `claim.attempt` the link for that person" : ""}.`,
		...(takes("service_auth") && takes("anonymous")
			? ["That to `anonymous` holds `claim.token`, too, by which you can be claimed."]
			: []),
		...(takes("identity_assertion")
			? [
					"Where the provider's user has an account here, `identity_assertion` is answered 401 `interaction_required` until that person has confirmed once: it holds `claim.token` and `claim.attempt`.",
				]
			: []),
		...(canBeClaimed(types) ? ["A `claim.token` is shown once."] : []),
	];
	return says.join(" ");
}

function clients({ baseUrl, paths }: ServedPaths): string {
	const register = paths.has("/oauth/register")
		? `Register a client (RFC 7591) at ${baseUrl}/oauth/register, or use the address of your client's metadata document as \`client_id\`.`
		: "Use the address of your client's metadata document as `client_id`.";
	return `## OAuth clients

${register} Grants at ${baseUrl}/oauth/token: \`client_credentials\` for the public scopes, and \`authorization_code\` with PKCE (S256) from ${baseUrl}/oauth/authorize where a person lets you act for their account. The audience of a client's assertion is the issuer, ${baseUrl}, alone.`;
}

function revocation({ baseUrl, paths, agentTypes }: ServedPaths): string {
	const hasEvents = paths.has("/agent/event/notify") && agentTypes.includes("identity_assertion");
	const events = hasEvents
		? ` Providers withdraw assertions with Security Event Tokens (RFC 8935) at ${baseUrl}/agent/event/notify.`
		: "";
	const revoke = paths.has("/oauth/revoke") ? `Post \`token=…\` to ${baseUrl}/oauth/revoke (RFC 7009). ` : "";
	return `## Errors and revocation

Errors are JSON with \`error\` and \`error_description\`, which says what to do. ${paths.has("/agent/identity") ? errorTable() : ""}Those of /oauth are of RFC 6749: \`invalid_client\` is 401, others such as \`invalid_request\`, \`invalid_grant\` and \`invalid_scope\` 400, and \`rate_limit_exceeded\` 429. Every 429 has \`retry_after\`, in seconds.

${revoke}People withdraw what they allowed on their account page.${events}`;
}

function errorTable(): string {
	const rows = Object.entries(AGENT_ERRORS).map(([code, status]) => `| \`${code}\` | ${status} |\n`);
	return `Those below /agent/identity:\n\n| Error | Status |\n|---|---|\n${rows.join("")}\n`;
}

function identityTypes(types: readonly AgentType[]): string {
	return [
		"`jwks` (a client that proves itself by `private_key_jwt`)",
		...(types.includes("anonymous") ? ["`anonymous`"] : []),
		...(types.includes("did") ? ["`did` (`did:web` and `did:key`, public scopes only)"] : []),
	].join(", ");
}
