import { createHmac } from "node:crypto";
import { generateKeyPair } from "jose";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import {
	BACK,
	BASE,
	clientKey,
	codeFor,
	grantedTokens,
	openTestOauth,
	queryOf,
	START,
	VERIFIER,
} from "./oauth.testkit.ts";

const CODE = { grant_type: "authorization_code", code_verifier: VERIFIER };
const REFRESH = { grant_type: "refresh_token" };

describe("an attacker", () => {
	describeDatabases((databases) => {
		it("gets nothing for a reused code, which ends the grant", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { exchange, access_token, refresh_token, client_id } = await grantedTokens(oauth);
			expect(await oauth.refusal(exchange)).toBe("invalid_grant");
			expect(await oauth.verifyToken(access_token, BASE)).toEqual({ refused: "It was revoked." });
			expect(await oauth.refusal({ ...REFRESH, client_id, refresh_token })).toBe("invalid_grant");
		});

		it("wins at most once when many send a code concurrently", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { client_id } = await oauth.register({ redirect_uris: [BACK], token_endpoint_auth_method: "none" });
			const code = await codeFor(oauth, queryOf(client_id));
			const answers = await Promise.all(Array.from({ length: 8 }, () => oauth.refusal({ ...CODE, client_id, code })));
			expect(answers.filter((answer) => answer === "none").length).toBeLessThanOrEqual(1);
			expect(new Set(answers).has("invalid_grant")).toBe(true);
		});

		it("gets nothing for a code with another client, verifier or redirect URI, or after expiry", async () => {
			const oauth = await openTestOauth(await databases.open());
			const metadata = { redirect_uris: [BACK, `${BACK}/2`], token_endpoint_auth_method: "none" };
			const [{ client_id }, other] = [await oauth.register(metadata), await oauth.register(metadata)];
			const newCode = () => codeFor(oauth, queryOf(client_id));
			const tricks = [
				{ client_id: other.client_id },
				{ client_id, code_verifier: `${VERIFIER}x` },
				{ client_id, code_verifier: "short" },
				{ client_id, redirect_uri: `${BACK}/2` },
			];
			for (const trick of tricks) {
				const code = await newCode();
				expect(await oauth.refusal({ ...CODE, code, ...trick })).toBe("invalid_grant");
				expect(await oauth.refusal({ ...CODE, code, client_id }), "it is used up").toBe("invalid_grant");
			}
			const { code_verifier: _, ...bare } = CODE;
			expect(await oauth.refusal({ ...bare, code: await newCode(), client_id })).toBe("invalid_request");
			const [late, mcp] = [await newCode(), await codeFor(oauth, queryOf(client_id, { resource: `${BASE}/mcp` }))];
			expect(await oauth.refusal({ ...CODE, code: mcp, client_id, resource: BASE })).toBe("invalid_target");
			oauth.clock.ms += 600_000;
			expect(await oauth.refusal({ ...CODE, code: late, client_id })).toBe("invalid_grant");
		});

		it("has no token that its person or holder cannot revoke", async () => {
			const database = await databases.open();
			const oauth = await openTestOauth(database);
			const behind = await openTestOauth(database);
			const once = { redirect_uris: [BACK], token_endpoint_auth_method: "none", grant_types: ["authorization_code"] };
			const { client_id } = await oauth.register(once);
			const exchange = async () => ({ ...CODE, client_id, code: await codeFor(oauth, queryOf(client_id)) });
			const [{ access_token }, { access_token: given_up }] = [
				await oauth.token(await exchange()),
				await oauth.token(await exchange()),
			];
			behind.clock.ms -= 2_000;
			await behind.revoke({ authorization: null, token: given_up });
			expect(await oauth.verifyToken(given_up, BASE)).toEqual({ refused: "It was revoked." });
			oauth.clock.ms += 59 * 60_000;
			await oauth.sweep(oauth.clock.ms);
			expect(await oauth.verifyToken(access_token, BASE)).toHaveProperty("subject");
			for (const { id } of await oauth.grants.list("ann")) await oauth.grants.end(id, "ann");
			expect(await oauth.verifyToken(access_token, BASE)).toEqual({ refused: "It was revoked." });
		});

		it("ends the grant with a reused refresh token", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { client_id, refresh_token } = await grantedTokens(oauth);
			const next = await oauth.token({ ...REFRESH, client_id, refresh_token });
			expect(await oauth.refusal({ ...REFRESH, client_id, refresh_token })).toBe("invalid_grant");
			const newest = { ...REFRESH, client_id, refresh_token: next.refresh_token };
			expect(await oauth.refusal(newest)).toBe("invalid_grant");
			expect(await oauth.verifyToken(next.access_token, BASE)).toHaveProperty("refused");
		});

		it("cannot fill a table by renewing: only the newest used tokens are kept", async () => {
			const database = await databases.open();
			const oauth = await openTestOauth(database);
			const { client_id, refresh_token } = await grantedTokens(oauth);
			const next = await oauth.token({ ...REFRESH, client_id, refresh_token });
			const row = await database.sql.selectFrom("oauth_refresh").selectAll().executeTakeFirstOrThrow();
			const used = Array.from({ length: 150 }, (_, at) => ({ ...row, digest: `used ${at}`, used_ms: START + 1 + at }));
			await database.sql.insertInto("oauth_refresh").values(used).execute();
			const newest = await oauth.token({ ...REFRESH, client_id, refresh_token: next.refresh_token });
			const left = await database.sql.selectFrom("oauth_refresh").select("digest").execute();
			expect([left.length, left.filter(({ digest }) => digest.startsWith("used 1")).length]).toEqual([101, 50]);
			expect(await oauth.refusal({ ...REFRESH, client_id, refresh_token })).toBe("invalid_grant");
			const again = { ...REFRESH, client_id, refresh_token: newest.refresh_token };
			expect(await oauth.refusal(again), "nothing has ended").toBe("none");
		});

		it("gets nothing for a deleted account", async () => {
			const database = await databases.open();
			const oauth = await openTestOauth(database);
			const { client_id, refresh_token } = await grantedTokens(oauth);
			const unused = await codeFor(oauth, queryOf(client_id));
			await database.sql.deleteFrom("user").where("id", "=", "ann").execute();
			expect(await oauth.refusal({ ...REFRESH, client_id, refresh_token })).toBe("invalid_grant");
			expect(await oauth.refusal({ ...CODE, client_id, code: unused })).toBe("invalid_grant");
			await expect(codeFor(oauth, queryOf(client_id))).rejects.toMatchObject({ status: 400, error: "access_denied" });
			expect(await codeFor(oauth, queryOf(client_id), "bob")).toMatch(/^slc_/);
		});

		it("cannot register more than 1,000 clients per hour from any number of addresses", async () => {
			const database = await databases.open();
			const oauth = await openTestOauth(database);
			const row = { registered_ms: START, used_ms: null, secret: null, metadata: "{}" };
			const rows = Array.from({ length: 1000 }, (_, at) => ({ id: `client ${at}`, ...row }));
			await database.sql.insertInto("oauth_client").values(rows).execute();
			const late = { status: 429, error: "rate_limit_exceeded", headers: { "Retry-After": "600" } };
			await expect(oauth.register({})).rejects.toMatchObject(late);
			oauth.clock.ms += 3_600_000;
			expect(await oauth.register({})).toHaveProperty("client_id");
		});

		it("gets no more than was granted, and a refused request uses up nothing", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { client_id, refresh_token } = await grantedTokens(oauth, { scope: "audit:read" });
			const more = { ...REFRESH, client_id, refresh_token };
			expect(await oauth.refusal({ ...more, scope: "audit:read audit:write" })).toBe("invalid_scope");
			expect(await oauth.refusal({ ...more, resource: `${BASE}/mcp` })).toBe("invalid_target");
			expect(await oauth.refusal({ ...more, resource: "https://other.example" })).toBe("invalid_target");
			const stranger = await oauth.register({ redirect_uris: [BACK], token_endpoint_auth_method: "none" });
			expect(await oauth.refusal({ ...more, client_id: stranger.client_id })).toBe("invalid_grant");
			const own = await oauth.register({});
			const as = { grant_type: "client_credentials", client_id: own.client_id, client_secret: own.client_secret };
			for (const scope of ["audit:read", "openid", "audit:public audit:write"])
				expect(await oauth.refusal({ ...as, scope })).toBe("invalid_scope");
			expect(await oauth.refusal(more)).toBe("none");
		});

		it("is not authenticated with a wrong secret, another's, none or 2", async () => {
			const oauth = await openTestOauth(await databases.open());
			const [one, two] = [await oauth.register({}), await oauth.register({})];
			const as = { grant_type: "client_credentials", client_id: one.client_id };
			const field = (id: string, secret = "") => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
			const { client_secret } = one;
			const tricks: [string, Parameters<typeof oauth.refusal>[0]][] = [
				["invalid_client", { ...as, client_secret: two.client_secret }],
				["invalid_client", { ...as, client_secret: `${client_secret}x` }],
				["invalid_client", as],
				["invalid_client", { ...as, client_id: "client_AAAAAAAAAAAAAAAAAAAAAA", client_secret }],
				["invalid_client", { ...as, client_id: "' or 1=1 --", client_secret }],
				["invalid_client", { ...as, client_id: undefined }],
				["invalid_client", { ...as, authorization: field(one.client_id) }],
				["invalid_client", { ...as, authorization: "Basic !!" }],
				["invalid_client", { ...as, authorization: field(one.client_id, "%zz") }],
				["invalid_request", { ...as, authorization: field(one.client_id, client_secret), client_secret }],
				["invalid_request", { ...as, client_id: two.client_id, authorization: field(one.client_id, client_secret) }],
				["unsupported_grant_type", { ...as, client_secret, grant_type: "password" }],
				["unauthorized_client", { ...as, client_secret, grant_type: "refresh_token" }],
			];
			for (const [error, request] of tricks) expect(await oauth.refusal(request), JSON.stringify(request)).toBe(error);
		});

		it("is not authenticated with an assertion that is reused, for another audience, too old or wrongly signed", async () => {
			const { jwk, assertion } = await clientKey();
			const stranger = await generateKeyPair("ES256", { extractable: true });
			const oauth = await openTestOauth(await databases.open());
			const by = { token_endpoint_auth_method: "private_key_jwt", grant_types: ["client_credentials"] };
			const { client_id } = await oauth.register({ ...by, jwks: { keys: [jwk] } });
			const another = await oauth.register({ ...by, jwks: { keys: [jwk] } });
			const ask = async (given: object) => oauth.refusal({ grant_type: "client_credentials", ...given });
			const good = await assertion(client_id);
			expect(await ask(good)).toBe("none");
			expect(await ask(good), "again").toBe("invalid_client");
			const wrong = [
				await assertion(client_id, { aud: `${BASE}/oauth/token` }),
				await assertion(client_id, { aud: [BASE, "https://other.example"] }),
				await assertion(client_id, { aud: "https://other.example" }),
				await assertion(client_id, { iss: another.client_id }),
				await assertion(client_id, { sub: another.client_id }),
				await assertion(client_id, { exp: START / 1000 - 60 }),
				await assertion(client_id, { exp: START / 1000 + 86_400 }),
				await assertion(client_id, { nbf: START / 1000 + 120 }),
				await assertion(client_id, { jti: undefined }),
				await assertion(client_id, {}, { key: stranger.privateKey }),
				await assertion(client_id, {}, { key: stranger.privateKey, jwk: { ...jwk } } as never),
				{ ...(await assertion(client_id)), client_id: another.client_id },
			];
			for (const each of wrong) expect(await ask(each), JSON.stringify(each)).toBe("invalid_client");
			const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
			const claims = encode({ iss: client_id, sub: client_id, aud: BASE, jti: "x", exp: START / 1000 + 60 });
			for (const alg of ["none", "HS256"]) {
				const signed = `${encode({ alg, kid: "one" })}.${claims}`;
				const mac = createHmac("sha256", JSON.stringify(jwk)).update(signed).digest("base64url");
				for (const end of ["", mac])
					expect(await ask({ ...good, client_assertion: `${signed}.${end}` })).toBe("invalid_client");
			}
			expect(await ask({ ...good, client_assertion_type: "urn:x" })).toBe("invalid_request");
			const secret = { grant_type: "client_credentials", client_id, client_secret: "x" };
			expect(await oauth.refusal(secret)).toBe("invalid_client");
		});
	});
});
