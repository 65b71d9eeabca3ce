import { type CompactJWSHeaderParameters, compactVerify, createLocalJWKSet, errors } from "jose";
import * as z from "zod";
import { TOKEN_ALGORITHMS, type TokenKeySet } from "./token-keys.ts";

export interface TokenVerifierOptions {
	readonly keys: TokenKeySet;
	/** `iss`, to the letter. */
	readonly issuer: string;
	/** `aud`, to the letter, unless the verifier is asked for another; several audiences are refused. */
	readonly audience: string;
	readonly now?: () => number;
}

/** Ours alone: other issuers' tokens are refused. */
export const ACCOUNT_CLAIM = "sightline_account";

export interface TokenClaims {
	readonly subject: string;
	readonly scopes: readonly string[];
	readonly jti: string;
	readonly issuedAt: number;
	readonly account?: string;
	readonly clientId?: string;
}

/** RFC 9068. @param audience the site by default. @returns the claims, or a refusal that reveals no keys */
export type TokenVerifier = (token: string, audience?: string) => Promise<TokenClaims | { readonly refused: string }>;

/** Seconds that clocks may differ. */
const SKEW = 60;
/** Seconds. */
const LIFETIME = 3600;

const time = z.number().min(0);
const name = z.string().min(1).max(255);

/** RFC 9068 section 2.2, as far as used. */
const claimsSchema = z.object({
	iss: z.string(),
	aud: z.union([z.string(), z.tuple([z.string()])]),
	sub: name,
	jti: name,
	iat: time,
	exp: time,
	nbf: time.optional(),
	/** RFC 6749 section 3.3. */
	scope: z
		.string()
		.regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/)
		.optional(),
	client_id: z.string().max(2048).optional(),
	[ACCOUNT_CLAIM]: name.optional(),
	/** A token bound to its holder's key is worth nothing as a bearer token (RFC 9449 section 7.1). */
	cnf: z.never().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
	const { now = Date.now } = options;
	const open = createTokenOpener(options.keys);
	return async (token, audience = options.audience) => {
		const opened = await open(token);
		if ("refused" in opened) return opened;
		if (!isAccessTokenType(opened.header.typ)) return { refused: "Its typ is not at+jwt." };
		const claims = readClaims(opened.payload);
		if ("refused" in claims) return claims;
		const refused = whyNotFor(claims, { issuer: options.issuer, audience }) ?? whyNotNow(claims, now() / 1000);
		if (refused !== undefined) return { refused };
		return tokenClaimsOf(claims);
	};
}

function tokenClaimsOf({ sub, scope, jti, iat, client_id, [ACCOUNT_CLAIM]: account }: Claims): TokenClaims {
	return {
		subject: sub,
		scopes: scope?.split(" ") ?? [],
		jti,
		issuedAt: iat,
		...(account !== undefined && { account }),
		...(client_id !== undefined && { clientId: client_id }),
	};
}

/** `application/` may be left out (RFC 7515 section 4.1.9). */
function isAccessTokenType(typ: unknown): boolean {
	return typeof typ === "string" && /^(?:application\/)?at\+jwt$/i.test(typ);
}

function readClaims(payload: Uint8Array): Claims | { refused: string } {
	let found: unknown;
	try {
		found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
	} catch {
		return { refused: "It holds no claims." };
	}
	const claims = claimsSchema.safeParse(found);
	if (claims.success) return claims.data;
	const [claim] = claims.error.issues[0]?.path ?? [];
	if (claim === "cnf") return { refused: "It is bound to a key of its holder, which a bearer token cannot prove." };
	return {
		refused: claim === undefined ? "It holds no claims." : `Its claim ${String(claim)} is missing or malformed.`,
	};
}

function whyNotFor(
	claims: Claims,
	{ issuer, audience }: Pick<TokenVerifierOptions, "issuer" | "audience">,
): string | undefined {
	if (claims.iss !== issuer) return "It was issued by somebody else.";
	const aud = typeof claims.aud === "string" ? claims.aud : claims.aud[0];
	return aud === audience ? undefined : "It is meant for another audience.";
}

/** @param seconds since 1970 */
function whyNotNow({ iat, exp, nbf = iat }: Claims, seconds: number): string | undefined {
	if (exp <= seconds - SKEW) return "It has expired.";
	if (iat > seconds + SKEW || nbf > seconds + SKEW) return "It is not valid yet.";
	return exp - iat > LIFETIME + SKEW ? `It is valid for longer than ${LIFETIME} seconds.` : undefined;
}

type OpenedToken = { readonly header: CompactJWSHeaderParameters; readonly payload: Uint8Array };

export const TOKEN_MAX_LENGTH = 8192;

/** JWS compact serialization (RFC 7515 section 7.1). */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** `kid` chooses among the given keys; keys in the token (`jwk`, `jku`, `x5c`, `x5u`) are ignored. */
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

/** One message for an unknown key and a bad signature, so that callers cannot probe for keys. */
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
