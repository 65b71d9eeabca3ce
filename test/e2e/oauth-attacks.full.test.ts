import { createPublicKey } from "node:crypto";
import { load } from "cheerio";
import { decodeJwt, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	answerConsent,
	authorizationOf,
	BACK,
	JWT_BEARER,
	makeSigner,
	PROVIDER,
	postForm,
	postJson,
} from "./agents-stage.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor } from "./people-visitor.testkit.ts";

/** Attacks on clients, codes and tokens from outside. */
describe("attacks on the authorization server", () => {
	let stage: Stage;
	let ann: Visitor;
	beforeAll(async () => {
		stage = await openStage();
		ann = await signInAs(stage, "ann@example.com");
	}, 300_000);
	afterAll(() => stage?.close());

	const ask = (path: string, token: string) =>
		fetch(stage.home + path, { headers: { authorization: `Bearer ${token}` } });
	const verifier = oauth.generateRandomCodeVerifier();
	const codeOf = async (clientId: string) => {
		const led = await answerConsent(stage, ann, await authorizationOf(stage, clientId, verifier));
		return {
			grant_type: "authorization_code",
			client_id: clientId,
			code: led.searchParams.get("code") ?? "",
			redirect_uri: BACK,
		};
	};
	const publicClient = async () => {
		const metadata = { redirect_uris: [BACK], token_endpoint_auth_method: "none" };
		const { body } = await postJson(stage, "/oauth/register", metadata);
		if (body.client_id === undefined) throw new Error(`No client was registered: ${body.error}`);
		return body.client_id;
	};
	const exchange = (assertion: string, more: Record<string, string> = {}) =>
		give({ grant_type: JWT_BEARER, assertion, ...more });
	const give = (form: Record<string, string>) => postForm(stage, "/oauth/token", form);

	it("a code works once for its client with its verifier; misuse ends the grant", async () => {
		const [own, other] = [await publicClient(), await publicClient()];
		const code = await codeOf(own);
		const used = await give({ ...code, code_verifier: verifier });
		expect(used.status).toBe(200);
		const faults: Record<string, string>[] = [
			{ ...code, code_verifier: verifier },
			{ ...(await codeOf(own)), client_id: other, code_verifier: verifier },
			{ ...(await codeOf(own)), code_verifier: oauth.generateRandomCodeVerifier() },
			{ ...(await codeOf(own)), code_verifier: verifier, redirect_uri: `${BACK}/` },
			{ ...code, code: `slc_${"A".repeat(43)}`, code_verifier: verifier },
		];
		for (const form of faults)
			expect(await give(form)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
		expect((await ask("/api/v1/audits", used.body.access_token ?? "")).status).toBe(401);
	});

	it("only our own unmodified tokens of the right kind and audience are accepted", async () => {
		const id = await publicClient();
		const { body } = await give({ ...(await codeOf(id)), code_verifier: verifier });
		const good = body.access_token ?? "";
		const claims = decodeJwt(good);
		const { keys } = (await (await fetch(`${stage.home}/.well-known/jwks.json`)).json()) as {
			keys: [Record<string, string>];
		};
		const [{ kid = "" }] = keys;
		const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
		const [, payload = "", signature = ""] = good.split(".");
		const hmac = (secret: string) =>
			new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid }).sign(Buffer.from(secret));
		const foreign = await makeSigner();
		const made = await postJson(stage, "/agent/identity", { type: "anonymous" });
		const assertion = made.body.identity?.assertion ?? "";
		const mcp = await exchange(assertion, { resource: `${stage.home}/mcp` });
		const pem = createPublicKey({ key: keys[0], format: "jwk" }).export({ type: "spki", format: "pem" }).toString();
		const forged = [
			`${part({ alg: "none", typ: "at+jwt" })}.${payload}.`,
			`${part({ alg: "none", typ: "at+jwt", kid })}.${payload}.${signature}`,
			await hmac(JSON.stringify(keys[0])),
			await hmac(pem),
			await foreign.sign(claims, { typ: "at+jwt", kid }),
			await foreign.sign(claims, { typ: "at+jwt", jwk: foreign.jwk }),
			await foreign.sign(claims, { typ: "at+jwt", jku: `${PROVIDER}/.well-known/jwks.json` }),
			`${good.split(".")[0]}.${part({ ...claims, scope: "audit:write" })}.${signature}`,
			...[assertion, body.id_token, body.refresh_token, mcp.body.access_token],
		];
		expect((await ask("/api/v1/audits", good)).status).toBe(200);
		for (const token of forged) {
			const refused = await ask("/api/v1/public/tools", token ?? "");
			expect([token, refused.status]).toEqual([token, 401]);
			expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
		}
		// Nor is one that is for use here an assertion.
		for (const token of [good, body.id_token, mcp.body.access_token])
			expect((await exchange(token ?? "")).body.error).toBe("invalid_grant");
		const atMcp = await fetch(`${stage.home}/mcp`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				authorization: `Bearer ${good}`,
			},
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
		});
		const metadata = `resource_metadata="${stage.home}/.well-known/oauth-protected-resource/mcp"`;
		expect([atMcp.status, atMcp.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining(metadata)]);
	});

	it.each([
		"https://evil.example.net/back",
		`${BACK}/../evil`,
		`${BACK}?next=https://evil.example.net`,
		"https://app.example.net@evil.example.net/back",
		"https://app.example.net.evil.example.net/back",
		"https://app.example.net/back#",
		"https://APP.example.net/back",
		"javascript:alert(1)",
		"//evil.example.net/back",
	])("nobody is led to %j", async (redirect_uri) => {
		const id = await publicClient();
		for (const prompt of ["none", "consent"]) {
			const url = await authorizationOf(stage, id, verifier, { redirect_uri, prompt });
			const answer = await fetch(url, { redirect: "manual", headers: { cookie: ann.cookie } });
			expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
		}
		const { search } = await authorizationOf(stage, id, verifier, { redirect_uri });
		const page = await ann.visit(`/oauth/consent/${search}`);
		expect(load(page.html)("main a, main form").length).toBe(0);
	});

	it("the consent page cannot be framed, and only this site's page can answer", async () => {
		const { href } = await authorizationOf(stage, await publicClient(), verifier);
		const page = await ann.visit(href.replace(stage.home, ""));
		expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
		expect([page.headers.get("cache-control"), page.headers.get("access-control-allow-origin")]).toEqual([
			"no-store",
			null,
		]);
		const request = new URL(href).search.slice(1);
		for (const headers of [
			{ origin: "https://evil.example.net" },
			{ origin: "null" },
			{ origin: "", "sec-fetch-site": "cross-site" },
		]) {
			const answer = await ann.send("/oauth/consent/", "allow", { request }, { blind: true, follow: false, headers });
			expect([headers, answer.status, answer.headers.get("location")]).toEqual([headers, 403, null]);
		}
	});
});
