import { describe, expect, it } from "vitest";
import { BASE, grantedTokens, openTestOauth, queryOf } from "#people/oauth/oauth.testkit.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { stubPeople } from "../../api/people.testkit.ts";
import { createStubServe, PEER, StubLimits } from "../../api/serve.testkit.ts";
import { authorizeClient, giveToken, registerClient, revokeToken, userInfo } from "./oauth-endpoints.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "Content-Type": "application/json" };

describe("addresses of the authorization server", () => {
	describeDatabases((databases) => {
		const open = async () => {
			const oauth = await openTestOauth(await databases.open());
			const people = stubPeople({ oauth, accounts: { session: async () => undefined } });
			const limits = new StubLimits({ register: 3, "look-up": 2 });
			const { serve } = createStubServe({ baseUrl: BASE, people, limits });
			const ask = (endpoint: Endpoint, init: RequestInit = {}, query = "") =>
				serve(endpoint, new Request(BASE + endpoint.path + query, init), PEER);
			const post = (endpoint: Endpoint, form: Record<string, string> | string, headers = {}) =>
				ask(endpoint, { method: "POST", body: new URLSearchParams(form), headers: { ...FORM, ...headers } });
			const register = (metadata: unknown) =>
				ask(registerClient, { method: "POST", body: JSON.stringify(metadata), headers: JSON_TYPE });
			return { ...oauth, oauth, ask, post, register, limits };
		};

		it("register clients, as often as an address may", async () => {
			const { register } = await open();
			const made = await register({ client_name: "App", secret_wish: "x" });
			expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
			const client = (await made.json()) as Record<string, unknown>;
			expect(client).toMatchObject({ client_name: "App", client_secret: expect.stringMatching(/^sls_/) });
			expect(client).not.toHaveProperty("secret_wish");
			const bad = await register({ redirect_uris: ["javascript:alert(1)"] });
			expect([bad.status, await bad.json()]).toMatchObject([400, { error: "invalid_redirect_uri" }]);
			expect(await (await register([])).json()).toMatchObject({ error: "invalid_client_metadata" });
			const late = await register({});
			expect(late.status).toBe(429);
			expect(late.headers.get("retry-after")).toMatch(/^\d+$/);
			expect(await late.json()).toMatchObject({ error: "rate_limit_exceeded", retry_after: expect.any(Number) });
		});

		it("look up what strangers name as often as an address may", async () => {
			const { ask, asked, post, limits } = await open();
			const named = (at: number) => `?${queryOf(`https://${at}.example.com/client.json`)}`;
			const statuses = [];
			for (const at of [0, 1, 0, 2]) statuses.push((await ask(authorizeClient, {}, named(at))).status);
			const late = await post(giveToken, {
				grant_type: "refresh_token",
				client_id: "https://3.example.com/client.json",
			});
			expect([...statuses, late.status, asked.length]).toEqual([400, 400, 400, 429, 429, 2]);
			expect(await late.json()).toMatchObject({ error: "rate_limit_exceeded", retry_after: expect.any(Number) });
			expect(limits.policies).toContain("credential");
		});

		it("give tokens for a form, and say in their own words why not", async () => {
			const { post, ask, oauth } = await open();
			const { client_id, client_secret = "" } = await oauth.register({});
			const form = { grant_type: "client_credentials", client_id, client_secret };
			const given = await post(giveToken, form);
			expect(await given.json()).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
			expect(given.headers.get("cache-control")).toBe("no-store");
			expect(given.headers.get("pragma")).toBe("no-cache");
			expect(given.headers.get("access-control-allow-origin")).toBe("*");
			const wrong = await post(giveToken, { ...form, client_secret: "x" });
			expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: "invalid_client" }]);
			expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
			const basic = `Basic ${Buffer.from(`${client_id}:x`).toString("base64")}`;
			const challenged = await post(giveToken, { grant_type: "client_credentials" }, { Authorization: basic });
			expect([challenged.status, challenged.headers.get("www-authenticate")]).toEqual([
				401,
				expect.stringMatching(/^Basic realm=/),
			]);
			const twice = await post(giveToken, `${new URLSearchParams(form)}&scope=audit:public&scope=audit:read`);
			expect([twice.status, await twice.json()]).toMatchObject([400, { error: "invalid_request" }]);
			const json = await ask(giveToken, { method: "POST", body: JSON.stringify(form), headers: JSON_TYPE });
			expect(json.status).toBe(415);
			expect((await ask(giveToken)).headers.get("allow")).toContain("POST");
		});

		it("lead people on, and nobody where it is not certain whose address it is", async () => {
			const { ask, oauth } = await open();
			const { client_id } = await oauth.register({ redirect_uris: ["https://app.example.com/back"] });
			const led = await ask(authorizeClient, {}, `?${queryOf(client_id)}`);
			expect([led.status, led.headers.get("location")]).toEqual([303, `${BASE}/oauth/consent/?${queryOf(client_id)}`]);
			const evil = queryOf(client_id, { redirect_uri: "https://evil.example/" });
			const stopped = await ask(authorizeClient, {}, `?${evil}`);
			expect([stopped.status, stopped.headers.get("location")]).toEqual([400, null]);
			expect(await stopped.json()).toMatchObject({ error: "invalid_request" });
			const posted = { method: "POST", body: queryOf(client_id), headers: FORM };
			expect((await ask(authorizeClient, posted)).headers.get("location")).toBe(led.headers.get("location"));
		});

		it("end tokens, and say who somebody is", async () => {
			const { ask, post, oauth } = await open();
			const { access_token } = await grantedTokens(oauth, { scope: "openid profile" });
			const who = (token: string) => ask(userInfo, { headers: { Authorization: `Bearer ${token}` } });
			expect(await (await who(access_token)).json()).toEqual({ sub: "ann", name: "ann" });
			for (const token of [access_token, "nonsense"]) {
				const ended = await post(revokeToken, { token });
				expect([ended.status, await ended.text()]).toEqual([200, ""]);
			}
			const refused = await who(access_token);
			expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
				401,
				expect.stringMatching(/error="invalid_token"/),
			]);
			const bare = await ask(userInfo);
			expect(bare.headers.get("www-authenticate")).toBe(
				`Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`,
			);
			expect(await (await post(revokeToken, {})).json()).toMatchObject({ error: "invalid_request" });
		});
	});
});
