import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { verifyAccessToken } from "./jwt.ts";
import { readTokenKeys, TOKEN_ALGORITHMS, type TokenAlgorithm } from "./token-keys.ts";

export const BASE = "https://audit.example.com";
/** Seconds since 1970. */
export const NOW = 1_800_000_000;

export const CLAIMS = {
	iss: BASE,
	aud: BASE,
	sub: "client-1",
	jti: "1",
	iat: NOW,
	exp: NOW + 3600,
	scope: "audit:public",
};

/** Differences from a valid token. */
export interface TokenChanges {
	readonly claims?: Record<string, unknown>;
	readonly header?: Record<string, unknown>;
	readonly alg?: TokenAlgorithm;
	readonly key?: CryptoKey;
}

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** Keys of every type, named `the <algorithm> key`, a verifier for them, and tokens signed with them. */
export async function createMint() {
	const pairs = new Map<string, Pair>();
	const keys = [];
	for (const alg of TOKEN_ALGORITHMS) {
		const pair = await generateKeyPair(alg, { extractable: true });
		pairs.set(alg, pair);
		keys.push({ ...(await exportJWK(pair.publicKey)), kid: `the ${alg} key`, alg });
	}
	const set = readTokenKeys(JSON.stringify({ keys }));
	const verify = (given: string, audience = BASE) =>
		verifyAccessToken(given, { keys: set, issuer: BASE, audience, now: NOW * 1000 });

	function pairOf(alg: TokenAlgorithm): Pair {
		const pair = pairs.get(alg);
		if (!pair) throw new Error(`No ${alg} key was made.`);
		return pair;
	}

	async function token({ claims = {}, header = {}, alg = "ES256", key }: TokenChanges = {}): Promise<string> {
		return await new SignJWT({ ...CLAIMS, ...claims } as JWTPayload)
			.setProtectedHeader({ alg, typ: "at+jwt", kid: `the ${alg} key`, ...header })
			.sign(key ?? pairOf(alg).privateKey);
	}

	/** Why a changed token is refused; `none` if it is accepted. */
	async function refusalOf(changes: TokenChanges): Promise<string> {
		const answer = await verify(await token(changes));
		return "refused" in answer ? answer.refused : "none";
	}

	return { verify, pairOf, token, refusalOf };
}
