import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a private key for the store (AES-256-GCM, by a key that follows from the secret alone).
 * @param secret of the installation
 * @param kid name of the key: what is sealed opens under this name only
 */
export function sealKey(privateKey: object, kid: string, secret: string): string {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", sealingKey(secret), nonce).setAAD(Buffer.from(kid));
	const sealed = Buffer.concat([cipher.update(JSON.stringify(privateKey)), cipher.final()]);
	return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/** @returns undefined where it was sealed with another secret or under another name */
export function openKey(sealed: string, kid: string, secret: string): object | undefined {
	const bytes = Buffer.from(sealed, "base64url");
	if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
	const decipher = createDecipheriv("aes-256-gcm", sealingKey(secret), bytes.subarray(0, NONCE_BYTES))
		.setAAD(Buffer.from(kid))
		.setAuthTag(bytes.subarray(-TAG_BYTES));
	const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
	try {
		return JSON.parse(Buffer.concat([opened, decipher.final()]).toString());
	} catch {
		// The tag does not fit: nothing of it can be believed.
		return undefined;
	}
}

function sealingKey(secret: string): Buffer {
	return Buffer.from(hkdfSync("sha256", secret, "", "sightline token keys", 32));
}
