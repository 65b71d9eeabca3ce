import { PRODUCT } from "#core/brand.ts";
import type { ProtectedResource } from "#core/discovery/oauth-metadata.ts";
import { PUBLIC_SCOPES } from "#people/oauth/protocol.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { SCOPES } from "../api/endpoint.ts";

/** Resources that tokens are for: the site itself, and the tools over MCP. */
export type ResourcePath = "" | "/mcp";

/**
 * What a resource says of the tokens that it takes (RFC 9728).
 * @param baseUrl no trailing slash
 */
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
