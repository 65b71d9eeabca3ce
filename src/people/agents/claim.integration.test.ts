import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { BASE } from "../oauth/oauth.testkit.ts";
import { claimedBy, linkToken, openTestAgents, refusalOf } from "./agents.testkit.ts";
import type { Agents } from "./agents.ts";

const PUBLIC = ["audit:public", "brief:public", "health:read"];

describe("self-registered agents", () => {
	describeDatabases((databases) => {
		const open = async () => openTestAgents(await databases.open());

		it("get our assertion, which can be exchanged repeatedly for a token with public scopes", async () => {
			const { agents, oauth, clock, tokenOf, tokenKeys } = await open();
			const { id, type, identity, scopes, claim } = await agents.register({ type: "anonymous" });
			expect({ type, scopes, claim }).toEqual({
				type: "anonymous",
				scopes: { pre_claim: PUBLIC, post_claim: [...PUBLIC, "audit:read", "audit:write"] },
				claim: {
					token: expect.stringMatching(/^clm_[\w-]{43}$/),
					expires_at: "2026-03-02T10:00:00.000Z",
					url: `${BASE}/agent/identity/claim`,
				},
			});
			const { assertion = "", expires_at } = identity ?? {};
			expect(expires_at).toBe("2026-03-01T11:00:00.000Z");
			const keys = createLocalJWKSet({ keys: (await tokenKeys.keys()).keys.map((key) => ({ ...key })) });
			const verified = await jwtVerify(assertion, keys, {
				currentDate: new Date(clock.ms),
				issuer: BASE,
				audience: BASE,
			});
			expect(verified.protectedHeader).toMatchObject({ alg: "ES256", typ: "oauth-id-jag+jwt" });
			expect(verified.payload).toMatchObject({ sub: id, exp: clock.ms / 1000 + 3600 });
			for (const _ of [1, 2]) {
				const { access_token } = await tokenOf(assertion);
				expect(await oauth.verifyToken(access_token, BASE)).toMatchObject({ subject: id, scopes: PUBLIC });
			}
			expect(await refusalOf(tokenOf(assertion, { scope: "audit:read" }))).toBe("invalid_scope");
			expect(await tokenOf(assertion, { scope: "audit:public", resource: `${BASE}/mcp` })).toMatchObject({
				scope: "audit:public",
			});
			clock.ms += 3_600_000;
			expect(await refusalOf(tokenOf(assertion))).toBe("invalid_grant");
		});

		it("are claimed after a person has confirmed and the agent has sent the code; earlier tokens end", async () => {
			const test = await open();
			const { agents, oauth, clock, tokenOf, person } = test;
			const { registered, claim_token, attempt, user_code } = await claimedBy(test, { mayChange: true });
			const early = registered.identity?.assertion ?? "";
			const { access_token: before } = await tokenOf(early);
			expect(attempt.verification_uri).toMatch(/^https:\/\/audit\.example\.org\/agent-claim\/\?token=att_/);
			expect(attempt.verification_uri).not.toContain(user_code);
			const { status, id, identity } = await agents.claims.complete({ claim_token, user_code });
			expect([status, id]).toEqual(["claimed", registered.id]);
			clock.ms += 1;
			expect(await oauth.verifyToken(before, BASE)).toEqual({ refused: "It was revoked." });
			expect(await refusalOf(tokenOf(early))).toBe("invalid_grant");
			const { access_token, scope } = await tokenOf(identity.assertion);
			expect(scope).toBe([...PUBLIC, "audit:read", "audit:write"].join(" "));
			expect(await oauth.verifyToken(access_token, BASE)).toMatchObject({ account: "ann", subject: id });
			expect(await agents.list("ann")).toEqual([
				{ id, since: new Date(clock.ms - 1).toISOString(), scopes: scope.split(" ") },
			]);
			await agents.end("bob", id);
			expect(await agents.list("ann")).toHaveLength(1);
			await agents.end(person("ann").id, id);
			expect(await agents.list("ann")).toEqual([]);
			expect(await refusalOf(tokenOf(identity.assertion))).toBe("invalid_grant");
			expect(await oauth.verifyToken(access_token, BASE)).toHaveProperty("refused");
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code }))).toBe("claim_revoked");
		});

		it("keep at most 100 used refresh tokens", async () => {
			const { agents, database, ...test } = await open();
			const { sql } = database;
			const { claim_token, user_code } = await claimedBy({ agents, database, ...test });
			const { identity } = await agents.claims.complete({ claim_token, user_code });
			const row = await sql.selectFrom("agent_refresh").selectAll().executeTakeFirstOrThrow();
			const used = Array.from({ length: 150 }, (_, at) => ({ ...row, digest: `used ${at}`, used_ms: at }));
			await sql.insertInto("agent_refresh").values(used).execute();
			await agents.register({ type: "refresh", refresh_token: identity.refresh_token?.value ?? "" });
			expect(await sql.selectFrom("agent_refresh").select("digest").execute()).toHaveLength(101);
		});

		it("renew their assertion with a single-use refresh token; reuse ends the registration", async () => {
			const test = await open();
			const { agents, oauth, clock, tokenOf } = test;
			const { claim_token, user_code } = await claimedBy(test);
			const { identity, id } = await agents.claims.complete({ claim_token, user_code });
			clock.ms += 7_200_000;
			const first = identity.refresh_token?.value ?? "";
			const renewed = await agents.register({ type: "refresh", refresh_token: first });
			expect(renewed).toMatchObject({ id, type: "anonymous", scopes: [...PUBLIC, "audit:read"] });
			const { access_token } = await tokenOf(renewed.identity?.assertion ?? "");
			const second = renewed.identity?.refresh_token?.value ?? "";
			expect(await refusalOf(agents.register({ type: "refresh", refresh_token: first }))).toBe("invalid_refresh_token");
			expect(await refusalOf(agents.register({ type: "refresh", refresh_token: second }))).toBe(
				"invalid_refresh_token",
			);
			expect(await oauth.verifyToken(access_token, BASE)).toHaveProperty("refused");
			expect(await refusalOf(tokenOf(renewed.identity?.assertion ?? ""))).toBe("invalid_grant");
			expect(await refusalOf(agents.register({ type: "refresh", refresh_token: "agr_guessed" }))).toBe(
				"invalid_refresh_token",
			);
		});

		it("end permanently, including tokens being issued at that time", async () => {
			const ways = {
				end: (agents: Agents, id: string) => agents.end("ann", id),
				forget: (agents: Agents) => agents.forget("ann"),
				async reuse(agents: Agents, _: string, refresh_token: string) {
					await agents.register({ type: "refresh", refresh_token });
					await refusalOf(agents.register({ type: "refresh", refresh_token }));
				},
			};
			for (const [name, way] of Object.entries(ways)) {
				const test = await openTestAgents(await databases.open(name));
				const { claim_token, user_code, registered } = await claimedBy(test, { mayChange: true });
				const { identity } = await test.agents.claims.complete({ claim_token, user_code });
				const { id: subject } = registered;
				await way(test.agents, subject, identity.refresh_token?.value ?? "");
				// The exchange reads the registration before this and signs after it.
				test.clock.ms += 3;
				const late = { subject, clientId: subject, scopes: ["audit:write"], audience: BASE, account: "ann" };
				const { access_token } = await test.issue(late);
				await test.revocations.revoke([`sub:${subject}`]);
				test.clock.ms += 3_500_000;
				expect(await test.oauth.verifyToken(access_token, BASE), name).toEqual({ refused: "It was revoked." });
			}
		});

		it("end if any holder revokes their refresh token or assertion", async () => {
			const test = await openTestAgents(await databases.open());
			for (const give of ["refresh", "assertion"]) {
				const { claim_token, user_code } = await claimedBy(test);
				const { identity } = await test.agents.claims.complete({ claim_token, user_code });
				const { assertion } = identity;
				const refresh_token = identity.refresh_token?.value ?? "";
				const { access_token } = await test.tokenOf(assertion);
				await test.oauth.revoke({ authorization: null, token: give === "refresh" ? refresh_token : assertion });
				expect(await refusalOf(test.tokenOf(assertion))).toBe("invalid_grant");
				expect(await refusalOf(test.agents.register({ type: "refresh", refresh_token }))).toBe("invalid_refresh_token");
				expect(await test.oauth.verifyToken(access_token, BASE)).toEqual({ refused: "It was revoked." });
				expect(await test.agents.list("ann")).toEqual([]);
			}
		});

		it("that name a person get a link at once, only for that person", async () => {
			const { agents, person } = await open();
			const { type, identity, scopes, claim } = await agents.register({
				type: "service_auth",
				login_hint: " Ann@Example.com ",
			});
			expect({ type, identity, scopes }).toEqual({
				type: "service_auth",
				identity: undefined,
				scopes: { post_claim: [...PUBLIC, "audit:read", "audit:write"] },
			});
			const attempt = claim?.attempt ?? { verification_uri: "" };
			const token = linkToken(attempt);
			expect(await agents.claims.question(token, person("bob"))).toBeUndefined();
			expect(await agents.claims.confirm(token, person("bob"), { mayChange: true })).toBeUndefined();
			await agents.claims.deny(token, person("bob"));
			expect(await agents.claims.question(token, person("ann"))).toEqual({
				provider: undefined,
				registeredAt: "2026-03-01T10:00:00.000Z",
				isFirst: true,
				isFirstOfProvider: true,
			});
			expect(await refusalOf(agents.register({ type: "service_auth", login_hint: "ann" }))).toBe("invalid_login_hint");
		});
	});
});

