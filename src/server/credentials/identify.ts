import type { Identity, Scope } from "../api/endpoint.ts";
import { Rejection } from "../api/rejection.ts";

/** `b64token` of RFC 6750 section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Identifies the caller. Without an Authorization field it is anonymous, counted by address. Credentials that are sent are
 * never ignored.
 *
 * @param addressKey what an anonymous caller is counted by
 * @param scope what a token must hold
 * @throws Rejection `authorization-malformed`, `token-invalid`, `scope-missing`, each with its challenge (RFC 6750
 * section 3)
 */
export async function identify(
	authorization: string | null,
	addressKey: string,
	verifyToken: TokenVerifier | undefined,
	scope: Scope | undefined,
): Promise<Identity> {
	if (authorization === null) return { kind: "anonymous", key: addressKey };
	const token = bearerToken(authorization);
	if (!verifyToken) throw invalidToken("This installation takes no tokens.", "Leave the Authorization field out.");
	const claims = await verifyToken(token);
	if ("refused" in claims) throw invalidToken(claims.refused);
	if (scope && !claims.scopes.includes(scope)) {
		const why = "The access token does not hold the scope of this endpoint.";
		throw new Rejection("scope-missing", {
			detail: `${why} It is ${scope}. Get a token with that scope, or leave the Authorization field out.`,
			headers: { "WWW-Authenticate": challenge("insufficient_scope", why, `, scope="${scope}"`) },
		});
	}
	// A subject may look like an address.
	return { kind: "token", key: `token:${claims.subject}` };
}

function bearerToken(authorization: string): string {
	const token = BEARER.exec(authorization)?.[1];
	if (token !== undefined) return token;
	if (!/^(?:Bearer\b|$)/i.test(authorization) && !authorization.includes(",")) {
		throw invalidToken("Only the scheme Bearer is understood.");
	}
	// Two fields of the name arrive as one, with a comma between them.
	throw new Rejection("authorization-malformed", {
		headers: { "WWW-Authenticate": challenge("invalid_request", "The Authorization field is malformed.") },
	});
}

function invalidToken(why: string, todo = "Get a new one, or leave the Authorization field out."): Rejection {
	return new Rejection("token-invalid", {
		detail: `The access token is refused. ${why} ${todo}`,
		headers: { "WWW-Authenticate": challenge("invalid_token", why) },
	});
}

function challenge(error: string, description: string, more = ""): string {
	// The characters that RFC 6750 section 3 leaves to a description.
	const plain = description.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
	return `Bearer error="${error}", error_description="${plain}"${more}`;
}

/** What a verified access token says: who it was given to (`sub`), and its `scope`, split. */
type TokenClaims = { readonly subject: string; readonly scopes: readonly string[] };

/**
 * Verifies an access token (RFC 9068) against the installation's own keys.
 * @returns the claims, or why it is refused, as a sentence that reveals nothing of the keys
 */
export type TokenVerifier = (token: string) => Promise<TokenClaims | { readonly refused: string }>;
