import { describe, expect, it } from "vitest";
import { linkToken, makeSigner, openTestAgents, PROVIDER } from "#people/agents/agents.testkit.ts";
import { BASE } from "#people/oauth/oauth.testkit.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { stubPeople } from "../../api/people.testkit.ts";
import { createStubServe, PEER, StubLimits } from "../../api/serve.testkit.ts";
import type { PolicyName } from "../../rate-limits/rate-limits.ts";
import { claimAgent, completeAgentClaim, notifyAgentEvent, registerAgent } from "./agent-endpoints.ts";

describe("addresses of agent identity", () => {
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
			const user_code = await agents.confirm(linkToken(begun.body.attempt), person("ann"), { mayChange: false });
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

		it("refuse in the shape of auth.md what is no request", async () => {
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

		it("register as many agents as an address may, and renew beyond that", async () => {
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

		it("bound how often claims are begun from an address; agents there complete as many as were begun", async () => {
			const { ask, agents, person } = await open({ claim: 3 });
			const login_hint = "ann@example.com";
			for (const _ of [1, 2, 3]) {
				const { body } = await ask(registerAgent, { type: "anonymous" });
				const claim_token = body.claim.token;
				const begun = await ask(claimAgent, { type: "service_auth", claim_token, login_hint });
				const early = await ask(completeAgentClaim, { claim_token, user_code: "000000" });
				expect([begun.status, early.status]).toEqual([200, 409]);
				const user_code = await agents.confirm(linkToken(begun.body.attempt), person("ann"), { mayChange: false });
				expect((await ask(completeAgentClaim, { claim_token, user_code })).status).toBe(200);
			}
			expect((await ask(claimAgent, { type: "service_auth", claim_token: "clm_x", login_hint })).status).toBe(429);
			const unknown = await ask(completeAgentClaim, { claim_token: "clm_x", user_code: "000000" });
			expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([
				401,
				'AgentAuth error="invalid_claim_token"',
			]);
		});

		it("stop registrations of all addresses together when there are too many, but neither a provider's users nor who renews", async () => {
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

		it("take events, and answer them with their own errors", async () => {
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
