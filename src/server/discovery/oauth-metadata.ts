import * as z from "zod";
import { type AgentType, canBeClaimed } from "#config/environment.ts";
import { PRODUCT } from "#core/brand.ts";
import { REVOKED_EVENT } from "#people/agents/agents.ts";
import { AUTH_METHODS, GRANT_TYPES } from "#people/oauth/clients.ts";
import { GRANT_SCOPES, PUBLIC_SCOPES, resourcesOf } from "#people/oauth/protocol.ts";
import { TOKEN_ALGORITHMS } from "#signing/token-keys.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { SCOPES } from "../api/endpoint.ts";

const list = z.array(z.string().min(1)).min(1);

/** Protected resource metadata (RFC 9728 section 2): the members that we use. */
export const protectedResourceSchema = z.strictObject({
	resource: z.url(),
	authorization_servers: z.array(z.url()).min(1),
	scopes_supported: list,
	bearer_methods_supported: list,
	resource_name: z.string(),
	resource_documentation: z.url(),
	resource_policy_uri: z.url(),
	resource_tos_uri: z.url(),
});
type ProtectedResource = z.infer<typeof protectedResourceSchema>;

/** Agent registration (auth.md): current member names first, then the older ones that some readers expect. */
const agentAuthSchema = z.strictObject({
	skill: z.url(),
	identity_endpoint: z.url(),
	claim_endpoint: z.url().optional(),
	events_endpoint: z.url().optional(),
	identity_types_supported: list,
	identity_assertion: z.strictObject({ assertion_types_supported: list, credential_types_supported: list }).optional(),
	events_supported: list.optional(),
	/** The agent authentication policy of the interface specification, 5.3. */
	policy: z.strictObject({
		identity_types: list,
		credential: z.literal("jwt"),
		registration_uri: z.url(),
		skill: z.url(),
		scopes: list,
	}),
	register_uri: z.url(),
	claim_uri: z.url().optional(),
	claim_complete_uri: z.url().optional(),
	revocation_uri: z.url().optional(),
	anonymous: z.strictObject({ credential_types_supported: list, claim_uri: z.url().optional() }).optional(),
	service_auth: z.strictObject({ credential_types_supported: list }).optional(),
});
export type AgentAuth = z.infer<typeof agentAuthSchema>;