describe("claims", () => {
	describeDatabases((databases) => {
		const open = async () => openTestAgents(await databases.open());

		it("report their state", async () => {
			const test = await open();
			const { agents, clock, person } = test;
			const login_hint = "ann@example.com";
			expect(await refusalOf(agents.claims.claim({ claim_token: "clm_x", login_hint }))).toBe("invalid_claim_token");
			const claim_token = (await agents.register({ type: "anonymous" })).claim?.token ?? "";
			const complete = (user_code = "000000") => refusalOf(agents.claims.complete({ claim_token, user_code }));
			expect(await complete()).toBe("claim_not_confirmed");
			const { attempt } = await agents.claims.claim({ claim_token, login_hint });
			expect(await complete()).toBe("claim_not_confirmed");
			await agents.claims.deny(linkToken(attempt), person("ann"));
			expect(await complete()).toBe("claim_denied");
			expect(await agents.claims.confirm(linkToken(attempt), person("ann"), { mayChange: false })).toBeUndefined();
			const again = await agents.claims.claim({ claim_token, login_hint });
			const code = await agents.claims.confirm(linkToken(again.attempt), person("ann"), { mayChange: false });
			clock.ms += 600_000;
			expect(await complete(code)).toBe("user_code_expired");
			expect(await agents.claims.question(linkToken(again.attempt), person("ann"))).toBeUndefined();
			clock.ms += 86_400_000;
			expect(await complete(code)).toBe("claim_expired");
			expect(await refusalOf(agents.claims.claim({ claim_token, login_hint }))).toBe("claim_expired");
			await agents.sweep(clock.ms + 30 * 86_400_000);
			expect(await complete(code)).toBe("invalid_claim_token");
		});

		it("allow 5 tries, even if sent concurrently", async () => {
			const test = await open();
			const { agents, person } = test;
			const { claim_token, user_code, attempt } = await claimedBy(test);
			const wrong = Array.from({ length: 20 }, (_, at) =>
				String((Number(user_code) + 1 + at) % 1_000_000).padStart(6, "0"),
			);
			const told = await Promise.all(
				wrong.map((code) => refusalOf(agents.claims.complete({ claim_token, user_code: code }))),
			);
			expect(told.toSorted()).toEqual([
				...Array<string>(5).fill("invalid_user_code"),
				...Array<string>(15).fill("too_many_attempts"),
			]);
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code }))).toBe("too_many_attempts");
			// The link has no tries left: the person needs a new one.
			expect(await agents.claims.confirm(linkToken(attempt), person("ann"), { mayChange: false })).toBeUndefined();
			expect(await agents.list("ann")).toEqual([]);
		});

		it("are completed once, even if sent concurrently", async () => {
			const test = await open();
			const { agents } = test;
			const { claim_token, user_code } = await claimedBy(test);
			const told = await Promise.all(
				[1, 2, 3, 4].map(() => refusalOf(agents.claims.complete({ claim_token, user_code }))),
			);
			expect(told.filter((code) => code === "none")).toHaveLength(1);
			for (const code of told) expect(["none", "already_claimed", "claim_not_confirmed"]).toContain(code);
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code }))).toBe("already_claimed");
			expect(await agents.list("ann")).toHaveLength(1);
		});

		it("can show a new code, which replaces the earlier one", async () => {
			const test = await open();
			const { agents, person } = test;
			const { claim_token, user_code, attempt } = await claimedBy(test);
			let again = user_code;
			while (again === user_code)
				again = (await agents.claims.confirm(linkToken(attempt), person("ann"), { mayChange: false })) ?? "";
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code }))).toBe("invalid_user_code");
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code: again }))).toBe("none");
		});

		it("store neither codes nor tokens in plain text", async () => {
			const test = await open();
			const { database, agents } = test;
			const { claim_token, user_code, attempt } = await claimedBy(test);
			const rows = async () => {
				const tables = ["agent_registration", "agent_attempt", "agent_refresh"] as const;
				const all = await Promise.all(tables.map((table) => database.sql.selectFrom(table).selectAll().execute()));
				return JSON.stringify(all);
			};
			const waiting = await rows();
			for (const secret of [claim_token, `"${user_code}"`, linkToken(attempt)]) expect(waiting).not.toContain(secret);
			const { identity } = await agents.claims.complete({ claim_token, user_code });
			expect(await rows()).not.toContain(identity.refresh_token?.value);
		});

		it("end with the account, including pending ones for its address", async () => {
			const test = await open();
			const { agents, oauth, clock, tokenOf, accountsById, database } = test;
			const { claim_token, user_code } = await claimedBy(test);
			const { identity } = await agents.claims.complete({ claim_token, user_code });
			clock.ms += 1;
			const { access_token } = await tokenOf(identity.assertion);
			await claimedBy(test);
			expect(await agents.list("ann")).toHaveLength(1);
			await agents.forget("bob");
			expect(await agents.list("ann")).toHaveLength(1);
			await agents.forget("ann");
			accountsById.delete("ann");
			expect(await oauth.verifyToken(access_token, BASE)).toHaveProperty("refused");
			expect(await refusalOf(tokenOf(identity.assertion))).toBe("invalid_grant");
			const left = await database.sql.selectFrom("agent_registration").selectAll().execute();
			expect([left, await database.sql.selectFrom("agent_attempt").selectAll().execute()]).toEqual([[], []]);
		});

		it("are not completed for a deleted account", async () => {
			const test = await open();
			const { agents, database } = test;
			const { claim_token, user_code } = await claimedBy(test);
			await database.sql.deleteFrom("user").where("id", "=", "ann").execute();
			expect(await refusalOf(agents.claims.complete({ claim_token, user_code }))).toBe("already_claimed");
		});
	});
});
