import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { readTokenKeys, type TokenKey } from "./token-keys.ts";

/** Claims of a JSON Web Token (RFC 7519); times are seconds since 1970. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Signs claims as they are given, with ES256 and the name of the key.
 * @param header `typ` is what the token is, such as `at+jwt`
 * @returns the token, in compact form
 */
export type JwtSigner = (claims: Claims, header: { readonly typ: string }) => Promise<string>;

/** @param jwk a private P-256 key (RFC 7518 section 6.2.2) that names itself */
export async function createJwtSigner(jwk: JWK & { readonly kid: string }): Promise<JwtSigner> {
	const key = await importJWK(jwk, "ES256");
	return (claims, { typ }) =>
		new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: "ES256", typ, kid: jwk.kid }).sign(key);
}

/** A key that signs, and what others verify with. */
export interface SigningKey {
	/** For `createJwtSigner`. */
	readonly privateKey: JWK & { readonly kid: string };
	readonly publicKey: TokenKey;
}

/** A new P-256 key, named by its thumbprint (RFC 7638). */
export async function makeSigningKey(): Promise<SigningKey> {
	const { privateKey } = await generateKeyPair("ES256", { extractable: true });
	return signingKeyOf({ ...(await exportJWK(privateKey)), alg: "ES256" });
}

/** The first key of a set that can sign with ES256; undefined where the set has none. @param text as `readTokenKeys` takes it */
export function readSigningKey(text: string): SigningKey | undefined {
	const publicKeys = readTokenKeys(text).keys;
	const { keys } = JSON.parse(text) as { keys: JWK[] };
	const at = keys.findIndex(({ kty, d }) => kty === "EC" && typeof d === "string");
	const [key, publicKey] = [keys[at], publicKeys[at]];
	return key && publicKey && { privateKey: { ...key, kid: publicKey.kid }, publicKey };
}

function signingKeyOf(jwk: JWK): SigningKey {
	const [publicKey] = readTokenKeys(JSON.stringify({ keys: [jwk] })).keys;
	if (!publicKey) throw new Error("A key that was made is no key.");
	return { privateKey: { ...jwk, kid: publicKey.kid }, publicKey };
}
