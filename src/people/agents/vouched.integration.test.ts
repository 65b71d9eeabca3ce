import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { BASE } from "../oauth/oauth.testkit.ts";
import { linkToken, makeSigner, openTestAgents, PROVIDER, refusalOf, type TestAgents } from "./agents.testkit.ts";
import { REVOKED_EVENT } from "./agents.ts";

const PUBLIC = ["audit:public", "brief:public", "health:read"];
const KEYS = `${PROVIDER}/.well-known/jwks.json`;

const asserted = async ({ agents }: TestAgents, assertion: string | Promise<string>) =>
	agents.register({ type: "identity_assertion", assertion: await assertion });

/** The error of a provider's user who has an account here and was not asked yet. */
async function interaction(test: TestAgents) {
	const error = await asserted(test, test.idJag()).catch((thrown) => thrown);
	expect(error).toMatchObject({ status: 401, error: "interaction_required", more: { type: "identity_assertion" } });
	expect(error.headers["WWW-Authenticate"]).toMatch(/^AgentAuth error="interaction_required", error_description="/);
	return error.more;
}

/** Ann lets the provider's agent act for her. */
async function linked(test: TestAgents) {
	const { claim } = await interaction(test);
	const user_code = await test.agents.claims.confirm(linkToken(claim.attempt), test.person("ann"), {
		mayChange: false,
	});
	const completed = await test.agents.claims.complete({ claim_token: claim.token, user_code: user_code ?? "" });
	test.clock.ms += 1;
	return completed;
}

describe("agents vouched for by a trusted provider", () => {
	describeDatabases((databases) => {
		const open = async () => openTestAgents(await databases.open());

		it("get public scopes, and no account before its owner was asked", async () => {
			const test = await open();
			const { tokenOf, oauth } = test;
			const other = { email: "zoe@example.com", sub: "user-2" };
			const first = await asserted(test, test.idJag(other));
			expect(first).toMatchObject({ type: "identity_assertion", scopes: PUBLIC });
			expect((await asserted(test, test.idJag(other))).id).toBe(first.id);
			const phone = { email_verified: false, phone_number: "+49 30 1", phone_number_verified: true, sub: "user-3" };
			expect(await asserted(test, test.idJag(phone))).toMatchObject({ scopes: PUBLIC });
			const { access_token } = await tokenOf(first.identity?.assertion ?? "");
			expect(await oauth.verifyToken(access_token, BASE)).toMatchObject({ subject: first.id, scopes: PUBLIC });
			const { claim } = await interaction(test);
			expect(await test.agents.claims.question(linkToken(claim.attempt), test.person("ann"))).toMatchObject({
				provider: "Agents Inc.",
				client: "agents.example.com",
				isFirstOfProvider: true,
			});
			const elsewhere = { claim_token: claim.token, login_hint: "bob@example.com" };
			expect(await refusalOf(test.agents.claims.claim(elsewhere))).toBe("invalid_login_hint");
		});

		it("act for the account after its owner has confirmed, without a refresh token", async () => {
			const test = await open();
			const { id, identity } = await linked(test);
			expect(identity).not.toHaveProperty("refresh_token");
			expect(await asserted(test, test.idJag())).toMatchObject({ id, scopes: [...PUBLIC, "audit:read"] });
			const { access_token } = await test.tokenOf(identity.assertion);
			expect(await test.oauth.verifyToken(access_token, BASE)).toMatchObject({ account: "ann" });
			expect(await test.agents.list("ann")).toMatchObject([{ provider: "Agents Inc.", client: "agents.example.com" }]);
			// So does another client of the provider, which has what is public until then, and ends with the others.
			const other = { client_id: "other" };
			expect(await refusalOf(asserted(test, test.idJag(other)))).toBe("interaction_required");
			const { access_token: others } = await test.tokenOf(await test.idJag(other));
			expect(await test.oauth.verifyToken(others, BASE)).not.toHaveProperty("account");
			const { provider, clock } = test;
			const taken = { iss: PROVIDER, aud: BASE, iat: clock.ms / 1000, jti: "1", sub: "user-1" };
			const whole = { ...taken, iat: Math.floor(taken.iat), events: { [REVOKED_EVENT]: {} } };
			await test.agents.notify(await provider.sign(whole, { typ: "secevent+jwt" }));
			for (const token of [others, access_token])
				expect(await test.oauth.verifyToken(token, BASE)).toEqual({ refused: "It was revoked." });
			// Another user of the provider with the same address must agree again.
			expect(await refusalOf(asserted(test, test.idJag({ sub: "user-9" })))).toBe("interaction_required");
		});

		it("are refused for any fault of the assertion", async () => {
			const test = await open();
			const { idJag, clock, provider } = test;
			const at = clock.ms / 1000;
			const stranger = await makeSigner("provider-1");
			const cases: readonly [string, Promise<string> | string][] = [
				["invalid_request", "x"],
				["invalid_request", idJag({}, { typ: "at+jwt" })],
				["invalid_request", idJag({}, { typ: "secevent+jwt" })],
				["issuer_not_enabled", idJag({ iss: "https://evil.example" })],
				["issuer_not_enabled", idJag({ iss: `${PROVIDER}/` })],
				["issuer_not_enabled", idJag({ iss: BASE })],
				["invalid_signature", idJag({}, {}, stranger)],
				["invalid_signature", idJag({}, { kid: "unknown" })],
				["invalid_audience", idJag({ aud: "https://elsewhere.example" })],
				["invalid_audience", idJag({ aud: `${BASE}/oauth/token` })],
				["invalid_audience", idJag({ aud: [BASE, "https://elsewhere.example"] })],
				["expired", idJag({ iat: at - 600, exp: at - 61 })],
				["invalid_request", idJag({ iat: at + 300, exp: at + 600 })],
				["invalid_request", idJag({ exp: at + 86_400 })],
				["invalid_request", idJag({ jti: undefined })],
				["invalid_request", idJag({ sub: undefined })],
				["invalid_request", idJag({ sub: "a\0b" })],
				["invalid_request", idJag({ jti: "\ud800" })],
				["invalid_client_id", idJag({ client_id: undefined })],
				["invalid_client_id", idJag({ client_id: "a\0b" })],
				["invalid_client_id", idJag({ client_id: "x".repeat(256) })],
				["missing_verified_email", idJag({ email_verified: false })],
				["missing_verified_email", idJag({ email_verified: "true" })],
				["login_required", idJag({ auth_time: undefined })],
				["login_required", idJag({ auth_time: at - 3_700 })],
				["login_required", idJag({ auth_time: at + 120 })],
			];
			for (const [error, assertion] of cases) expect(await refusalOf(asserted(test, assertion))).toBe(error);
			// Algorithms: none at all, and the public key as a shared secret.
			const [, payload = ""] = (await idJag()).split(".");
			const none = `${Buffer.from('{"alg":"none","typ":"oauth-id-jag+jwt"}').toString("base64url")}.${payload}.`;
			expect(await refusalOf(asserted(test, none))).toBe("invalid_request");
			const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
			const confused = new SignJWT(claims).setProtectedHeader({
				alg: "HS256",
				kid: "provider-1",
				typ: "oauth-id-jag+jwt",
			});
			const secret = new TextEncoder().encode(JSON.stringify(provider.jwk));
			expect(await refusalOf(asserted(test, confused.sign(secret)))).toBe("invalid_signature");
			expect((await test.database.sql.selectFrom("agent_registration").selectAll().execute()).length).toBe(0);
		});

		it("cause no fetch from untrusted issuers, and only occasional fetches of new keys", async () => {
			const test = await open();
			await refusalOf(asserted(test, test.idJag({ iss: "https://10.0.0.1" })));
			expect(test.asked).toEqual([]);
			await refusalOf(asserted(test, test.idJag({ sub: "user-2", email: "zoe@example.com" })));
			const next = await makeSigner("provider-2");
			test.published[KEYS] = { keys: [next.jwk] };
			const rotated = () => test.idJag({ sub: "user-2", email: "zoe@example.com" }, { kid: "provider-2" }, next);
			expect(await refusalOf(asserted(test, rotated()))).toBe("invalid_signature");
			test.clock.ms += 30_000;
			expect(await refusalOf(asserted(test, rotated()))).toBe("none");
			expect(test.asked.filter((url) => url === KEYS)).toHaveLength(2);
		});

		it("may have their keys at the place in the provider's own OpenID document", async () => {
			const test = await open();
			const document = `${PROVIDER}/.well-known/openid-configuration`;
			const elsewhere = "https://keys.example.com/set";
			Reflect.deleteProperty(test.published, KEYS);
			test.published[elsewhere] = { keys: [test.provider.jwk] };
			test.published[document] = { issuer: "https://other.example.com", jwks_uri: elsewhere };
			expect(await refusalOf(asserted(test, test.idJag({ sub: "user-2", email: "zoe@example.com" })))).toBe(
				"invalid_signature",
			);
			test.published[document] = { issuer: PROVIDER, jwks_uri: elsewhere };
			test.clock.ms += 300_000;
			expect(await refusalOf(asserted(test, test.idJag({ sub: "user-2", email: "zoe@example.com" })))).toBe("none");
		});

		it("get a temporary error while the provider's keys are unreachable, as do its events", async () => {
			const test = await open();
			const { [KEYS]: keys } = test.published;
			Reflect.deleteProperty(test.published, KEYS);
			const assertion = await test.idJag({ sub: "user-2", email: "zoe@example.com" });
			const claims = { iss: PROVIDER, aud: BASE, iat: test.clock.ms / 1000, jti: "1", sub: "user-1" };
			const set = await test.provider.sign({ ...claims, events: { [REVOKED_EVENT]: {} } }, { typ: "secevent+jwt" });
			const unread = { status: 503, error: "temporarily_unavailable", headers: { "Retry-After": "30" } };
			await expect(test.agents.notify(set)).rejects.toMatchObject(unread);
			await expect(asserted(test, assertion)).rejects.toMatchObject(unread);
			await expect(test.tokenOf(assertion)).rejects.toMatchObject(unread);
			test.published[KEYS] = keys;
			test.clock.ms += 30_000;
			expect(await refusalOf(test.agents.notify(set))).toBe("none");
			expect(await refusalOf(asserted(test, assertion))).toBe("none");
		});

		it("keep their owner if another account with their user's new address is deleted", async () => {
			const test = await open();
			const { id } = await linked(test);
			await asserted(test, test.idJag({ email: "bob@example.com" }));
			await test.agents.forget("bob");
			expect(await test.agents.list("ann")).toMatchObject([{ id }]);
			const rows = await test.database.sql.selectFrom("agent_registration").select("email").execute();
			expect(rows).toEqual([{ email: null }]);
		});

		it("can use an assertion once, here or at the token endpoint", async () => {
			const test = await open();
			const one = await test.idJag({ sub: "user-2", email: "zoe@example.com" });
			const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(asserted(test, one))));
			expect(outcomes.toSorted()).toEqual(["none", "replay_detected", "replay_detected"]);
			expect(await refusalOf(test.tokenOf(one))).toBe("invalid_grant");
			const two = await test.idJag();
			const token = await test.tokenOf(two);
			expect(token).toMatchObject({ scope: PUBLIC.join(" ") });
			expect(await refusalOf(test.tokenOf(two))).toBe("invalid_grant");
			expect(await refusalOf(asserted(test, two))).toBe("replay_detected");
		});

		it("get only public scopes for a provider's assertion at the token endpoint", async () => {
			const test = await open();
			const { id } = await linked(test);
			const { access_token, scope } = await test.tokenOf(await test.idJag());
			expect(scope).toBe(PUBLIC.join(" "));
			const claims = await test.oauth.verifyToken(access_token, BASE);
			expect(claims).toMatchObject({ subject: id });
			expect(claims).not.toHaveProperty("account");
			expect(await refusalOf(test.tokenOf(await test.idJag(), { scope: "audit:read" }))).toBe("invalid_scope");
			expect(await refusalOf(test.tokenOf(await test.idJag({ aud: "https://elsewhere.example" })))).toBe(
				"invalid_grant",
			);
			expect(await refusalOf(test.tokenOf(access_token))).toBe("invalid_grant");
			const client = await test.oauth.clients.register({
				grant_types: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
			});
			const { client_id, client_secret = "" } = client;
			const asking = async () => test.tokenOf(await test.idJag(), { client_id, client_secret });
			expect(await refusalOf(asking())).toBe("invalid_grant");
		});
	});
});

