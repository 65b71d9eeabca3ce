import { createHmac, KeyObject } from "node:crypto";
import fc from "fast-check";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { CLAIMS, createMint } from "./access-token.testkit.ts";
import { TOKEN_MAX_LENGTH } from "./jwt.ts";

const { verify, pairOf, token, refusalOf } = await createMint();

/** All parts with length prefixes. */
const bytesOf = (jwt: string) => {
	const parts = jwt.split(".").map((part) => Buffer.from(part, "base64url"));
	return Buffer.from(JSON.stringify(parts.map((part) => part.toString("hex"))));
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an attacker's token", () => {
	it.each([
		["another type", { typ: "JWT" }, "Its typ is not at+jwt."],
		["no type", { typ: undefined }, "Its typ is not at+jwt."],
		["an unknown key", { kid: "another" }, "Its signature cannot be verified with the keys of this installation."],
		["no kid", { kid: undefined }, "Its signature cannot be verified with the keys of this installation."],
		[
			"the kid of another kind of key",
			{ kid: "the RS256 key" },
			"Its signature cannot be verified with the keys of this installation.",
		],
	])("refuses a header with %s", async (_, header, words) => {
		expect(await refusalOf({ header })).toBe(words);
	});

	it("refuses signatures by another key, and keys in the token", async () => {
		const stranger = await generateKeyPair("ES256", { extractable: true });
		const jwk = await exportJWK(stranger.publicKey);
		const words = "Its signature cannot be verified with the keys of this installation.";
		expect(await refusalOf({ key: stranger.privateKey })).toBe(words);
		expect(await refusalOf({ key: stranger.privateKey, header: { jwk } })).toBe(words);
		expect(await refusalOf({ key: stranger.privateKey, header: { jwk, kid: undefined } })).toBe(words);
	});

	it("refuses critical extensions", async () => {
		const parts = (await token()).split(".");
		const header = { alg: "ES256", typ: "at+jwt", kid: "the ES256 key", crit: ["x"], x: 1 };
		expect(await verify([encode(header), parts[1], parts[2]].join("."))).toEqual({ refused: expect.any(String) });
	});

	it("refuses other algorithms, a public key as a shared secret, and alg none", async () => {
		const pem = KeyObject.from(pairOf("RS256").publicKey).export({ type: "spki", format: "pem" });
		for (const alg of ["HS256", "none", "None", "RS512", "ES384", "Ed25519", ""]) {
			const signed = `${encode({ alg, typ: "at+jwt", kid: "the RS256 key" })}.${encode(CLAIMS)}`;
			const mac = createHmac("sha256", pem).update(signed).digest("base64url");
			expect(await verify(`${signed}.${mac}`)).toEqual({ refused: expect.any(String) });
			expect(await verify(`${signed}.`)).toEqual({ refused: "It is not a signed JSON Web Token." });
		}
	});

	it("refuses a changed character anywhere", async () => {
		const good = await token();
		await fc.assert(
			fc.asyncProperty(
				fc.nat(good.length - 1),
				fc.constantFrom("A", "z", "-", ".", "=", " ", "\u0000"),
				async (at, sign) => {
					fc.pre(good[at] !== sign);
					const changed = good.slice(0, at) + sign + good.slice(at + 1);
					// The last character has insignificant bits (RFC 4648 section 3.5).
					fc.pre(!bytesOf(changed).equals(bytesOf(good)));
					expect(await verify(changed)).toEqual({ refused: expect.any(String) });
				},
			),
		);
	});

	it("refuses a too long token unread", async () => {
		const long = await token({ claims: { note: "x".repeat(TOKEN_MAX_LENGTH) } });
		expect(await verify(long)).toEqual({ refused: "It is longer than 8192 characters." });
		expect(await verify("a".repeat(5_000_000))).toEqual({ refused: "It is longer than 8192 characters." });
	});

	it("refuses anything else with a plain message", async () => {
		const part = fc.oneof(fc.jsonValue().map(encode), fc.base64String(), fc.string());
		const header = fc
			.record(
				{
					alg: fc.oneof(fc.constantFrom("ES256", "RS256"), fc.jsonValue()),
					kid: fc.jsonValue(),
					typ: fc.jsonValue(),
					b64: fc.jsonValue(),
					crit: fc.jsonValue(),
				},
				{ requiredKeys: [] },
			)
			.map(encode);
		const anything = fc.oneof(
			fc.string(),
			fc.tuple(fc.oneof(header, part), part, part).map((parts) => parts.join(".")),
		);
		await fc.assert(
			fc.asyncProperty(anything, async (text) => {
				expect(await verify(text)).toEqual({ refused: expect.stringMatching(/^[A-Z][ -~]+\.$/) });
			}),
		);
	});

	it("refuses signed payloads that are not claims", async () => {
		for (const payload of ["", "[]", "null", "7", "{", "\xff"]) {
			const signed = await new CompactSign(Buffer.from(payload, "latin1"))
				.setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "the ES256 key" })
				.sign(pairOf("ES256").privateKey);
			expect(await verify(signed)).toEqual({ refused: expect.any(String) });
		}
	});
});
