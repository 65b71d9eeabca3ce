import { expect, test } from "vitest";
import type { MachineFile } from "#evidence/evidence-map.ts";
import { absent, aMachineFile, ask, found } from "../page.testkit.ts";
import { oauthAs } from "./oauth-as.ts";

const PATH = "/.well-known/oauth-authorization-server";
const URL = `https://example.com${PATH}`;
const GOOD = {
	issuer: "https://example.com",
	authorization_endpoint: "https://example.com/authorize",
	token_endpoint: "https://login.example.net/token",
	jwks_uri: "https://example.com/jwks.json",
	response_types_supported: ["code"],
};
const judge = (json: unknown, url = URL, parts: Partial<MachineFile> = {}) =>
	ask(oauthAs, {
		authorizationServer: found(aMachineFile(PATH, { json: JSON.parse(JSON.stringify(json)), ...parts }), url),
	});

test.each<[string, unknown, string?]>([
	["as it should be", GOOD],
	["with a slash", { ...GOOD, issuer: "https://example.com/" }],
	[
		"behind a redirect, of that host",
		{ ...GOOD, issuer: "https://auth.example.com" },
		`https://auth.example.com${PATH}`,
	],
	["behind a redirect, of this host", GOOD, `https://auth.example.com${PATH}`],
	["of a path", { ...GOOD, issuer: "https://example.com/t1" }, `${URL}/t1`],
	[
		"tokens by assertion alone",
		{ ...GOOD, authorization_endpoint: undefined, grant_types_supported: ["client_credentials"] },
	],
	["implicit alone", { ...GOOD, token_endpoint: undefined, grant_types_supported: ["implicit"] }],
])("%s passes", (_, json, url) => {
	expect(judge(json, url)).toMatchObject({ outcome: "pass" });
});

test.each<[string, Record<string, unknown>, string]>([
	["no issuer", { issuer: undefined }, "/issuer is not an https address"],
	["an issuer over http", { issuer: "http://example.com" }, "/issuer is not an https address"],
	["a query", { issuer: "https://example.com/?a=1" }, "has a query"],
	["another host", { issuer: "https://example.net" }, "whose metadata belongs at https://example.net/.well-known/"],
	["a path at the root's address", { issuer: "https://example.com/t1" }, "oauth-authorization-server/t1"],
	["an endpoint over http", { jwks_uri: "http://example.com/jwks.json" }, "/jwks_uri is not a full https address"],
	["a relative endpoint", { revocation_endpoint: "/revoke" }, "/revocation_endpoint"],
	["no token endpoint", { token_endpoint: undefined }, "/token_endpoint is"],
	["no authorization endpoint", { authorization_endpoint: undefined }, "/authorization_endpoint is"],
	["no response types", { response_types_supported: undefined }, "/response_types_supported is not a list."],
])("%s fails", (_, parts, words) => {
	expect(judge({ ...GOOD, ...parts })).toMatchObject({ outcome: "fail", says: expect.stringContaining(words) });
});

test("shows the value, counts the rest, and gives the corrected line", () => {
	expect(judge({ issuer: "https://example.net" })).toMatchObject({
		says: expect.stringMatching(/and 3 more faults\.$/),
		fix: `Change in ${URL}: "issuer": "https://example.com"`,
		exhibits: [{ url: URL, at: "/issuer", excerpt: '"https://example.net"' }],
	});
});

test("no metadata, no verdict", () => {
	expect(ask(oauthAs, { authorizationServer: absent(404, URL) }).outcome).toBe("not-applicable");
	expect(judge(GOOD, URL, { softNotFound: true }).outcome).toBe("not-applicable");
	expect(judge([])).toMatchObject({ outcome: "not-applicable", says: expect.stringContaining("declared-is-real") });
	expect(judge(null, URL, { bytes: 70_000 })).toMatchObject({ says: expect.stringContaining("longer than") });
	expect(judge(JSON.parse('{"__proto__":{"issuer":"https://example.com"}}')).outcome).toBe("fail");
});
