import { describe, expect, it } from "vitest";
import { BASE, createMint, NOW } from "./access-token.testkit.ts";
import { TOKEN_ALGORITHMS } from "./token-keys.ts";

const { verify, token, refusalOf } = await createMint();

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
});