describe("events of a provider", () => {
	describeDatabases((databases) => {
		const open = async () => openTestAgents(await databases.open());
		const event = ({ provider, clock }: TestAgents, changes = {}, header = {}) => {
			const claims = {
				...{ iss: PROVIDER, aud: BASE, iat: Math.floor(clock.ms / 1000), jti: crypto.randomUUID() },
				...{ sub: "user-1", events: { [REVOKED_EVENT]: {} }, ...changes },
			};
			return provider.sign(claims, { typ: "secevent+jwt", ...header });
		};

		it("end exactly what it has vouched for, at once", async () => {
			const test = await open();
			const { agents, oauth, tokenOf } = test;
			const { id, identity } = await linked(test);
			const { access_token } = await tokenOf(identity.assertion);
			await agents.notify(await event(test, { sub: "user-2" }));
			await agents.notify(await event(test, { sub: undefined, events: { "https://example.com/other": {} } }));
			expect(await refusalOf(tokenOf(identity.assertion))).toBe("none");
			const end = await event(test, { sub: undefined, sub_id: { format: "iss_sub", iss: PROVIDER, sub: "user-1" } });
			await agents.notify(end);
			expect(await oauth.verifyToken(access_token, BASE)).toEqual({ refused: "It was revoked." });
			expect(await refusalOf(tokenOf(identity.assertion))).toBe("invalid_grant");
			expect(await agents.list("ann")).toEqual([]);
			test.clock.ms += 3;
			const late = { subject: id, clientId: id, scopes: PUBLIC, audience: BASE };
			const { access_token: meanwhile } = await test.issue(late);
			expect(await oauth.verifyToken(meanwhile, BASE)).toEqual({ refused: "It was revoked." });
			// Whoever is vouched for anew is asked anew, and what was sent before ends nothing of it.
			const again = await linked(test);
			expect(await refusalOf(agents.notify(end))).toBe("invalid_request");
			expect(await refusalOf(tokenOf(again.identity.assertion))).toBe("none");
		});

		it("are refused with RFC 8935 errors", async () => {
			const test = await open();
			const { agents, clock } = test;
			const at = Math.floor(clock.ms / 1000);
			const stranger = await makeSigner("provider-1");
			const cases: readonly [string, Promise<string> | string][] = [
				["invalid_request", "no token"],
				["invalid_request", event(test, {}, { typ: "JWT" })],
				["invalid_request", test.idJag()],
				["invalid_request", event(test, { events: undefined })],
				["invalid_request", event(test, { sub: undefined })],
				["invalid_request", event(test, { sub: "a\0b" })],
				["invalid_request", event(test, { sub: undefined, sub_id: { format: "iss_sub", iss: PROVIDER, sub: "a\0b" } })],
				[
					"invalid_request",
					event(test, { sub_id: { format: "iss_sub", iss: "https://other.example", sub: "user-1" } }),
				],
				["invalid_request", event(test, { iat: at + 120 })],
				["invalid_issuer", event(test, { iss: "https://evil.example" })],
				["invalid_audience", event(test, { aud: "https://elsewhere.example" })],
				["authentication_failed", stranger.sign({ iss: PROVIDER }, { typ: "secevent+jwt" })],
				["authentication_failed", event(test, { exp: at - 61 })],
				["authentication_failed", event(test, { iat: at - 8 * 86_400 })],
			];
			for (const [error, set] of cases) expect(await refusalOf(agents.notify(await set))).toBe(error);
		});
	});
});

describe("an installation with disabled agent types", () => {
	describeDatabases((databases) => {
		it("names the disabled ones", async () => {
			const { agents, idJag } = await openTestAgents(await databases.open(), { types: [] });
			const assertion = await idJag();
			expect(await refusalOf(agents.register({ type: "anonymous" }))).toBe("anonymous_registration_disabled");
			expect(await refusalOf(agents.register({ type: "service_auth", login_hint: "ann@example.com" }))).toBe(
				"service_auth_registration_disabled",
			);
			for (const type of ["identity_assertion", "did"] as const)
				expect(await refusalOf(agents.register({ type, assertion }))).toBe("issuer_not_enabled");
		});

		it("offers no claim that it would refuse", async () => {
			const { agents } = await openTestAgents(await databases.open(), { types: ["anonymous"] });
			const { scopes, claim } = await agents.register({ type: "anonymous" });
			expect({ scopes, claim }).toEqual({ scopes: ["audit:public", "brief:public", "health:read"], claim: undefined });
		});
	});
});
