import { ProtocolError, type ProtocolErrorDetails } from "#core/protocol-error.ts";

/** auth.md's errors and statuses; where it gives no number, one was chosen (decision 025). */
export const AGENT_ERRORS = {
	invalid_request: 400,
	anonymous_registration_disabled: 403,
	service_auth_registration_disabled: 403,
	issuer_not_enabled: 400,
	invalid_signature: 400,
	invalid_audience: 400,
	expired: 400,
	replay_detected: 400,
	invalid_client_id: 400,
	missing_verified_email: 400,
	invalid_login_hint: 400,
	interaction_required: 401,
	login_required: 401,
	invalid_refresh_token: 401,
	invalid_claim_token: 401,
	invalid_user_code: 401,
	claim_denied: 403,
	auth_method_disabled: 403,
	claim_not_confirmed: 409,
	already_claimed: 409,
	claim_expired: 410,
	claim_revoked: 410,
	user_code_expired: 410,
	too_many_attempts: 429,
	rate_limit_exceeded: 429,
	temporarily_unavailable: 503,
} as const;

export type AgentErrorCode = keyof typeof AGENT_ERRORS;

export function agentError(code: AgentErrorCode, says: string, details: ProtocolErrorDetails = {}): ProtocolError {
	return new ProtocolError(AGENT_ERRORS[code], code, says, details);
}

/** @param seconds until it may be tried again */
export function agentErrorUntil(code: AgentErrorCode, says: string, seconds: number): ProtocolError {
	const wait = Math.max(Math.ceil(seconds), 1);
	return agentError(code, says, { more: { retry_after: wait }, headers: { "Retry-After": String(wait) } });
}
