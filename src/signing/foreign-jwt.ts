import { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors } from "jose";
import * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { TOKEN_MAX_LENGTH } from "./access-token.ts";
import { readTokenKeySet, TOKEN_ALGORITHMS, type TokenKey, type TokenKeySet } from "./token-keys.ts";

export interface ForeignJwt {
	readonly header: Readonly<Record<string, unknown>>;
	readonly claims: Readonly<Record<string, unknown>>;
}

/** Unverified: only to learn whose keys to look for. */
export function readForeignJwt(token: string): ForeignJwt | undefined {
	if (token.length > TOKEN_MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
	try {
		const claims = claimsOf(Buffer.from(token.split(".")[1] ?? "", "base64url"));
		return claims && { header: { ...decodeProtectedHeader(token) }, claims };
	} catch {
		return undefined;
	}
}

/** Reading a key costs as much as verifying: of larger sets, which anybody may publish, none is read. */
const KEYS_MOST = 20;
const setSchema = z.object({ keys: z.array(z.unknown()).max(KEYS_MOST) });
const known = new WeakMap<object, TokenKeySet>();
const finders = new WeakMap<TokenKeySet, ReturnType<typeof createLocalJWKSet>>();

/** Keys that can verify here, read once a set. @param set parsed JSON that does not change */
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

/** The signer's keys alone, none symmetric; without `kid` one must fit. @returns undefined for another's signature */
export async function verifyForeignJwt(token: string, keys: TokenKeySet): Promise<ForeignJwt | undefined> {
	if (readForeignJwt(token) === undefined) return undefined;
	try {
		const key = finders.get(keys) ?? createLocalJWKSet({ keys: keys.keys.map((each) => ({ ...each })) });
		finders.set(keys, key);
		const { payload, protectedHeader } = await compactVerify(
			token,
			({ alg, kid }) => key({ alg, ...(kid && { kid }) }),
			{
				algorithms: [...TOKEN_ALGORITHMS],
			},
		);
		const claims = claimsOf(payload);
		return claims && { header: { ...protectedHeader }, claims };
	} catch (error) {
		if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
			return undefined;
		throw error;
	}
}

/** @throws SyntaxError, TypeError for bytes that are no JSON */
function claimsOf(payload: Uint8Array): Record<string, unknown> | undefined {
	const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
	return z.record(z.string(), z.unknown()).safeParse(found).data;
}
