import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authenticationKeys, didWebAddress } from "./did-web.ts";

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

	it("leads to no other host than it names, whatever it says", () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 40 }), (rest) => {
				const address = didWebAddress(`did:web:a.example.com${rest}`);
				if (address !== undefined) expect(new URL(address).hostname).toMatch(/^a\.example\.com/);
			}),
		);
	});

	it("has the keys that are meant for it, whatever its document holds", () => {
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
