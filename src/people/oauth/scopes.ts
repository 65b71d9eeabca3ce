import { KEY_SCOPES } from "../keys/api-keys.ts";

/** What everybody may do; a token that holds it has a larger quota. */
export const PUBLIC_SCOPES = ["audit:public", "brief:public", "health:read"] as const;

/** Who somebody is, for a client that they let know it (OpenID Connect Core section 5.4). */
const OPENID_SCOPES = ["openid", "email", "profile"] as const;

/** What a person may let a client do. */
export const GRANT_SCOPES: readonly string[] = [...PUBLIC_SCOPES, ...KEY_SCOPES, ...OPENID_SCOPES];

/** RFC 6749 section 3.3: words with spaces between them, none of them twice. */
export function splitScope(scope: string | undefined): readonly string[] {
	return [...new Set(scope?.split(" ").filter((word) => word !== ""))];
}
