import { ECDH, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfDidKey, keyOfMultibase } from "./did-key.ts";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The other way round, on its own. */
function multibase(bytes: Uint8Array): string {
	let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
	let text = "";
	for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
	return `z${text}`;
}

describe("did:key", () => {
	it("reads the example of its specification", () => {
		// W3C CCG did:key, section 3.1.
		const did = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
		const name = "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
		const key = keyOfDidKey(did);
		expect(key).toMatchObject({ kty: "OKP", crv: "Ed25519", kid: `${did}#${name}` });
		const bytes = Buffer.concat([Buffer.from("ed01", "hex"), Buffer.from(key?.x ?? "", "base64url")]);
		expect(multibase(bytes)).toBe(name);
	});

	it("gives back every Ed25519 key", () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
				const text = multibase(Buffer.concat([Buffer.from("ed01", "hex"), bytes]));
				expect(keyOfMultibase(text)?.x).toBe(Buffer.from(bytes).toString("base64url"));
			}),
			{ numRuns: 50 },
		);
	});

	it("gives back a P-256 key from its compressed point", () => {
		const { x, y } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
		const point = `04${Buffer.from(x ?? "", "base64url").toString("hex")}${Buffer.from(y ?? "", "base64url").toString("hex")}`;
		const compressed = String(ECDH.convertKey(point, "prime256v1", "hex", "hex", "compressed"));
		expect(keyOfMultibase(multibase(Buffer.from(`8024${compressed}`, "hex")))).toEqual({
			kty: "EC",
			crv: "P-256",
			x,
			y,
		});
		expect(keyOfMultibase(multibase(Buffer.from(`802402${"ff".repeat(32)}`, "hex")))).toBeUndefined();
	});

	it("never throws, and takes nothing of other kinds or lengths", () => {
		fc.assert(fc.property(fc.string({ maxLength: 120 }), (text) => void keyOfDidKey(`did:key:z${text}`)));
		for (const text of ["", "z", "z1", "m6Mkha", `z${"1".repeat(99)}`, multibase(Buffer.from("ec01ff", "hex"))])
			expect(keyOfMultibase(text)).toBeUndefined();
	});
});
