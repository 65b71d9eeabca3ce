import type { TrustedIssuer } from "#config/agent-settings.ts";
import { type ForeignJwt, readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/foreign-jwt.ts";
import type { TokenKeySet } from "#signing/token-keys.ts";
import type { ForeignJson } from "../oauth/foreign-json.ts";
import { agentError, agentErrorUntil } from "./agent-errors.ts";

/** How long keys are taken for the newest, where a token names another one. */
const FRESH_MS = 30_000;
/** When to ask again where a provider's keys could not be read. */
const RETRY_SECONDS = 30;

/** Providers of agents whose word is taken. */
export interface TrustedProviders {
	/** the name that people read for an issuer; undefined for one that is not trusted. */
	nameOf(issuer: string): string | undefined;
	/**
	 * A token of a trusted issuer, its signature checked and nothing else of it.
	 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature`; `temporarily_unavailable` where the issuer's keys
	 *   cannot be read, so that nothing can be said of the token
	 */
	read(token: string): Promise<ForeignJwt & { readonly issuer: string }>;
}

export function openTrustedProviders(trusted: readonly TrustedIssuer[], json: ForeignJson): TrustedProviders {
	const names = new Map(trusted.map(({ issuer, name }) => [issuer, name]));
	return {
		nameOf: (issuer) => names.get(issuer),
		async read(token) {
			const unverified = readForeignJwt(token);
			if (!unverified) throw agentError("invalid_request", "It is no signed JSON Web Token.");
			const { iss: issuer } = unverified.claims;
			// Before anything is fetched: nobody makes us ask whom they name.
			if (typeof issuer !== "string" || !names.has(issuer))
				throw agentError("issuer_not_enabled", "The issuer is not one that this installation trusts.");
			const { kid } = unverified.header;
			let keys = await keysOf(issuer, json);
			// The provider may have a new key since.
			if (typeof kid === "string" && !keys.keys.some((key) => key.kid === kid))
				keys = await keysOf(issuer, json, FRESH_MS);
			const verified = await verifyForeignJwt(token, keys);
			if (!verified) throw agentError("invalid_signature", "The signature is not by a key of its issuer.");
			return { ...verified, issuer };
		},
	};
}

/**
 * The keys at the usual place, or where the issuer's OpenID document says that they are.
 * @throws ProtocolError `temporarily_unavailable`
 */
async function keysOf(issuer: string, json: ForeignJson, leastFreshMs = 0): Promise<TokenKeySet> {
	const read = (url: string) => json.read(url, { leastFreshMs });
	const usual = await read(`${issuer}/.well-known/jwks.json`);
	const keys = readForeignKeys(usual);
	if (keys.keys.length > 0) return keys;
	const document = await read(`${issuer}/.well-known/openid-configuration`);
	if (document === undefined && usual === undefined) throw unread();
	if (typeof document !== "object" || document === null) return keys;
	const { issuer: itself, jwks_uri: address } = document as Readonly<Record<string, unknown>>;
	if (itself !== issuer || typeof address !== "string") return keys;
	const named = await read(address);
	if (named === undefined) throw unread();
	return readForeignKeys(named);
}

function unread() {
	return agentErrorUntil("temporarily_unavailable", "The issuer's keys cannot be read now.", RETRY_SECONDS);
}
