import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	type AgentStage,
	answerConsent,
	answerOf,
	authorizationOf,
	DID,
	DOCUMENT_CLIENT,
	JWT_BEARER,
	openAgentStage,
	PROVIDER,
	postForm,
	postJson,
	type Signer,
	STRANGER,
	whyNoWorld,
} from "./agents-stage.testkit.ts";
import { signInAs, type Visitor } from "./people-visitor.testkit.ts";

const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
const REVOKED = "https://schemas.workos.com/events/agent/auth/identity/assertion/revoked";
const PUBLIC = "audit:public brief:public health:read";

describe("agents", () => {
	let stage: AgentStage;
	let ann: Visitor;
	beforeAll(async () => {
		stage = await openAgentStage("register=60/1h claim=100/10m credential=1000/1m look-up=1000/10m token=1000/1h");
		ann = await signInAs(stage, "ann@example.com");
	}, 300_000);
	afterAll(() => stage?.close());

	const ask = (path: string, token?: string) =>
		fetch(stage.home + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
	const exchange = (assertion: string, more: Record<string, string> = {}) =>
		postForm(stage, "/oauth/token", { grant_type: JWT_BEARER, assertion, ...more });
	/** Claims an agent as the person. @returns six digits for the agent */
	const confirmClaim = async (address: string, who = ann, fields: Record<string, string> = {}) => {
		const path = address.replace(stage.home, "");
		const { text } = await who.send(path, "confirm", fields);
		return /\b(\d{3})[ \u00a0]?(\d{3})\b/.exec(text)?.slice(1).join("") ?? "";
	};

	it("an agent registers, is claimed by a person, and then acts for them", async () => {
		const made = await postJson(stage, "/agent/identity", { type: "anonymous" });
		expect(made.body).toMatchObject({
			type: "anonymous",
			scopes: { pre_claim: PUBLIC.split(" "), post_claim: expect.any(Array) },
		});
		const { identity, claim } = made.body;
		const before = await exchange(identity?.assertion ?? "");
		expect(before.body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: PUBLIC });
		expect((await ask("/api/v1/audits", before.body.access_token)).status).toBe(403);

		const claim_token = claim?.token ?? "";
		const begun = await postJson(stage, "/agent/identity/claim", {
			type: "service_auth",
			claim_token,
			login_hint: "ann@example.com",
		});
		const address = begun.body.attempt?.verification_uri ?? "";
		const complete = (user_code: string) =>
			postJson(stage, "/agent/identity/claim/complete", { claim_token, user_code });
		expect(await complete("000000")).toMatchObject({ status: 409, body: { error: "claim_not_confirmed" } });
		const digits = await confirmClaim(address);
		const wrong = digits === "000000" ? "000001" : "000000";
		expect(await complete(wrong)).toMatchObject({ status: 401, body: { error: "invalid_user_code" } });
		// Concurrently: one of them gets it.
		const answers = await Promise.all([complete(digits), complete(digits)]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
		const { body } = answers.find(({ status }) => status === 200) ?? made;
		expect(body).toMatchObject({ id: made.body.id, status: "claimed" });

		const after = await exchange(body.identity?.assertion ?? "");
		expect((await ask("/api/v1/audits", after.body.access_token)).status).toBe(200);
		// Its earlier tokens are invalid.
		expect((await ask("/api/v1/public/tools", before.body.access_token)).status).toBe(401);
		expect(await exchange(identity?.assertion ?? "")).toMatchObject({ status: 400, body: { error: "invalid_grant" } });

		const refresh = (refresh_token: string) => postJson(stage, "/agent/identity", { type: "refresh", refresh_token });
		const first = body.identity?.refresh_token?.value ?? "";
		const renewed = await refresh(first);
		expect(renewed.status).toBe(200);
		expect((await refresh(first)).body.error).toBe("invalid_refresh_token");
		expect((await refresh(renewed.body.identity?.refresh_token?.value ?? "")).body.error).toBe("invalid_refresh_token");
		expect((await ask("/api/v1/audits", after.body.access_token)).status).toBe(401);
	});

	it("an agent that names its person can only be claimed by them", async () => {
		const made = await postJson(stage, "/agent/identity", { type: "service_auth", login_hint: "ann@example.com" });
		const address = made.body.claim?.attempt?.verification_uri ?? "";
		const bob = await signInAs(stage, "bob@example.com");
		const path = address.replace(stage.home, "");
		expect((await bob.visit(path)).html).not.toContain("?do=confirm");
		const digits = await confirmClaim(address);
		const claim_token = made.body.claim?.token;
		const done = await postJson(stage, "/agent/identity/claim/complete", { claim_token, user_code: digits });
		const { body } = await exchange(done.body.identity?.assertion ?? "", { scope: "audit:read" });
		expect((await ask("/api/v1/audits", body.access_token)).status).toBe(200);
	});

	const idJag = (signer: Signer, claims: Record<string, unknown> = {}, header = {}) => {
		const iat = Math.floor(Date.now() / 1000);
		const times = { jti: crypto.randomUUID(), iat, exp: iat + 300, auth_time: iat };
		const person = { sub: "user-1", email: "carl@example.com", email_verified: true, client_id: "an-agent" };
		const usual = { iss: PROVIDER, aud: stage.home, ...times, ...person };
		return signer.sign({ ...usual, ...claims }, { typ: "oauth-id-jag+jwt", ...header });
	};
	const vouch = async (assertion: string) =>
		postJson(stage, "/agent/identity", { type: "identity_assertion", assertion_type: ID_JAG, assertion });

	it.skipIf(whyNoWorld !== undefined)("a trusted provider vouches for an agent, and revokes it", async () => {
		const made = await vouch(await idJag(stage.provider));
		expect(made).toMatchObject({ status: 200, body: { type: "identity_assertion", scopes: PUBLIC.split(" ") } });
		const own = await exchange(made.body.identity?.assertion ?? "");
		const direct = await exchange(await idJag(stage.provider), { resource: stage.home });
		for (const { body } of [own, direct])
			expect((await ask("/api/v1/public/tools", body.access_token)).status).toBe(200);
		const iat = Math.floor(Date.now() / 1000);
		const event = {
			iss: PROVIDER,
			aud: stage.home,
			iat,
			jti: crypto.randomUUID(),
			sub: "user-1",
			events: { [REVOKED]: {} },
		};
		const tell = async (signer: Signer, claims: object = event) =>
			fetch(`${stage.home}/agent/event/notify`, {
				method: "POST",
				headers: { "content-type": "application/secevent+jwt" },
				body: await signer.sign({ ...claims }, { typ: "secevent+jwt" }),
			}).then(answerOf);
		expect(await tell(stage.stranger)).toMatchObject({ status: 400, body: { err: "authentication_failed" } });
		expect(await tell(stage.provider, { ...event, aud: "https://other.example" })).toMatchObject({
			status: 400,
			body: { err: "invalid_audience" },
		});
		expect((await tell(stage.provider, { ...event, jti: "2", events: { "urn:unknown": {} } })).status).toBe(202);
		expect(await tell(stage.provider)).toMatchObject({ status: 202, text: "" });
		for (const { body } of [own, direct])
			expect((await ask("/api/v1/public/tools", body.access_token)).status).toBe(401);
		expect((await exchange(made.body.identity?.assertion ?? "")).body.error).toBe("invalid_grant");
	});

	it.skipIf(whyNoWorld !== undefined)(
		"a provider's assertion never binds an account silently, and only trusted providers are accepted",
		async () => {
			const known = await vouch(await idJag(stage.provider, { sub: "user-2", email: "ann@example.com" }));
			expect(known).toMatchObject({
				status: 401,
				body: { error: "interaction_required", claim: { attempt: expect.any(Object) } },
			});
			expect(known.headers.get("www-authenticate")).toMatch(/^AgentAuth error="interaction_required"/);
			const used = await idJag(stage.provider);
			await vouch(used);
			const refused = [
				[used, "replay_detected"],
				[await idJag(stage.stranger), "invalid_signature"],
				[await idJag(stage.stranger, { iss: STRANGER }), "issuer_not_enabled"],
				[await idJag(stage.provider, { aud: `${stage.home}/oauth/token` }), "invalid_audience"],
				[await idJag(stage.provider, { aud: [stage.home, "https://other.example"] }), "invalid_audience"],
				[await idJag(stage.provider, { exp: 1 }), "expired"],
				[await idJag(stage.provider, { auth_time: 1 }), "login_required"],
				[await idJag(stage.provider, { email_verified: false }), "missing_verified_email"],
				[await idJag(stage.provider, { client_id: 7 }), "invalid_client_id"],
				[await idJag(stage.provider, {}, { typ: "JWT" }), "invalid_request"],
			] as const;
			for (const [assertion, error] of refused) {
				expect([error, (await vouch(assertion)).body.error]).toEqual([error, error]);
				// A used one is tested above.
				if (error !== "login_required" && error !== "missing_verified_email")
					expect([error, (await exchange(assertion)).body.error]).toEqual([error, "invalid_grant"]);
			}
		},
	);

	it.skipIf(whyNoWorld !== undefined)("agents register with did:web for public scopes", async () => {
		const iat = Math.floor(Date.now() / 1000);
		const claims = { iss: DID, sub: DID, aud: stage.home, jti: crypto.randomUUID(), iat, exp: iat + 300 };
		const assertion = await stage.did.sign(claims, { kid: `${DID}#key` });
		const made = await vouch(assertion);
		expect(made).toMatchObject({ status: 200, body: { scopes: PUBLIC.split(" ") } });
		const more = await exchange(made.body.identity?.assertion ?? "", { scope: "audit:read" });
		expect(more.body.error).toBe("invalid_scope");
		const inward = { ...claims, iss: "did:web:inward.example.net", sub: "did:web:inward.example.net" };
		expect((await vouch(await stage.did.sign(inward))).body.error).toBe("invalid_signature");
		const events = await stage.internet?.events();
		expect(events?.filter(({ kind }) => kind === "inward")).toEqual([]);
	});

	it.skipIf(whyNoWorld !== undefined)("a client with a metadata document needs no registration", async () => {
		const verifier = oauth.generateRandomCodeVerifier();
		const led = await answerConsent(stage, ann, await authorizationOf(stage, DOCUMENT_CLIENT, verifier));
		const code = { code: led.searchParams.get("code") ?? "", client_id: DOCUMENT_CLIENT, code_verifier: verifier };
		const { body } = await postForm(stage, "/oauth/token", { grant_type: "authorization_code", ...code });
		expect(decodeJwt(body.access_token ?? "")).toMatchObject({
			client_id: DOCUMENT_CLIENT,
			scope: "openid audit:read",
		});
		const address = await authorizationOf(stage, "https://inward.example.net/client.json", verifier);
		const inward = await fetch(address, { redirect: "manual" });
		expect([inward.status, inward.headers.get("location")]).toEqual([400, null]);
		const read = await fetch(address, { redirect: "manual", headers: { Accept: "text/html,*/*;q=0.8" } });
		expect([read.status, await read.text()]).toEqual([
			400,
			expect.stringContaining("<h1>We cannot send you back to this program</h1>"),
		]);
		expect((await stage.internet?.events())?.filter(({ kind }) => kind === "inward")).toEqual([]);
	});

	it("repeated registrations are rate limited", async () => {
		const paths = ["/oauth/register", "/agent/identity"];
		const answers = [];
		for (let at = 0; at < 100 && answers.at(-1)?.status !== 429; at++)
			answers.push(await postJson(stage, paths[at % 2] ?? "", { type: "anonymous" }));
		const last = answers.at(-1);
		expect(last).toMatchObject({
			status: 429,
			body: { error: "rate_limit_exceeded", retry_after: expect.any(Number) },
		});
		expect(last?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
		// Both count as one.
		for (const path of paths) expect((await postJson(stage, path, { type: "anonymous" })).status).toBe(429);
		const { status } = await ask("/api/v1/public/tools");
		expect(status).toBe(200);
	});
});
