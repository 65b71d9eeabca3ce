import type { AuthorizationServer, OpenIdConfiguration } from "#core/discovery/oauth-metadata.ts";
import { AUTH_METHODS, GRANT_TYPES } from "#people/oauth/client-metadata.ts";
import { resourcesOf } from "#people/oauth/resources.ts";
import { GRANT_SCOPES } from "#people/oauth/scopes.ts";
import { TOKEN_ALGORITHMS } from "#signing/token-keys.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { agentAuth } from "./agent-auth.ts";
import { addressOf, type ServedPaths } from "./served-paths.ts";

/** Those who have no secret and no key prove nothing when they revoke what they hold. */
const METHODS = [...AUTH_METHODS];
const ALGORITHMS = [...TOKEN_ALGORITHMS];

/** What clients have to know of the authorization server (RFC 8414): it issues tokens for this site alone. */
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

/** The same for clients of OpenID Connect, which get an ID token where a person lets them know who it is; no more is promised. */
export function openIdConfiguration(served: ServedPaths): OpenIdConfiguration {
	return {
		...authorizationServer(served),
		subject_types_supported: ["public"],
		id_token_signing_alg_values_supported: ["ES256"],
		claims_supported: ["sub", "email", "email_verified", "name", "auth_time", "nonce"],
		prompt_values_supported: ["none", "login"],
		request_parameter_supported: false,
		request_uri_parameter_supported: false,
	};
}
