import { createHmac, KeyObject } from "node:crypto";
import fc from "fast-check";
import { CompactSign, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createTokenVerifier } from "./access-token.ts";
import { TOKEN_MAX_LENGTH } from "./signed-token.ts";
import { readTokenKeys, TOKEN_ALGORITHMS, type TokenAlgorithm } from "./token-keys.ts";
import type { TokenVerifier } from "./token-verifier.ts";

const BASE = "https://audit.example.com";
/** Seconds since 1970. */
const NOW = 1_800_000_000;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const pairs = new Map<TokenAlgorithm, Pair>();
let verify: TokenVerifier;

beforeAll(async () => {
	const keys = [];
	for (const alg of TOKEN_ALGORITHMS) {
		const pair = await generateKeyPair(alg, { extractable: true });
		pairs.set(alg, pair);
		keys.push({ ...(await exportJWK(pair.publicKey)), kid: `the ${alg} key`, alg });
	}
	const set = readTokenKeys(JSON.stringify({ keys }));
	verify = createTokenVerifier({ keys: set, issuer: BASE, audience: BASE, now: () => NOW * 1000 });
});

const pairOf = (alg: TokenAlgorithm): Pair => {
	const pair = pairs.get(alg);
	if (!pair) throw new Error(`No ${alg} key was made.`);
	return pair;
};

const CLAIMS = { iss: BASE, aud: BASE, sub: "client-1", jti: "1", iat: NOW, exp: NOW + 3600, scope: "audit:public" };

interface Changes {
	readonly claims?: Record<string, unknown>;
	readonly header?: Record<string, unknown>;
	readonly alg?: TokenAlgorithm;
	readonly key?: CryptoKey;
}

async function token({ claims = {}, header = {}, alg = "ES256", key }: Changes = {}): Promise<string> {
	return await new SignJWT({ ...CLAIMS, ...claims } as JWTPayload)
		.setProtectedHeader({ alg, typ: "at+jwt", kid: `the ${alg} key`, ...header })
		.sign(key ?? pairOf(alg).privateKey);
}

async function refusalOf(changes: Changes): Promise<string> {
	const answer = await verify(await token(changes));
	return "refused" in answer ? answer.refused : "none";
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("createTokenVerifier", () => {
	it.each(TOKEN_ALGORITHMS)("takes tokens signed with %s", async (alg) => {
		expect(await verify(await token({ alg }))).toEqual({ subject: "client-1", scopes: ["audit:public"] });
	});

	it.each([
		["a list of one audience", { claims: { aud: [BASE] } }],
		["the whole media type", { header: { typ: "application/AT+JWT" } }],
		["a clock that is 59 s behind", { claims: { iat: NOW + 59, nbf: NOW + 59 } }],
		["59 s after the end", { claims: { iat: NOW - 3659, exp: NOW - 59 } }],
		[
			"a key of the token's own, which is not looked at",
			{ header: { jku: "https://evil.example/keys", x5u: "https://evil.example/" } },
		],
	])("takes %s", async (_, changes) => {
		expect(await refusalOf(changes)).toBe("none");
	});

	it("gives every scope, and none where there is no claim", async () => {
		const scopes = async (scope: unknown) => await verify(await token({ claims: { scope } }));
		expect(await scopes("a b:c d")).toEqual({ subject: "client-1", scopes: ["a", "b:c", "d"] });
		expect(await scopes(undefined)).toEqual({ subject: "client-1", scopes: [] });
	});

	it.each([
		["expired", { exp: NOW - 60, iat: NOW - 3000 }, "It has expired."],
		["from the future", { iat: NOW + 61 }, "It is not valid yet."],
		["not valid yet", { nbf: NOW + 61 }, "It is not valid yet."],
		["valid too long", { exp: NOW + 3661 }, "It is valid for longer than 3600 seconds."],
		["of another issuer", { iss: `${BASE}/` }, "It was issued by somebody else."],
		["for another audience", { aud: "https://other.example" }, "It is meant for another audience."],
		["for a path of ours", { aud: `${BASE}/api` }, "It is meant for another audience."],
		["for two audiences", { aud: [BASE, "https://other.example"] }, "Its claim aud is missing or malformed."],
		["for nobody", { aud: [] }, "Its claim aud is missing or malformed."],
		["with a list of issuers", { iss: [BASE] }, "Its claim iss is missing or malformed."],
		["with a list of subjects", { sub: ["client-1"] }, "Its claim sub is missing or malformed."],
		["without a subject", { sub: undefined }, "Its claim sub is missing or malformed."],
		["with an empty subject", { sub: "" }, "Its claim sub is missing or malformed."],
		["without an end", { exp: undefined }, "Its claim exp is missing or malformed."],
		["with a text for an end", { exp: String(NOW + 60) }, "Its claim exp is missing or malformed."],
		["with no number for a start", { iat: null }, "Its claim iat is missing or malformed."],
		["without an id", { jti: undefined }, "Its claim jti is missing or malformed."],
		["with a list of scopes", { scope: ["audit:public"] }, "Its claim scope is missing or malformed."],
		["with two spaces between scopes", { scope: "a  b" }, "Its claim scope is missing or malformed."],
		["bound to a key", { cnf: { jkt: "x" } }, "It is bound to a key of its holder, which a bearer token cannot prove."],
	])("refuses tokens %s", async (_, claims, words) => {
		expect(await refusalOf({ claims })).toBe(words);
	});

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

	it("refuses what another key signed, and a key that the token brings along", async () => {
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

	it("refuses other algorithms, a public key as a shared secret, and none", async () => {
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
					expect(await verify(changed)).toEqual({ refused: expect.any(String) });
				},
			),
		);
	});

	it("does not look at what is too long", async () => {
		const long = await token({ claims: { note: "x".repeat(TOKEN_MAX_LENGTH) } });
		expect(await verify(long)).toEqual({ refused: "It is longer than 8192 characters." });
		expect(await verify("a".repeat(5_000_000))).toEqual({ refused: "It is longer than 8192 characters." });
	});

	it("refuses anything else with plain words", async () => {
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

	it("refuses signed claims that are no claims", async () => {
		for (const payload of ["", "[]", "null", "7", "{", "\xff"]) {
			const signed = await new CompactSign(Buffer.from(payload, "latin1"))
				.setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "the ES256 key" })
				.sign(pairOf("ES256").privateKey);
			expect(await verify(signed)).toEqual({ refused: expect.any(String) });
		}
	});
});
