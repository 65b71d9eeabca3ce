import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { readJsonVector, vectorPath } from "#test/vectors/vectors.ts";
import { BASE, createMint, NOW } from "./access-token.testkit.ts";
import { openToken } from "./jwt.ts";
import { readTokenKeys, TOKEN_ALGORITHMS, type TokenKeySet } from "./token-keys.ts";

const { verify, token, refusalOf } = await createMint();

describe("verifyAccessToken", () => {
	it.each(TOKEN_ALGORITHMS)("takes tokens signed with %s", async (alg) => {
		expect(await verify(await token({ alg }))).toMatchObject({ subject: "client-1", scopes: ["audit:public"] });
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

	const named = { subject: "client-1", jti: "1", issuedAt: NOW };

	it("gives every scope, and none where there is no claim", async () => {
		const scopes = async (scope: unknown) => await verify(await token({ claims: { scope } }));
		expect(await scopes("a b:c d")).toEqual({ ...named, scopes: ["a", "b:c", "d"] });
		expect(await scopes(undefined)).toEqual({ ...named, scopes: [] });
	});

	it("gives the account that it acts for, and who asked", async () => {
		const claims = { sightline_account: "ann", client_id: "client-2" };
		expect(await verify(await token({ claims }))).toMatchObject({ account: "ann", clientId: "client-2" });
	});

	it.each([
		["expired", { exp: NOW - 60, iat: NOW - 3000 }, "It has expired."],
		["from the future", { iat: NOW + 61 }, "It is not valid yet."],
		["not valid yet", { nbf: NOW + 61 }, "It is not valid yet."],
		["valid too long", { exp: NOW + 3661 }, "It is valid for longer than 3600 seconds."],
		["of another issuer", { iss: `${BASE}/` }, "It was issued by someone else."],
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
});

interface Group {
	readonly comment: string;
	readonly public?: { readonly keys?: readonly unknown[] };
	readonly private?: { readonly keys?: readonly unknown[] };
	readonly tests: readonly {
		readonly tcId: number;
		readonly comment: string;
		readonly jws: unknown;
		readonly result: string;
	}[];
}

/** Keys of a group of vectors; undefined if the set is rejected. */
function keysOf(group: Group): TokenKeySet | undefined {
	const given = group.public ?? group.private ?? {};
	try {
		return readTokenKeys(JSON.stringify({ keys: given.keys ?? [given] }));
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

function readGroups(path: string): readonly Group[] {
	return (JSON.parse(readFileSync(path, "utf8")) as { testGroups: Group[] }).testGroups;
}

/** Ids of the vectors by expectation and result: `valid accepted`, `invalid refused` and so on. */
async function outcomes(groups: readonly Group[]): Promise<Record<string, number[]>> {
	const found: Record<string, number[]> = {};
	for (const group of groups) {
		const keys = keysOf(group);
		for (const { tcId, jws, result } of group.tests) {
			const opened = keys && (await openToken(typeof jws === "string" ? jws : JSON.stringify(jws), keys));
			const how = opened === undefined ? "keys refused" : "refused" in opened ? "refused" : "accepted";
			found[`${result} ${how}`] = [...(found[`${result} ${how}`] ?? []), tcId];
		}
	}
	return found;
}

const wycheproof = vectorPath("jose/wycheproof");

describe("signatures of others", () => {
	it("are accepted by none of Wycheproof's 355 wrong vectors", async () => {
		const found = await outcomes(readGroups(`${wycheproof}/json_web_signature_test.json`));
		expect(found["invalid accepted"]).toBeUndefined();
		expect((found["invalid refused"]?.length ?? 0) + (found["invalid keys refused"]?.length ?? 0)).toBe(355);
		expect(found["valid accepted"]).toEqual([18, 33, 260, 261, 262, 263, 273, 274, 275, 287, 288, 345, 349, 378]);
		// 259 and 272 sign an empty payload, 346 and 350 use PS384 with a key for PS256.
		expect(found["valid refused"]).toEqual([259, 272, 346, 350]);
	});

	it("are verified with none of Wycheproof's wrong keys", async () => {
		const found = await outcomes(readGroups(`${wycheproof}/json_web_key_test.json`));
		expect(Object.keys(found).sort()).toEqual(["invalid keys refused", "valid accepted", "valid keys refused"]);
		expect(found["valid accepted"]).toEqual([5]);
		// Shared secrets.
		expect(found["valid keys refused"]).toEqual([2, 13, 14, 15]);
	});

	it.each([
		["jws/4_1.rsa_v15_signature", "accepted"],
		["jws/4_2.rsa-pss_signature", "refused"],
		["jws/4_3.ecdsa_signature", "keys refused"],
		["jws/4_4.hmac-sha2_integrity_protection", "keys refused"],
		// Its header names no key.
		["curve25519/jws", "refused"],
	])("of RFC 7520, %s: %s", async (name, how) => {
		const { input, output } = readJsonVector<{
			input: { key: NonNullable<Parameters<typeof outcomes>[0][number]["public"]> };
			output: { compact: string };
		}>(`jose/rfc7520/${name}.json`);
		const tests = [{ tcId: 1, comment: name, jws: output.compact, result: "valid" }];
		expect(await outcomes([{ comment: name, public: input.key, tests }])).toEqual({ [`valid ${how}`]: [1] });
	});
});
