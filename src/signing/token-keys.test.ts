import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { readJsonVector } from "#test/vectors/vectors.ts";
import { readTokenKeys } from "./token-keys.ts";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const ed = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });

const read = (...keys: unknown[]) => readTokenKeys(JSON.stringify({ keys })).keys;

/** The words of the refusal. */
function refusal(text: string): string {
	try {
		readTokenKeys(text);
	} catch (error) {
		if (isFailure(error) && error.code === "input-invalid") return error.message;
		throw error;
	}
	return "none";
}

const refusalOf = (...keys: unknown[]) => refusal(JSON.stringify({ keys }));

describe("readTokenKeys", () => {
	it("keeps the public part of keys that can sign tokens", () => {
		const pick = (jwk: JsonWebKey, names: string[]) =>
			Object.fromEntries(names.map((name) => [name, jwk[name as keyof JsonWebKey]]));
		expect(
			read(
				{ ...ec, kid: "a", alg: "ES256", key_ops: ["sign"], note: "mine" },
				{ ...ed, kid: "b" },
				{ ...rsa, kid: "c", use: "sig" },
			),
		).toEqual([
			{ ...pick(ec, ["kty", "crv", "x", "y"]), kid: "a", use: "sig", alg: "ES256" },
			{ ...pick(ed, ["kty", "crv", "x"]), kid: "b", use: "sig" },
			{ ...pick(rsa, ["kty", "n", "e"]), kid: "c", use: "sig" },
		]);
	});

	it.each([
		["no JSON", "secret words", /not JSON/],
		["a key alone", JSON.stringify(ec), /not a JSON Web Key Set/],
		["a list", "[]", /not a JSON Web Key Set/],
		["an empty set", '{"keys":[]}', /set is empty/],
	])("refuses %s", (_, text, words) => {
		expect(refusal(text)).toMatch(words);
		expect(refusal(text)).not.toContain("secret");
	});

	it.each([
		[
			"a shared secret",
			{ kty: "oct", k: "c2VjcmV0", alg: "HS256" },
			/Key 2 cannot be used.*shared secret.*Use an EC P-256/,
		],
		["another curve", { ...ec, crv: "P-384" }, /Key 2 cannot be used/],
		["X25519", { ...ed, crv: "X25519" }, /Key 2 cannot be used/],
		["none", { ...ec, alg: "none" }, /algorithm that is not accepted.*ES256/],
		["an algorithm of another kind of key", { ...rsa, alg: "ES256" }, /algorithm that is not accepted.*RS256 or PS256/],
		["a weak hash", { ...rsa, alg: "RS1" }, /algorithm that is not accepted/],
		["a key for encryption", { ...rsa, use: "enc" }, /not for signatures/],
		["a key for other operations", { ...rsa, key_ops: ["encrypt", "wrapKey"] }, /not for signatures/],
		["a point off the curve", { ...ec, y: ec.x }, /is damaged/],
		["half a point", { ...ec, y: undefined }, /is damaged/],
		["no key", "key", /not a JSON Web Key/],
		["a number for a name", { ...ec, kid: 1 }, /not a JSON Web Key/],
		["an exponent of 1", { ...rsa, e: "AQ" }, /exponent is too small/],
	])("refuses %s", (_, key, words) => {
		const said = refusalOf({ ...rsa, kid: "first" }, key);
		expect(said).toMatch(words);
		for (const secret of ["c2VjcmV0", String(ec.d), String(rsa.d), String(ec.x)]) expect(said).not.toContain(secret);
	});

	it("refuses RSA keys that a flawed chip made", () => {
		const odd = Array.from({ length: 83 }, (_, index) => 2 * index + 3);
		const primes = odd.filter((number) => odd.every((other) => other >= number || number % other > 0)).map(BigInt);
		const product = primes.reduce((all, prime) => all * prime, 1n);
		// A power of 65537 to each of the primes, of 2048 bits.
		const modulus = product * (1n << (2047n - BigInt(product.toString(2).length) + 1n)) + (65_537n ** 5n % product);
		const n = Buffer.from(modulus.toString(16).padStart(512, "0"), "hex").toString("base64url");
		expect(refusalOf({ ...rsa, n })).toMatch(/CVE-2017-15361/);
	});

	it("refuses short RSA keys", () => {
		const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
		expect(refusalOf(short)).toMatch(/Key 1 has 1024 bits.*2048/);
	});

	it("refuses two keys of one name", () => {
		expect(refusalOf({ ...ec, kid: "a" }, { ...ed, kid: "a" })).toMatch(/same kid/);
		expect(refusalOf(ec, ec)).toMatch(/same kid/);
	});

	it("names a key by its thumbprint", () => {
		const rows = readJsonVector<{ jwk: string; thumbprint: string }[]>("jose/thumbprints.json");
		const keys = rows.map(({ jwk, thumbprint }) => ({ jwk: { ...JSON.parse(jwk), kid: undefined }, thumbprint }));
		expect(keys.length).toBeGreaterThan(1);
		for (const { jwk, thumbprint } of keys) expect(read(jwk)[0]?.kid).toBe(thumbprint);
	});
});
