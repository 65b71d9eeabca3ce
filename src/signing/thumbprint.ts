import { createHash } from "node:crypto";

/** Members that are a key, by its kind, in the order of RFC 7638 section 3.2 and RFC 8037 section 2. */
const MEMBERS = {
	EC: ["crv", "kty", "x", "y"],
	OKP: ["crv", "kty", "x"],
	RSA: ["e", "kty", "n"],
} as const;

/** Kinds of public keys; a shared secret has no place among them. */
export type KeyType = keyof typeof MEMBERS;

/** The members of a JSON Web Key that are the public key itself, in the order that its thumbprint takes them. */
export function keyMembers(
	jwk: Readonly<Record<string, unknown>> & { readonly kty: KeyType },
): Record<string, unknown> {
	return Object.fromEntries(MEMBERS[jwk.kty].map((member) => [member, jwk[member]]));
}

/** SHA-256 thumbprint (RFC 7638) of what `keyMembers` gives, in base64url. */
export function thumbprintOf(members: Readonly<Record<string, unknown>>): string {
	return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}
