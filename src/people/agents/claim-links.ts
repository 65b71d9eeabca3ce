import * as z from "zod";
import { isoTime } from "../accounts/account.ts";
import { agentError } from "./agent-errors.ts";
import type { AgentParts } from "./agent-parts.ts";
import type { NewClaim } from "./registrations.ts";

/** Where a person confirms, and until when. */
export interface ShownAttempt {
	readonly verification_uri: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

/** How a registration is claimed, as its agent reads it, once. */
export interface ShownClaim {
	readonly token: string;
	/** ISO 8601. */
	readonly expires_at: string;
	/** Where the claim is asked for. */
	readonly url: string;
}

/** Below the site's address. */
const CLAIM_PATH = "/agent/identity/claim";

export function shownClaim({ token, endsMs }: NewClaim, { issuer }: Pick<AgentParts, "issuer">): ShownClaim {
	return { token, expires_at: isoTime(endsMs), url: issuer + CLAIM_PATH };
}

/** Begins an attempt: the link has a token of its own, never the code. @param registration its id */
export async function beginAttempt(
	registration: string,
	{ attempts, links }: Pick<AgentParts, "attempts" | "links">,
): Promise<ShownAttempt> {
	const { token, endsMs } = await attempts.begin(registration);
	const address = `${links.absolute(links.agentClaim)}?${new URLSearchParams({ token })}`;
	return { verification_uri: address, expires_at: isoTime(endsMs) };
}

/** The e-mail address of whoever is to claim an agent, in lower case. @throws ProtocolError `invalid_login_hint` */
export function readLoginHint(hint: string): string {
	const email = z.email().max(254).safeParse(hint.trim()).data;
	if (email === undefined) throw agentError("invalid_login_hint", "The login_hint must be an e-mail address.");
	return email.toLowerCase();
}
