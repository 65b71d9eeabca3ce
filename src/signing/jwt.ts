import {
	type CompactJWSHeaderParameters,
	type CompactVerifyResult,
	compactVerify,
	createLocalJWKSet,
	decodeProtectedHeader,
	errors,
} from "jose";
import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { readTokenKeySet, TOKEN_ALGORITHMS, type TokenKey, type TokenKeySet } from "./token-keys.ts";

interface TokenRules {
	readonly keys: TokenKeySet;
	/** Required `iss`. */
	readonly issuer: string;
	/** Required `aud`; several audiences are rejected. */
	readonly audience: string;
	/** Milliseconds since 1970. */
	readonly now: number;
}

/** Reserved for us: other issuers' tokens with it are rejected. */
export const ACCOUNT_CLAIM = "sightline_account";

interface TokenClaims {
	readonly subject: string;
	readonly scopes: readonly string[];
	readonly jti: string;
	readonly issuedAt: number;
	readonly account?: string;
	readonly clientId?: string;
}

interface Refused {
	readonly refused: string;
}

/** @param audience required `aud` @returns the claims, or a refusal that reveals no keys */
export type VerifyToken = (token: string, audience: string) => Promise<TokenClaims | Refused>;

/** Seconds of clock skew. */
const SKEW = 60;
/** Seconds. */
const LIFETIME = 3600;

const time = z.number().min(0);
const name = z.string().min(1).max(255);

/** The subset of RFC 9068 section 2.2 that we use. */
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
	/** A sender-constrained token is not valid as a bearer token (RFC 9449 section 7.1). */
	cnf: z.never().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** RFC 9068. @returns the claims, or a refusal that reveals no keys */
export async function verifyAccessToken(token: string, rules: TokenRules): Promise<TokenClaims | Refused> {
	const opened = await openToken(token, rules.keys);
	if ("refused" in opened) return opened;
	if (!isAccessTokenType(opened.header.typ)) return { refused: "Its typ is not at+jwt." };
	const claims = readClaims(opened.payload);
	if ("refused" in claims) return claims;
	const refused = whyNotFor(claims, rules) ?? whyNotNow(claims, rules.now / 1000);
	return refused === undefined ? tokenClaimsOf(claims) : { refused };
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

/** `application/` is optional (RFC 7515 section 4.1.9). */
function isAccessTokenType(typ: unknown): boolean {
	return typeof typ === "string" && /^(?:application\/)?at\+jwt$/i.test(typ);
}

function readClaims(payload: Uint8Array): Claims | Refused {
	let found: unknown;
	try {
		found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
	} catch {
		return { refused: "It has no claims." };
	}
	const claims = claimsSchema.safeParse(found);
	if (claims.success) return claims.data;
	const [claim] = claims.error.issues[0]?.path ?? [];
	if (claim === "cnf") return { refused: "It is bound to a key of its holder, which a bearer token cannot prove." };
	return {
		refused: claim === undefined ? "It has no claims." : `Its claim ${String(claim)} is missing or malformed.`,
	};
}

function whyNotFor(claims: Claims, { issuer, audience }: TokenRules): string | undefined {
	if (claims.iss !== issuer) return "It was issued by someone else.";
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

/** Parsed once per key set. */
const finders = new WeakMap<TokenKeySet, ReturnType<typeof createLocalJWKSet>>();

/** `kid` selects among the given keys; ignores keys in the token (`jwk`, `jku`, `x5c`, `x5u`). @throws JOSEError */
function verifySignature(token: string, keys: TokenKeySet, isKidNeeded: boolean): Promise<CompactVerifyResult> {
	const find = finders.get(keys) ?? createLocalJWKSet({ keys: keys.keys.map((key) => ({ ...key })) });
	finders.set(keys, find);
	const keyFor = ({ alg, kid }: CompactJWSHeaderParameters) => {
		if (isKidNeeded && typeof kid !== "string") throw new errors.JWKSNoMatchingKey();
		return find({ alg, ...(kid && { kid }) });
	};
	return compactVerify(token, keyFor, { algorithms: [...TOKEN_ALGORITHMS] });
}

export async function openToken(token: string, keys: TokenKeySet): Promise<OpenedToken | Refused> {
	if (token.length > TOKEN_MAX_LENGTH) return { refused: `It is longer than ${TOKEN_MAX_LENGTH} characters.` };
	if (!COMPACT.test(token)) return { refused: "It is not a signed JSON Web Token." };
	try {
		const { protectedHeader, payload } = await verifySignature(token, keys, true);
		return { header: protectedHeader, payload };
	} catch (error) {
		return { refused: whyRefused(error) };
	}
}

/** The same message for an unknown key and an invalid signature, so that callers cannot probe for keys. */
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

export interface ForeignJwt {
	readonly header: Readonly<Record<string, unknown>>;
	readonly claims: Readonly<Record<string, unknown>>;
}

/** Unverified: only to find the issuer's keys. */
export function readForeignJwt(token: string): ForeignJwt | undefined {
	if (token.length > TOKEN_MAX_LENGTH || !COMPACT.test(token)) return undefined;
	try {
		const claims = claimsOf(Buffer.from(token.split(".")[1] ?? "", "base64url"));
		return claims && { header: { ...decodeProtectedHeader(token) }, claims };
	} catch {
		return undefined;
	}
}

/** Parsing a key costs as much as verifying, and anyone may publish a set: larger sets are rejected. */
const KEYS_MOST = 20;
const setSchema = z.object({ keys: z.array(z.unknown()).max(KEYS_MOST) });
const known = new WeakMap<object, TokenKeySet>();

/** The keys that can verify here, cached per set. @param set parsed JSON that does not change */
export function readForeignKeys(set: unknown): TokenKeySet {
	if (typeof set !== "object" || set === null) return { keys: [] };
	const keys = known.get(set) ?? usableKeys(set);
	known.set(set, keys);
	return keys;
}

function usableKeys(set: object): TokenKeySet {
	const keys = new Map<string, TokenKey>();
	for (const key of setSchema.safeParse(set).data?.keys ?? []) {
		try {
			const [read] = readTokenKeySet({ keys: [key] }).keys;
			if (read && !keys.has(read.kid)) keys.set(read.kid, read);
		} catch (error) {
			if (!isFailure(error)) throw error;
		}
	}
	return { keys: [...keys.values()] };
}

/** The signer's keys only, none symmetric; without `kid` one must match. @returns undefined for an invalid signature */
export async function verifyForeignJwt(token: string, keys: TokenKeySet): Promise<ForeignJwt | undefined> {
	if (readForeignJwt(token) === undefined) return undefined;
	try {
		const { payload, protectedHeader } = await verifySignature(token, keys, false);
		const claims = claimsOf(payload);
		return claims && { header: { ...protectedHeader }, claims };
	} catch (error) {
		if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
			return undefined;
		throw error;
	}
}

/** @throws SyntaxError, TypeError unless the bytes are JSON */
function claimsOf(payload: Uint8Array): Record<string, unknown> | undefined {
	const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
	return z.record(z.string(), z.unknown()).safeParse(found).data;
}
