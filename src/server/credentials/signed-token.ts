import { type CompactJWSHeaderParameters, compactVerify, createLocalJWKSet, errors } from "jose";
import { TOKEN_ALGORITHMS, type TokenKeySet } from "./token-keys.ts";

/** What a token holds when its signature is good. */
export interface OpenedToken {
	readonly header: CompactJWSHeaderParameters;
	readonly payload: Uint8Array;
}

/** Larger ones are not looked at. */
export const TOKEN_MAX_LENGTH = 8192;

/** Three parts of base64url, as JWS compact serialization has them (RFC 7515 section 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Verifies signatures with the given keys and nothing else: a token chooses among them by `kid`, and whatever keys it
 * brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are not looked at.
 */
export function createTokenOpener(keys: TokenKeySet): (token: string) => Promise<OpenedToken | { refused: string }> {
	const ownKey = createLocalJWKSet({ keys: keys.keys.map((key) => ({ ...key })) });
	return async (token) => {
		if (token.length > TOKEN_MAX_LENGTH) return { refused: `It is longer than ${TOKEN_MAX_LENGTH} characters.` };
		if (!COMPACT.test(token)) return { refused: "It is not a signed JSON Web Token." };
		try {
			const { protectedHeader, payload } = await compactVerify(
				token,
				({ alg, kid }) => {
					if (typeof kid !== "string") throw new errors.JWKSNoMatchingKey();
					return ownKey({ alg, kid });
				},
				{ algorithms: [...TOKEN_ALGORITHMS] },
			);
			return { header: protectedHeader, payload };
		} catch (error) {
			return { refused: whyRefused(error) };
		}
	};
}

/** An unknown key and a bad signature read alike, so that nobody can ask which keys there are. */
function whyRefused(error: unknown): string {
	if (!(error instanceof errors.JOSEError)) throw error;
	switch (error.code) {
		case "ERR_JWS_INVALID":
			return "It is not a signed JSON Web Token.";
		case "ERR_JOSE_ALG_NOT_ALLOWED":
			return `It is not signed with one of ${TOKEN_ALGORITHMS.join(", ")}.`;
		default:
			return "Its signature cannot be verified with the keys of this installation.";
	}
}
