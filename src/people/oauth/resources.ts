import { oauthError } from "./oauth-errors.ts";

/** Where tools for agents are, below the site's address: a resource of its own. */
const MCP_PATH = "/mcp";

/** What tokens are for. @param baseUrl address of the site, no trailing slash */
export function resourcesOf(baseUrl: string): readonly string[] {
	return [baseUrl, baseUrl + MCP_PATH];
}

/**
 * The one resource that a token is asked for (RFC 8707); the site where none is named. Clients that read it as an address may have put a
 * slash behind it.
 * @param asked one, or several where it was sent several times
 * @param baseUrl address of the site, no trailing slash
 * @throws ProtocolError `invalid_target`
 */
export function resourceOf(asked: string | readonly string[] | undefined, baseUrl: string): string {
	const named = [...new Set(typeof asked === "string" ? [asked] : (asked ?? [baseUrl]))];
	const [resource] = named.map((name) => resourcesOf(baseUrl).find((known) => name === known || name === `${known}/`));
	if (resource !== undefined && named.length === 1) return resource;
	throw oauthError("invalid_target", `A token is for one resource: ${baseUrl} or ${baseUrl}${MCP_PATH}.`);
}
