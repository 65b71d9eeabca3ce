import { ECDH, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authenticationKeys, didWebAddress, keyOfDidKey, keyOfMultibase } from "./assertions.ts";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The inverse, written independently. */
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

	it("round-trips every Ed25519 key", () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
				const text = multibase(Buffer.concat([Buffer.from("ed01", "hex"), bytes]));
				expect(keyOfMultibase(text)?.x).toBe(Buffer.from(bytes).toString("base64url"));
			}),
		);
	});

	it("decompresses a P-256 key", () => {
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

	it("never throws, and rejects other kinds and lengths", () => {
		fc.assert(fc.property(fc.string({ maxLength: 120 }), (text) => void keyOfDidKey(`did:key:z${text}`)));
		for (const text of ["", "z", "z1", "m6Mkha", `z${"1".repeat(99)}`, multibase(Buffer.from("ec01ff", "hex"))])
			expect(keyOfMultibase(text)).toBeUndefined();
	});
});

describe("did:web", () => {
	it.each([
		["did:web:example.com", "https://example.com/.well-known/did.json"],
		["did:web:agent.example.com:a:b-1", "https://agent.example.com/a/b-1/did.json"],
		["did:web:xn--bcher-kva.example", "https://xn--bcher-kva.example/.well-known/did.json"],
	])("%s is at %s", (did, address) => {
		expect(didWebAddress(did)).toBe(address);
	});

	it.each([
		"did:web:",
		"did:web:localhost",
		"did:web:example.com%3A8443",
		"did:web:127.0.0.1",
		"did:web:0x7f.1",
		"did:web:127.1",
		"did:web:[::1]",
		"did:web:example.com:..:secret",
		"did:web:example.com:a%2F..%2Fb",
		"did:web:example.com:%2e%2e:b",
		"did:web:user@example.com",
		"did:web:example.com/path",
		"did:web:example.com?x",
		"did:web:example.com#x",
		"did:web:EXAMPLE.com",
		"did:key:z6Mk",
	])("%s is none", (did) => {
		expect(didWebAddress(did)).toBeUndefined();
	});

	it("never leads to another host than it names", () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 40 }), (rest) => {
				const address = didWebAddress(`did:web:a.example.com${rest}`);
				if (address !== undefined) expect(new URL(address).hostname).toMatch(/^a\.example\.com/);
			}),
		);
	});

	it("has exactly its authentication keys, for any document", () => {
		const did = "did:web:example.com";
		const key = { id: "#k", controller: did, publicKeyMultibase: "z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK" };
		expect(authenticationKeys({ id: did, authentication: [key] }, did)).toMatchObject([
			{ kid: `${did}#k`, kty: "OKP" },
		]);
		const foreign = { ...key, id: "did:web:other.example#k" };
		expect(authenticationKeys({ id: did, authentication: [foreign] }, did)).toEqual([]);
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				expect(authenticationKeys({ id: did, authentication: value }, did)).toEqual([]);
			}),
		);
	});
});
