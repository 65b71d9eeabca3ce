import { hash, randomBytes } from "node:crypto";

/** A new secret: 256 random bits, in Base64url. @param prefix says what it is to whoever finds it */
export function newSecret(prefix: string): string {
	return prefix + randomBytes(32).toString("base64url");
}

/** What is kept of a secret: it has more chance in it than could be tried out, so a plain SHA-256 hides it. */
export function digestOf(secret: string): string {
	return hash("sha256", secret, "base64url");
}
