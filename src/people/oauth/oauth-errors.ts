import { ProtocolError } from "#core/protocol-error.ts";

/** Errors of the token endpoint (RFC 6749 section 5.2, RFC 8707 section 2). */
type TokenErrorCode =
	| "invalid_request"
	| "invalid_grant"
	| "invalid_scope"
	| "invalid_target"
	| "unauthorized_client"
	| "unsupported_grant_type";

export function oauthError(code: TokenErrorCode, says: string): ProtocolError {
	return new ProtocolError(400, code, says);
}

export function invalidClient(says: string): ProtocolError {
	return new ProtocolError(401, "invalid_client", says);
}
