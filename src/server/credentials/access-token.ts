import { z } from "zod";
import { createTokenOpener } from "./signed-token.ts";
import type { TokenKeySet } from "./token-keys.ts";
import type { TokenVerifier } from "./token-verifier.ts";

export interface TokenVerifierOptions {
	/** From `readTokenKeys`. */
	readonly keys: TokenKeySet;
	/** What `iss` must be, to the letter. */
	readonly issuer: string;
	/** What `aud` must be, to the letter; a token for several audiences is refused. */
	readonly audience: string;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

/** Seconds that clocks may differ. */
const SKEW = 60;
/** Seconds that a token may live. */
const LIFETIME = 3600;

const time = z.number().min(0);
const name = z.string().min(1).max(255);

/** Claims of RFC 9068 section 2.2, as far as they are used here. */
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
	/** A token that is bound to a key of its holder is worth nothing as a bearer token (RFC 9449 section 7.1). */
	cnf: z.never().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** A verifier of access tokens (RFC 9068) that were signed with one of the keys. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
	const { now = Date.now } = options;
	const open = createTokenOpener(options.keys);
	return async (token) => {
		const opened = await open(token);
		if ("refused" in opened) return opened;
		if (!isAccessTokenType(opened.header.typ)) return { refused: "Its typ is not at+jwt." };
		const claims = readClaims(opened.payload);
		if ("refused" in claims) return claims;
		const refused = whyNotFor(claims, options) ?? whyNotNow(claims, now() / 1000);
		if (refused !== undefined) return { refused };
		return { subject: claims.sub, scopes: claims.scope?.split(" ") ?? [] };
	};
}

/** A media type that may leave out `application/` (RFC 7515 section 4.1.9). */
function isAccessTokenType(typ: unknown): boolean {
	return typeof typ === "string" && /^(?:application\/)?at\+jwt$/i.test(typ);
}

function readClaims(payload: Uint8Array): Claims | { refused: string } {
	let found: unknown;
	try {
		found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
	} catch {
		// Whatever is wrong with it, it is no claims set.
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

function whyNotFor(claims: Claims, { issuer, audience }: TokenVerifierOptions): string | undefined {
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
