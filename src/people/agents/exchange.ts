import { ProtocolError } from "#core/protocol-error.ts";
import { readForeignJwt } from "#signing/foreign-jwt.ts";
import { oauthError } from "../oauth/oauth-errors.ts";
import { PUBLIC_SCOPES, splitScope } from "../oauth/scopes.ts";
import type { ExchangeAssertion } from "../oauth/token-endpoint.ts";
import type { AgentParts } from "./agent-parts.ts";
import { useAssertion } from "./assertion-claims.ts";
import { readIdJag } from "./id-jag.ts";
import { scopesOf } from "./own-assertions.ts";
import type { AgentRow } from "./registrations.ts";

type Asked = Parameters<ExchangeAssertion>[1];

/**
 * Who an assertion at the token endpoint is about: one of ours, which works until its end, or one of a trusted provider, which works once
 * and for what is public.
 * @throws ProtocolError `invalid_grant`, `invalid_scope`
 */
export async function exchange(
	assertion: string,
	asked: Asked,
	parts: AgentParts,
): Promise<Awaited<ReturnType<ExchangeAssertion>>> {
	const own = await parts.assertions.read(assertion);
	const row = own ?? (await ofProvider(assertion, asked, parts));
	// Whose agent it is was said to us by that person, not by whoever sends a provider's word.
	const allowed = own ? scopesOf(own) : PUBLIC_SCOPES;
	const scopes = splitScope(asked.scope);
	if (scopes.some((scope) => !allowed.includes(scope)))
		throw oauthError("invalid_scope", `What can be asked for is ${allowed.join(", ")}.`);
	const account = own?.account ?? undefined;
	return { subject: row.id, scopes: scopes.length > 0 ? scopes : allowed, ...(account !== undefined && { account }) };
}

async function ofProvider(assertion: string, { clientId: asking }: Asked, parts: AgentParts): Promise<AgentRow> {
	const isOurs = readForeignJwt(assertion)?.claims.iss === parts.issuer;
	if (isOurs || !parts.types.includes("identity_assertion")) throw notOurs();
	try {
		const { claims, clientId } = await readIdJag(assertion, parts);
		if (asking !== undefined && asking !== clientId)
			throw oauthError("invalid_grant", "The assertion was issued to another client.");
		await useAssertion(parts.database, claims);
		const { iss: issuer, sub: subject } = claims;
		return await parts.registrations.ofVouched({ kind: "identity_assertion", issuer, subject, client: clientId });
	} catch (error) {
		if (error instanceof ProtocolError && error.error !== "temporarily_unavailable")
			throw oauthError("invalid_grant", error.description);
		throw error;
	}
}

function notOurs(): ProtocolError {
	return oauthError(
		"invalid_grant",
		"The assertion does not work: it is not one of ours, has expired, or was revoked.",
	);
}