/** Authorization server metadata (RFC 8414 section 2), with members of its extensions and auth.md. */
export const authorizationServerSchema = z.strictObject({
	issuer: z.url(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	registration_endpoint: z.url().optional(),
	revocation_endpoint: z.url().optional(),
	userinfo_endpoint: z.url().optional(),
	jwks_uri: z.url(),
	scopes_supported: list,
	response_types_supported: list,
	response_modes_supported: list,
	grant_types_supported: list,
	token_endpoint_auth_methods_supported: list,
	token_endpoint_auth_signing_alg_values_supported: list,
	revocation_endpoint_auth_methods_supported: list.optional(),
	revocation_endpoint_auth_signing_alg_values_supported: list.optional(),
	code_challenge_methods_supported: list,
	/** RFC 9207. */
	authorization_response_iss_parameter_supported: z.literal(true),
	/** draft-ietf-oauth-client-id-metadata-document. */
	client_id_metadata_document_supported: z.literal(true),
	/** draft-ietf-oauth-identity-assertion-authz-grant. */
	authorization_grant_profiles_supported: list.optional(),
	/** RFC 9728 section 4. */
	protected_resources: z.array(z.url()).min(1),
	service_documentation: z.url(),
	op_policy_uri: z.url(),
	op_tos_uri: z.url(),
	agent_auth: agentAuthSchema.optional(),
	// auth.md repeats the resource metadata of RFC 9728 here.
	resource: z.url(),
	authorization_servers: z.array(z.url()).min(1),
	bearer_methods_supported: list,
});
export type AuthorizationServer = z.infer<typeof authorizationServerSchema>;

/** OpenID Connect Discovery 1.0 section 3: the same with further required members. */
export const openIdConfigurationSchema = authorizationServerSchema.extend({
	subject_types_supported: list,
	id_token_signing_alg_values_supported: list,
	claims_supported: list,
	prompt_values_supported: list,
	// The default of `request_uri_parameter_supported` is true.
	request_parameter_supported: z.literal(false),
	request_uri_parameter_supported: z.literal(false),
});
type OpenIdConfiguration = z.infer<typeof openIdConfigurationSchema>;

/** Documents list only addresses that exist here. */
export interface ServedPaths {
	readonly baseUrl: string;
	readonly paths: ReadonlySet<string>;
	readonly agentTypes: readonly AgentType[];
}

function addressOf<Name extends string>(
	{ baseUrl, paths }: Pick<ServedPaths, "baseUrl" | "paths">,
	name: Name,
	path: string,
): { readonly [key in Name]?: string } {
	return (paths.has(path) ? { [name]: baseUrl + path } : {}) as { readonly [key in Name]?: string };
}

/** Revocation needs no authentication of public clients. */
const METHODS = [...AUTH_METHODS];
const ALGORITHMS = [...TOKEN_ALGORITHMS];

/** RFC 8414. Tokens are valid for this site only. */
export function authorizationServer(served: ServedPaths): AuthorizationServer {
	const { baseUrl, paths } = served;
	const links = createSiteLinks(baseUrl);
	const agents = agentAuth(served);
	return {
		issuer: baseUrl,
		authorization_endpoint: `${baseUrl}/oauth/authorize`,
		token_endpoint: `${baseUrl}/oauth/token`,
		...addressOf(served, "registration_endpoint", "/oauth/register"),
		...addressOf(served, "revocation_endpoint", "/oauth/revoke"),
		...addressOf(served, "userinfo_endpoint", "/oauth/userinfo"),
		jwks_uri: `${baseUrl}/.well-known/jwks.json`,
		scopes_supported: [...GRANT_SCOPES],
		response_types_supported: ["code"],
		response_modes_supported: ["query"],
		grant_types_supported: [...GRANT_TYPES],
		token_endpoint_auth_methods_supported: METHODS,
		token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
		...(paths.has("/oauth/revoke") && {
			revocation_endpoint_auth_methods_supported: METHODS,
			revocation_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
		}),
		code_challenge_methods_supported: ["S256"],
		authorization_response_iss_parameter_supported: true,
		client_id_metadata_document_supported: true,
		...(agents?.identity_assertion && {
			authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
		}),
		protected_resources: resourcesOf(baseUrl).filter((each) => each === baseUrl || paths.has("/mcp")),
		service_documentation: `${baseUrl}/auth.md`,
		op_policy_uri: links.absolute(links.privacy),
		op_tos_uri: links.absolute(links.terms),
		...(agents && { agent_auth: agents }),
		resource: baseUrl,
		authorization_servers: [baseUrl],
		bearer_methods_supported: ["header"],
	};
}

/** For OpenID Connect clients: promises only an ID token, if the person agrees. */
export function openIdConfiguration(served: ServedPaths): OpenIdConfiguration {
	return {
		...authorizationServer(served),
		subject_types_supported: ["public"],
		id_token_signing_alg_values_supported: ["ES256"],
		claims_supported: ["sub", "email", "email_verified", "name", "auth_time", "nonce"],
		prompt_values_supported: ["login"],
		request_parameter_supported: false,
		request_uri_parameter_supported: false,
	};
}

const IDENTITY = "/agent/identity";
const CLAIM = "/agent/identity/claim";
const COMPLETE = "/agent/identity/claim/complete";
const EVENTS = "/agent/event/notify";

/** A provider's assertion (draft-ietf-oauth-identity-assertion-authz-grant). */
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/** auth.md; undefined if agents cannot register. Includes older member names, which some readers expect. */
function agentAuth(served: ServedPaths): AgentAuth | undefined {
	const { baseUrl, paths, agentTypes } = served;
	const takes = (type: AgentType) => agentTypes.includes(type);
	if (!paths.has(IDENTITY)) return undefined;
	const claims = canBeClaimed(agentTypes);
	// Only trusted providers may send events.
	const hasProviders = takes("identity_assertion");
	const links = createSiteLinks(baseUrl);
	const skill = `${baseUrl}/auth.md`;
	const credentials = { credential_types_supported: ["access_token"] };
	return {
		skill,
		identity_endpoint: baseUrl + IDENTITY,
		...(claims && addressOf(served, "claim_endpoint", CLAIM)),
		...(hasProviders && addressOf(served, "events_endpoint", EVENTS)),
		identity_types_supported: [...agentTypes],
		...(hasProviders && {
			identity_assertion: { assertion_types_supported: [ID_JAG], ...credentials },
		}),
		...(hasProviders && paths.has(EVENTS) && { events_supported: [REVOKED_EVENT] }),
		policy: {
			identity_types: ["jwks", ...(["anonymous", "did"] as const).filter(takes)],
			credential: "jwt",
			registration_uri: links.absolute(links.apiKeys).replace(/\/$/, ""),
			skill,
			scopes: ["audit:read", "audit:write", "audit:public", "brief:public"],
		},
		register_uri: baseUrl + IDENTITY,
		...(claims && { ...addressOf(served, "claim_uri", CLAIM), ...addressOf(served, "claim_complete_uri", COMPLETE) }),
		...addressOf(served, "revocation_uri", "/oauth/revoke"),
		...(takes("anonymous") && {
			anonymous: { ...credentials, ...(takes("service_auth") && addressOf(served, "claim_uri", CLAIM)) },
		}),
		...(takes("service_auth") && { service_auth: credentials }),
	};
}

type ResourcePath = "" | "/mcp";

/** RFC 9728. */
export function protectedResource(baseUrl: string, path: ResourcePath): ProtectedResource {
	const links = createSiteLinks(baseUrl);
	const isMcp = path === "/mcp";
	return {
		resource: baseUrl + path,
		authorization_servers: [baseUrl],
		scopes_supported: [...(isMcp ? PUBLIC_SCOPES : SCOPES)],
		bearer_methods_supported: ["header"],
		resource_name: isMcp ? `${PRODUCT} tools` : PRODUCT,
		resource_documentation: isMcp ? `${baseUrl}/auth.md` : links.absolute(links.api),
		resource_policy_uri: links.absolute(links.privacy),
		resource_tos_uri: links.absolute(links.terms),
	};
}
