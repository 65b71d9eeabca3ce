import { decodeProtectedHeader } from "jose";
import { createTokenVerifier, TOKEN_MAX_LENGTH, type TokenVerifier } from "#signing/access-token.ts";
import type { TokenKeySet } from "#signing/token-keys.ts";
import type { Revocations } from "./revocations.ts";
import type { TokenKeys } from "./token-keys.ts";

/** Verifies an access token of this installation that is meant for an audience; one that was revoked is refused. */
export type VerifyToken = (token: string, audience: string) => ReturnType<TokenVerifier>;

export interface VerifyTokenParts {
	readonly tokenKeys: Pick<TokenKeys, "verifyingKeys">;
	readonly revocations: Pick<Revocations, "isRevoked">;
	readonly issuer: string;
	readonly now: () => number;
}

export function createVerifyToken({ tokenKeys, revocations, issuer, now }: VerifyTokenParts): VerifyToken {
	// Keys are parsed once as long as they are the same.
	const verifiers = new WeakMap<TokenKeySet, Map<string, TokenVerifier>>();
	const verifierFor = (keys: TokenKeySet, audience: string): TokenVerifier => {
		const byAudience = verifiers.get(keys) ?? new Map<string, TokenVerifier>();
		verifiers.set(keys, byAudience);
		const verifier = byAudience.get(audience) ?? createTokenVerifier({ keys, issuer, audience, now });
		byAudience.set(audience, verifier);
		return verifier;
	};
	return async (token, audience) => {
		const keys = await tokenKeys.verifyingKeys(keyNameOf(token));
		const claims = await verifierFor(keys, audience)(token);
		if ("refused" in claims) return claims;
		return (await revocations.isRevoked(claims)) ? { refused: "It was revoked." } : claims;
	};
}

/** Not verified: it only says which key to look for. */
function keyNameOf(token: string): string | undefined {
	if (token.length > TOKEN_MAX_LENGTH) return undefined;
	try {
		const { kid } = decodeProtectedHeader(token);
		return typeof kid === "string" ? kid : undefined;
	} catch {
		// It is no token; the verifier says why.
		return undefined;
	}
}
