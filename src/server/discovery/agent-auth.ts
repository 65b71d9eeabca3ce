import { type AgentType, canBeClaimed } from "#config/agent-settings.ts";
import type { AgentAuth } from "#core/discovery/oauth-metadata.ts";
import { REVOKED_EVENT } from "#people/agents/notify.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { addressOf, type ServedPaths } from "./served-paths.ts";

/** Where agents register; without it there is nothing to say of them. */
const IDENTITY = "/agent/identity";
const CLAIM = "/agent/identity/claim";
const COMPLETE = "/agent/identity/claim/complete";
const EVENTS = "/agent/event/notify";

/** What a provider's assertion is (draft-ietf-oauth-identity-assertion-authz-grant). */
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/** How agents register here (auth.md), undefined where they cannot. Older names stand beside those of today, since readers look for them. */
export function agentAuth(served: ServedPaths): AgentAuth | undefined {
	const { baseUrl, paths, agentTypes } = served;
	const takes = (type: AgentType) => agentTypes.includes(type);
	if (!paths.has(IDENTITY)) return undefined;
	const claims = canBeClaimed(agentTypes);
	// Nobody's events are taken but those of trusted providers.
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
