import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import {
	BACK,
	BASE,
	CHALLENGE,
	clientKey,
	codeFor,
	grantedTokens,
	openTestOauth,
	queryOf,
	VERIFIER,
} from "./oauth.testkit.ts";

const BY_CLIENT = { grant_type: "client_credentials" };
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

describe("tokens", () => {
	describeDatabases((databases) => {
		it("are issued to clients with a secret, in the header or form", async () => {
			const { register, token, verifyToken } = await openTestOauth(await databases.open());
			const client = await register({ client_name: "Nightly: 100 %" });
			expect(client).toMatchObject({ grant_types: ["client_credentials"], client_secret_expires_at: 0 });
			const { client_id, client_secret = "" } = client;
			const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
			for (const way of [{ authorization: basic }, { client_id, client_secret }]) {
				const { access_token, scope, ...more } = await token({ ...BY_CLIENT, ...way });
				expect(more).toEqual({ token_type: "Bearer", expires_in: 3600 });
				expect(scope).toBe("audit:public brief:public health:read");
				const claims = await verifyToken(access_token, BASE);
				expect(claims).toMatchObject({ subject: client_id, clientId: client_id });
				expect(claims).not.toHaveProperty("account");
			}
			const narrow = await token({
				...BY_CLIENT,
				authorization: basic,
				scope: "audit:public",
				resource: `${BASE}/mcp`,
			});
			expect(narrow.scope).toBe("audit:public");
			expect(await verifyToken(narrow.access_token, `${BASE}/mcp`)).toHaveProperty("subject");
		});

		it("are issued to clients with a key, registered or published", async () => {
			const { jwk, assertion } = await clientKey();
			const documents: Record<string, unknown> = { "https://app.example.com/keys": { keys: [] } };
			const { register, token, clock, refusal } = await openTestOauth(await databases.open(), documents);
			const method = { token_endpoint_auth_method: "private_key_jwt", ...{ grant_types: ["client_credentials"] } };
			const one = await register({ ...method, jwks: { keys: [jwk] } });
			expect(one).not.toHaveProperty("client_secret");
			expect(await token({ ...BY_CLIENT, ...(await assertion(one.client_id)) })).toHaveProperty("access_token");
			const two = await register({ ...method, jwks_uri: "https://app.example.com/keys" });
			expect(await refusal({ ...BY_CLIENT, ...(await assertion(two.client_id)) })).toBe("invalid_client");
			documents["https://app.example.com/keys"] = { keys: [{ kty: "oct", k: "AA" }, jwk] };
			clock.ms += 30_000;
			expect(await token({ ...BY_CLIENT, ...(await assertion(two.client_id)) })).toHaveProperty("access_token");
		});

		it("are issued after consent, with an ID token, and renewed", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { tokenKeys, token, userInfo, verifyToken } = oauth;
			const scope = "openid email audit:read";
			const granted = await grantedTokens(oauth, { scope, nonce: "n" });
			const { client_id, refresh_token = "", id_token = "" } = granted;
			expect(granted).toMatchObject({ scope, expires_in: 3600 });
			expect(await verifyToken(granted.access_token, BASE)).toMatchObject({ subject: "ann", account: "ann" });
			const set = createLocalJWKSet({ keys: (await tokenKeys.keys()).keys.map((key) => ({ ...key })) });
			const options = { issuer: BASE, audience: client_id, currentDate: new Date(oauth.clock.ms) };
			const { payload } = await jwtVerify(id_token, set, options);
			expect(payload).toMatchObject({ sub: "ann", nonce: "n", auth_time: oauth.clock.ms / 1000 - 60 });
			const info = await userInfo(`Bearer ${granted.access_token}`);
			expect(info).toEqual({ sub: "ann", email: "ann@example.com", email_verified: true });
			const renewed = await token({ grant_type: "refresh_token", client_id, refresh_token, scope: "audit:read" });
			expect(renewed.scope).toBe("audit:read");
			expect(renewed.refresh_token).not.toBe(refresh_token);
			const again = await token({ grant_type: "refresh_token", client_id, refresh_token: renewed.refresh_token });
			expect(again.scope).toBe(scope);
		});

		it("are issued for an assertion to any holder, and to clients with that grant type", async () => {
			const { token, register, refusal, verifyToken } = await openTestOauth(await databases.open());
			const { access_token } = await token({ grant_type: JWT_BEARER, assertion: "reg_1/ann" });
			const claims = { subject: "reg_1", clientId: "reg_1", account: "ann" };
			expect(await verifyToken(access_token, BASE)).toMatchObject(claims);
			expect(await refusal({ grant_type: JWT_BEARER })).toBe("invalid_request");
			const other = await register({ grant_types: ["client_credentials"] });
			const { client_id, client_secret } = other;
			expect(await refusal({ grant_type: JWT_BEARER, assertion: "x", client_id, client_secret })).toBe(
				"unauthorized_client",
			);
		});

		it("end when revoked, with their grant and with their account", async () => {
			const oauth = await openTestOauth(await databases.open());
			const { revoke, refusal, verifyToken } = oauth;
			const isGood = async (token: string) => "subject" in (await verifyToken(token, BASE));
			const [one, two] = [await grantedTokens(oauth), await grantedTokens(oauth)];
			await revoke({ authorization: null, token: one.access_token });
			expect([await isGood(one.access_token), await isGood(two.access_token)]).toEqual([false, true]);
			for (const unknown of ["nonsense", "a.b.c", "slr_x"]) await revoke({ authorization: null, token: unknown });
			// Another client cannot revoke it.
			await revoke({ authorization: null, token: two.refresh_token, client_id: one.client_id });
			expect(await isGood(two.access_token)).toBe(true);
			await revoke({ authorization: null, token: two.refresh_token, client_id: two.client_id });
			expect(await isGood(two.access_token)).toBe(false);
			const again = { grant_type: "refresh_token", client_id: two.client_id, refresh_token: two.refresh_token };
			expect(await refusal(again)).toBe("invalid_grant");
			const three = await grantedTokens(oauth);
			expect(await oauth.grants.list("ann")).toHaveLength(2);
			await oauth.grants.forget("ann");
			expect([await isGood(three.access_token), await oauth.grants.list("ann")]).toEqual([false, []]);
		});

		it("are issued to clients with a metadata document", async () => {
			const id = "https://app.example.com/client.json";
			const document = { client_id: id, client_name: "App", redirect_uris: [BACK] };
			const oauth = await openTestOauth(await databases.open(), { [id]: document });
			const code = await codeFor(oauth, queryOf(id));
			const exchange = {
				grant_type: "authorization_code",
				client_id: id,
				code,
				code_verifier: VERIFIER,
				redirect_uri: BACK,
			};
			expect(await oauth.token(exchange)).toMatchObject({ refresh_token: expect.any(String) });
			expect(oauth.asked).toEqual([id]);
			expect(CHALLENGE).toHaveLength(43);
		});

		it("are swept after they expire", async () => {
			const database = await databases.open();
			const oauth = await openTestOauth(database);
			await grantedTokens(oauth);
			await oauth.register({});
			const { jwk, assertion } = await clientKey();
			const by = { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [jwk] } };
			await oauth.token({ ...BY_CLIENT, ...(await assertion((await oauth.register(by)).client_id)) });
			await oauth.sweep(oauth.clock.ms + 31 * 86_400_000);
			const left = async (table: "oauth_client" | "oauth_code" | "oauth_grant" | "oauth_refresh" | "oauth_used") =>
				(await database.sql.selectFrom(table).selectAll().execute()).length;
			// Two clients got tokens.
			expect(await left("oauth_client")).toBe(2);
			for (const table of ["oauth_code", "oauth_grant", "oauth_refresh", "oauth_used"] as const)
				expect([table, await left(table)]).toEqual([table, 0]);
			await oauth.sweep(oauth.clock.ms + 91 * 86_400_000);
			expect(await left("oauth_client")).toBe(0);
		});
	});
});
