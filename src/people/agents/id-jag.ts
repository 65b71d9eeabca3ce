import * as z from "zod";
import { agentError } from "./agent-errors.ts";
import {
	type AssertionClaims,
	type ClaimRules,
	claimName,
	readAssertionClaims,
	SKEW,
	seconds,
} from "./assertion-claims.ts";
import { ASSERTION_TYP } from "./own-assertions.ts";
import type { TrustedProviders } from "./trusted-providers.ts";

/** Seconds since a person has signed in to their provider in which it speaks for them. */
const LOGIN_SECONDS = 3600;

/** What a provider says of one of its users, and of the agent that acts for them. */
export interface IdJag {
	readonly claims: AssertionClaims;
	/** Who asks, at the provider. */
	readonly clientId: string;
}

export interface IdJagParts extends ClaimRules {
	readonly providers: Pick<TrustedProviders, "read">;
}

/**
 * Verifies an Identity Assertion of a trusted provider (draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.4). Whether it was
 * used before is not asked yet.
 * @throws ProtocolError
 */
export async function readIdJag(assertion: string, parts: IdJagParts): Promise<IdJag & { readonly all: unknown }> {
	const { header, claims: all } = await parts.providers.read(assertion);
	if (header.typ !== ASSERTION_TYP)
		throw agentError("invalid_request", `The assertion's typ must be ${ASSERTION_TYP}.`);
	const claims = readAssertionClaims(all, parts);
	const clientId = claimName.safeParse(all.client_id).data;
	if (clientId === undefined)
		throw agentError("invalid_client_id", "The assertion's claim client_id is missing or malformed.");
	return { claims, clientId, all };
}

/** How people read which client it is: by its host, where its id is an address. */
export function clientName(clientId: string): string {
	return URL.parse(clientId)?.host || clientId;
}

const personSchema = z.object({
	email: z.email().max(254).optional().catch(undefined),
	email_verified: z.literal(true).optional().catch(undefined),
	phone_number: z.string().min(1).optional().catch(undefined),
	phone_number_verified: z.literal(true).optional().catch(undefined),
	auth_time: seconds.optional().catch(undefined),
});

/**
 * What auth.md asks of the person behind an assertion: a verified address or number, and that they have signed in lately.
 * @returns the verified e-mail address in lower case, where there is one
 * @throws ProtocolError `missing_verified_email`, `login_required`
 */
export function verifiedEmail(all: unknown, now: () => number): string | undefined {
	const { email, email_verified, phone_number, phone_number_verified, auth_time } = personSchema.parse(all);
	const verified = email_verified ? email : undefined;
	if (verified === undefined && !(phone_number_verified && phone_number !== undefined))
		throw agentError("missing_verified_email", "The assertion has no verified e-mail address or telephone number.");
	const age = auth_time === undefined ? Number.POSITIVE_INFINITY : now() / 1000 - auth_time;
	if (age > LOGIN_SECONDS + SKEW || age < -SKEW) throw loginRequired();
	return verified?.toLowerCase();
}

function loginRequired() {
	const says = `The person must have signed in to the provider within ${LOGIN_SECONDS} seconds, by the claim auth_time.`;
	const field = `AgentAuth error="login_required", max_age="${LOGIN_SECONDS}", error_description="${says}"`;
	return agentError("login_required", says, {
		more: { max_age: LOGIN_SECONDS },
		headers: { "WWW-Authenticate": field },
	});
}
