import { describe, expect, it } from "vitest";
import { linkToken, makeSigner, openTestAgents, PROVIDER } from "#people/agents/agents.testkit.ts";
import { BASE, grantedTokens, openTestOauth, queryOf } from "#people/oauth/oauth.testkit.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { stubPeople } from "../api/people.testkit.ts";
import { createStubServe, PEER, StubLimits } from "../api/serve.testkit.ts";
import type { PolicyName } from "../rate-limits/rate-limits.ts";
import {
	authorizeClient,
	claimAgent,
	completeAgentClaim,
	giveToken,
	notifyAgentEvent,
	registerAgent,
	registerClient,
	revokeToken,
	userInfo,
} from "./authorization.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "Content-Type": "application/json" };

describe("the authorization server's endpoints", () => {
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

		it("register clients up to the limit per address", async () => {
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

		it("fetch foreign documents up to the limit per address", async () => {
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

		it("issue tokens for a form, with OAuth errors", async () => {
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

		it("redirect people, but not to an unverified URI", async () => {
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

		it("revoke tokens, and return user info", async () => {
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

describe("the agent identity endpoints", () => {
	describeDatabases((databases) => {
		const open = async (most: Partial<Record<PolicyName, number>> = {}) => {
			const test = await openTestAgents(await databases.open());
			const limits = new StubLimits(most);
			const { serve } = createStubServe({ baseUrl: BASE, people: stubPeople({ agents: test.agents }), limits });
			const ask = async (
				endpoint: Endpoint,
				body: string | object | null,
				type = "application/json",
				method = "POST",
			) => {
				const sent = typeof body === "object" && body !== null ? JSON.stringify(body) : body;
				const init = { method, body: sent, headers: { "Content-Type": type } };
				const answer = await serve(endpoint, new Request(BASE + endpoint.path, init), PEER);
				const [text, { status, headers }] = [await answer.text(), answer];
				return { status, headers, text, body: text === "" ? null : JSON.parse(text) };
			};
			return { ...test, ask, limits };
		};

		it("take an agent from its registration to its claim", async () => {
			const { ask, agents, person, limits } = await open();
			const registered = await ask(registerAgent, { type: "anonymous" });
			expect([registered.status, registered.headers.get("cache-control")]).toEqual([200, "no-store"]);
			const claim_token = registered.body.claim.token;
			const begun = await ask(claimAgent, { type: "login_hint", claim_token, login_hint: "ann@example.com" });
			expect(begun.body).toMatchObject({ id: registered.body.id, type: "service_auth" });
			const user_code = await agents.claims.confirm(linkToken(begun.body.attempt), person("ann"), { mayChange: false });
			const spoken = `${user_code?.slice(0, 3)} ${user_code?.slice(3)}`;
			const claimed = await ask(completeAgentClaim, { claim_token, user_code: spoken });
			expect(claimed.body).toMatchObject({
				status: "claimed",
				identity: { refresh_token: { value: expect.any(String) } },
			});
			const again = await ask(completeAgentClaim, { claim_token, user_code });
			expect(again).toMatchObject({ status: 409, body: { error: "already_claimed" } });
			expect(again.body.error_description).toBe(again.body.message);
			const refresh = { type: "refresh", refresh_token: claimed.body.identity.refresh_token.value };
			expect((await ask(registerAgent, refresh)).status).toBe(200);
			const counted = limits.policies.filter((policy) => policy === "register" || policy === "credential");
			expect(counted).toEqual(["register", "credential"]);
		});

		it("refuse invalid requests with auth.md errors", async () => {
			const { ask, idJag } = await open();
			for (const body of [
				{},
				{ type: "x" },
				{ type: "service_auth" },
				{ type: "identity_assertion", assertion: 1 },
				[],
				"{",
			])
				expect(await ask(registerAgent, body)).toMatchObject({
					status: 400,
					body: { error: "invalid_request", message: expect.any(String) },
				});
			const { status, body } = await ask(completeAgentClaim, { claim_token: "clm_x", user_code: "12345" });
			expect([status, body.error]).toEqual([400, "invalid_request"]);
			const stale = { type: "identity_assertion", assertion: await idJag({ auth_time: 1 }) };
			const challenged = await ask(registerAgent, stale);
			expect(challenged).toMatchObject({ status: 401, body: { error: "login_required", max_age: 3600 } });
			expect(challenged.headers.get("www-authenticate")).toContain('AgentAuth error="login_required", max_age="3600"');
			expect((await ask(registerAgent, "x", "text/plain")).status).toBe(415);
			for (const endpoint of [registerAgent, claimAgent, completeAgentClaim, notifyAgentEvent]) {
				const wrong = await ask(endpoint, null, "application/json", "GET");
				expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
			}
		});

		it("register agents up to the limit per address, and renew beyond it", async () => {
			const { ask } = await open({ register: 2 });
			for (const _ of [1, 2]) expect((await ask(registerAgent, { type: "anonymous" })).status).toBe(200);
			const late = await ask(registerAgent, { type: "anonymous" });
			expect(late).toMatchObject({
				status: 429,
				body: { error: "rate_limit_exceeded", retry_after: expect.any(Number) },
			});
			expect(late.headers.get("retry-after")).toMatch(/^\d+$/);
			const renewed = await ask(registerAgent, { type: "refresh", refresh_token: "agr_x" });
			expect(renewed).toMatchObject({ status: 401, body: { error: "invalid_refresh_token" } });
		});

		it("limit begun claims per address, but not their completion", async () => {
			const { ask, agents, person } = await open({ claim: 3 });
			const login_hint = "ann@example.com";
			for (const _ of [1, 2, 3]) {
				const { body } = await ask(registerAgent, { type: "anonymous" });
				const claim_token = body.claim.token;
				const begun = await ask(claimAgent, { type: "service_auth", claim_token, login_hint });
				const early = await ask(completeAgentClaim, { claim_token, user_code: "000000" });
				expect([begun.status, early.status]).toEqual([200, 409]);
				const user_code = await agents.claims.confirm(linkToken(begun.body.attempt), person("ann"), {
					mayChange: false,
				});
				expect((await ask(completeAgentClaim, { claim_token, user_code })).status).toBe(200);
			}
			expect((await ask(claimAgent, { type: "service_auth", claim_token: "clm_x", login_hint })).status).toBe(429);
			const unknown = await ask(completeAgentClaim, { claim_token: "clm_x", user_code: "000000" });
			expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([
				401,
				'AgentAuth error="invalid_claim_token"',
			]);
		});

		it("limit registrations in total, but not those by a provider or renewals", async () => {
			// An address has three that are counted, beside the first by the DID.
			const { ask, database, clock, idJag, published } = await open({ register: 4 });
			const did = "did:web:agent.example.com";
			const { jwk: publicKeyJwk, sign } = await makeSigner(`${did}#a`);
			const method = { id: `${did}#a`, type: "JsonWebKey", controller: did, publicKeyJwk };
			const document = { id: did, verificationMethod: [method], authentication: ["#a"] };
			published["https://agent.example.com/.well-known/did.json"] = document;
			const byDid = async () => {
				const iat = clock.ms / 1000;
				const claims = { iss: did, sub: did, aud: BASE, iat, exp: iat + 300, jti: crypto.randomUUID() };
				return (await ask(registerAgent, { type: "did", assertion: await sign(claims) })).status;
			};
			expect(await byDid()).toBe(200);
			const { body } = await ask(registerAgent, { type: "anonymous" });
			const [row] = await database.sql.selectFrom("agent_registration").selectAll().where("id", "=", body.id).execute();
			if (!row) throw new Error("There is no registration.");
			const rows = Array.from({ length: 999 }, (_, at) => ({ ...row, id: `reg_${at}`, claim: String(at) }));
			for (let at = 0; at < rows.length; at += 100)
				await database.sql
					.insertInto("agent_registration")
					.values(rows.slice(at, at + 100))
					.execute();
			const refused = await ask(registerAgent, { type: "anonymous" });
			expect(refused).toMatchObject({ status: 429, body: { error: "rate_limit_exceeded", retry_after: 600 } });
			const vouched = { type: "identity_assertion", assertion: await idJag({ email: "zoe@example.com" }) };
			expect((await ask(registerAgent, vouched)).status).toBe(200);
			expect(await byDid()).toBe(200);
			clock.ms += 3_600_001;
			expect((await ask(registerAgent, { type: "anonymous" })).status).toBe(200);
		});

		it("accept events, with RFC 8935 errors", async () => {
			const { ask, provider, clock } = await open();
			const iat = clock.ms / 1000;
			const claims = {
				iss: PROVIDER,
				aud: BASE,
				iat,
				jti: "1",
				sub: "user-1",
				events: { "https://example.com/other": {} },
			};
			const set = await provider.sign(claims, { typ: "secevent+jwt" });
			const taken = await ask(notifyAgentEvent, set, "application/secevent+jwt");
			expect([taken.status, taken.text]).toEqual([202, ""]);
			const replayed = await ask(notifyAgentEvent, set, "application/secevent+jwt");
			expect(replayed).toMatchObject({
				status: 400,
				body: { err: "invalid_request", description: expect.any(String) },
			});
			expect(Object.keys(replayed.body)).toEqual(["err", "description"]);
			expect(replayed.headers.get("content-language")).toBe("en");
			expect((await ask(notifyAgentEvent, set, "application/json")).status).toBe(415);
		});
	});
});
