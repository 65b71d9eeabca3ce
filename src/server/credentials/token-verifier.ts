/** What a verified access token says. */
export interface TokenClaims {
	/** `sub`: who the token was given to. */
	readonly subject: string;
	/** `scope`, split. */
	readonly scopes: readonly string[];
}

/**
 * Verifies an access token (RFC 9068) against the installation's own keys.
 * @returns the claims, or why it is refused, as a sentence that reveals nothing of the keys
 */
export type TokenVerifier = (token: string) => Promise<TokenClaims | { readonly refused: string }>;
