import { createHmac } from "node:crypto";
import fc from "fast-check";
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { readForeignJwt, readForeignKeys, verifyForeignJwt } from "./jwt.ts";

const [one, two] = [await pair("one"), await pair("two")];
const keys = readForeignKeys({ keys: [one.jwk, two.jwk] });

async function pair(kid: string) {
	const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
	return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid } };
}

function sign(header: object, key = one.privateKey) {
	return new SignJWT({ sub: "x" }).setProtectedHeader({ alg: "ES256", ...header }).sign(key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("tokens of others", () => {
	it("are read, and verified with the keys of whoever signed them", async () => {
		const token = await sign({ kid: "one", typ: "x+jwt" });
		expect(readForeignJwt(token)).toEqual({ header: { alg: "ES256", kid: "one", typ: "x+jwt" }, claims: { sub: "x" } });
		expect(await verifyForeignJwt(token, keys)).toEqual(readForeignJwt(token));
		const unnamed = await sign({});
		expect(await verifyForeignJwt(unnamed, readForeignKeys({ keys: [one.jwk] }))).toBeDefined();
		expect(await verifyForeignJwt(unnamed, keys), "either key may be meant").toBeUndefined();
		const { kid: _, ...nameless } = one.jwk;
		const ofNameless = readForeignKeys({ keys: [nameless] });
		expect(await verifyForeignJwt(unnamed, ofNameless), "kid is optional in sets too").toBeDefined();
		const thumbprint = await calculateJwkThumbprint(nameless);
		expect(await verifyForeignJwt(await sign({ kid: thumbprint }), ofNameless)).toBeDefined();
	});

	it("are refused where another key signed them, whatever they bring along", async () => {
		const stranger = await pair("one");
		for (const header of [{ kid: "one" }, { kid: "two" }, { kid: "three" }, { kid: "one", jwk: stranger.jwk }, {}])
			expect(await verifyForeignJwt(await sign(header, stranger.privateKey), keys)).toBeUndefined();
		expect(await verifyForeignJwt(await sign({ kid: "two" }), keys)).toBeUndefined();
		expect(await verifyForeignJwt(await sign({ kid: "one" }), { keys: [] })).toBeUndefined();
	});

	it("are refused without a signature, and with one that a public key could make", async () => {
		for (const alg of ["none", "HS256", "ES384", ""]) {
			const signed = `${encode({ alg, kid: "one" })}.${encode({ sub: "x" })}`;
			const mac = createHmac("sha256", JSON.stringify(one.jwk)).update(signed).digest("base64url");
			for (const end of ["", mac]) expect(await verifyForeignJwt(`${signed}.${end}`, keys)).toBeUndefined();
		}
	});

	it("are refused with a changed character, and as anything else", async () => {
		const token = await sign({ kid: "one" });
		const changed = fc
			// The last character has 4 unused bits (RFC 4648 section 3.5).
			.tuple(fc.nat(token.length - 2), fc.constantFrom("A", "z", "-", ".", "="))
			.filter(([at, character]) => token[at] !== character)
			.map(([at, character]) => token.slice(0, at) + character + token.slice(at + 1));
		await fc.assert(
			fc.asyncProperty(fc.oneof(changed, fc.string(), fc.constant(`${token}${"A".repeat(9_000)}`)), async (text) => {
				expect(await verifyForeignJwt(text, keys)).toBeUndefined();
			}),
		);
	});

	it("are refused where what was signed is no object", async () => {
		for (const payload of ["", "[]", "null", "7", "{", '"x"'])
			expect(
				await verifyForeignJwt(
					await new CompactSign(Buffer.from(payload))
						.setProtectedHeader({ alg: "ES256", kid: "one" })
						.sign(one.privateKey),
					keys,
				),
			).toBeUndefined();
	});

	it("are verified with usable keys alone: a set may hold others", () => {
		const set = [{ kty: "oct", k: "AA" }, 7, { ...one.jwk, use: "enc" }, one.jwk, { ...two.jwk, kid: "one" }];
		expect(readForeignKeys({ keys: set }).keys).toMatchObject([{ kid: "one", x: one.jwk.x }]);
		for (const none of [undefined, null, [], {}, { keys: "x" }, { keys: Array(21).fill(one.jwk) }])
			expect(readForeignKeys(none)).toEqual({ keys: [] });
		const published = { keys: [one.jwk] };
		expect(readForeignKeys(published), "read once").toBe(readForeignKeys(published));
	});
});
