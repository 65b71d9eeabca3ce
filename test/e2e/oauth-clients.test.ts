import { hash } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerConsent, authorizationOf, BACK, makeSigner } from "./agents-stage.testkit.ts";
import { openStage, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor } from "./people-visitor.testkit.ts";
import { type PromisedAddress, promisesOf } from "./promises.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const JSON_TYPE = "application/json";
/** Well-known URLs that programs try. */
const DOCUMENTS = [
	["/.well-known/oauth-protected-resource", JSON_TYPE],
	["/.well-known/oauth-protected-resource/mcp", JSON_TYPE],
	["/.well-known/oauth-authorization-server", JSON_TYPE],
	["/.well-known/openid-configuration", JSON_TYPE],
	["/.well-known/jwks.json", "application/jwk-set+json"],
	["/.well-known/api-catalog", "application/linkset+json"],
	["/.well-known/ai-catalog.json", "application/ai-catalog+json"],
	["/.well-known/agent-skills/index.json", JSON_TYPE],
	["/.well-known/security.txt", "text/plain"],
	["/.well-known/mcp/server-card.json", JSON_TYPE],
	["/auth.md", "text/markdown"],
	["/llms.txt", "text/plain"],
	["/robots.txt", "text/plain"],
] as const;
const OWN_PATH = new RegExp(`(?:<|href=")(${SERVER_PREFIX}/[^>"#]*)`, "g");
/** URL templates. */
const NO_ADDRESS = /\/receipts\/(?:…\/?|<id>.*)?$/;
/** URLs that answer a bare request with their requirements. */
const NEEDS_MORE = new Map([
	["/oauth/authorize", 400],
	["/oauth/userinfo", 401],
]);

const http = { [oauth.allowInsecureRequests]: true };
const PUBLIC = "audit:public brief:public health:read";

describe("third-party clients", () => {
	let stage: Stage;
	let issuer: URL;
	let ann: Visitor;
	let as: oauth.AuthorizationServer;
	beforeAll(async () => {
		stage = await openStage();
		issuer = new URL(stage.home);
		ann = await signInAs(stage, "ann@example.com");
		as = await oauth.processDiscoveryResponse(
			issuer,
			await oauth.discoveryRequest(issuer, { ...http, algorithm: "oauth2" }),
		);
	}, 300_000);
	afterAll(() => stage?.close());

	const ask = (path: string, token?: string) =>
		fetch(stage.home + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
	const promised = new Map<string, PromisedAddress>();
	const register = async (metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>>) =>
		oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(as, metadata, http));
	/** Verifies our token with jose and our published keys. */
	const verified = async (token: string, audience = stage.home) => {
		const keys = createRemoteJWKSet(new URL(as.jwks_uri ?? ""));
		return jwtVerify(token, keys, { issuer: stage.home, audience, typ: "at+jwt", algorithms: ["ES256"] });
	};
	/** Gets a code with a person's consent and exchanges it with oauth4webapi. */
	const tokensByCode = async (
		who: oauth.Client,
		auth: oauth.ClientAuth,
		scope: string,
		more: Record<string, string> = {},
	) => {
		const verifier = oauth.generateRandomCodeVerifier();
		const led = await answerConsent(
			stage,
			ann,
			await authorizationOf(stage, who.client_id, verifier, { scope, ...more }),
		);
		const params = oauth.validateAuthResponse(as, who, led, "s");
		const answer = await oauth.authorizationCodeGrantRequest(as, who, auth, params, BACK, verifier, http);
		const nonce = more.nonce ?? oauth.expectNoNonce;
		return {
			answer,
			tokens: await oauth.processAuthorizationCodeResponse(as, who, answer, { expectedNonce: nonce }),
		};
	};

	it("oauth4webapi finds the server from a challenge of the API", async () => {
		const challenge = (await ask("/api/v1/audits")).headers.get("www-authenticate") ?? "";
		const [, address = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
		const resource = await oauth.processResourceDiscoveryResponse(issuer, await fetch(address));
		const usual = await oauth.resourceDiscoveryRequest(issuer, http);
		expect(await usual.json()).toEqual(resource);
		expect(resource.authorization_servers).toEqual([stage.home]);
		const found = await oauth.discoveryRequest(issuer, { ...http, algorithm: "oidc" });
		expect(await oauth.processDiscoveryResponse(issuer, found)).toMatchObject({
			issuer: stage.home,
			jwks_uri: as.jwks_uri,
		});
	});

	it("client credentials work by secret and private_key_jwt, each for one audience; jose verifies them", async () => {
		const signer = await makeSigner();
		const secret = await register({ client_name: "A robot" });
		const keyed = await register({
			...{ token_endpoint_auth_method: "private_key_jwt", grant_types: ["client_credentials"] },
			jwks: { keys: [signer.jwk as oauth.JWK] },
		});
		const ways: [oauth.Client, oauth.ClientAuth][] = [
			[secret, oauth.ClientSecretBasic(String(secret.client_secret))],
			[keyed, oauth.PrivateKeyJwt({ key: signer.privateKey, kid: signer.jwk.kid })],
		];
		for (const [who, auth] of ways) {
			for (const audience of [stage.home, `${stage.home}/mcp`]) {
				const wish = { resource: audience };
				const answer = await oauth.clientCredentialsGrantRequest(as, who, auth, wish, http);
				const { access_token: token, scope } = await oauth.processClientCredentialsResponse(as, who, answer);
				expect(scope).toBe(PUBLIC);
				const { payload } = await verified(token, audience);
				expect(payload).toMatchObject({ sub: who.client_id, client_id: who.client_id });
				expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
				const isOurs = audience === stage.home;
				expect((await ask("/api/v1/public/tools", token)).status).toBe(isOurs ? 200 : 401);
			}
		}
	});

	it("code flow with consent, ID token, userinfo, rotation, reuse and revocation works", async () => {
		const who = await register({ redirect_uris: [BACK], token_endpoint_auth_method: "none" });
		const nonce = oauth.generateRandomNonce();
		const { answer, tokens } = await tokensByCode(who, oauth.None(), "openid email audit:read", { nonce });
		await oauth.validateApplicationLevelSignature(as, answer, http);
		const claims = oauth.getValidatedIdTokenClaims(tokens);
		const info = await oauth.userInfoRequest(as, who, tokens.access_token, http);
		const person = await oauth.processUserInfoResponse(as, who, claims?.sub ?? "", info);
		expect(person).toMatchObject({ email: "ann@example.com", email_verified: true });
		expect((await ask("/api/v1/audits", tokens.access_token)).status).toBe(200);

		const renew = async (token: string) => {
			const response = await oauth.refreshTokenGrantRequest(as, who, oauth.None(), token, http);
			return oauth.processRefreshTokenResponse(as, who, response);
		};
		const second = await renew(tokens.refresh_token ?? "");
		expect(second.refresh_token).not.toBe(tokens.refresh_token);
		expect((await ask("/api/v1/audits", second.access_token)).status).toBe(200);
		await expect(renew(tokens.refresh_token ?? "")).rejects.toMatchObject({ error: "invalid_grant" });
		// Whichever came first, the whole grant has ended.
		await expect(renew(second.refresh_token ?? "")).rejects.toMatchObject({ error: "invalid_grant" });
		for (const { access_token } of [tokens, second])
			expect((await ask("/api/v1/audits", access_token)).status).toBe(401);

		const { tokens: third } = await tokensByCode(who, oauth.None(), "audit:read");
		for (const token of [third.access_token, "unknown"])
			await oauth.processRevocationResponse(await oauth.revocationRequest(as, who, oauth.None(), token, http));
		expect((await ask("/api/v1/audits", third.access_token)).status).toBe(401);
		await renew(third.refresh_token ?? "");
	});

	it("openid-client does the same by itself", async () => {
		const options = { execute: [client.allowInsecureRequests] };
		const metadata = {
			redirect_uris: [BACK],
			grant_types: ["authorization_code", "refresh_token", "client_credentials"],
		};
		const config = await client.dynamicClientRegistration(issuer, metadata, undefined, options);
		const verifier = client.randomPKCECodeVerifier();
		const [state, nonce] = [client.randomState(), client.randomNonce()];
		const url = client.buildAuthorizationUrl(config, {
			...{ redirect_uri: BACK, scope: "openid profile audit:public", state, nonce },
			...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" },
		});
		const led = await answerConsent(stage, ann, url);
		client.enableNonRepudiationChecks(config);
		const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
		const tokens = await client.authorizationCodeGrant(config, led, checks);
		const { sub } = tokens.claims() ?? { sub: "" };
		expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toEqual({ sub });
		const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
		await client.tokenRevocation(config, renewed.refresh_token ?? "");
		await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toMatchObject({
			error: "invalid_grant",
		});
		await expect(client.fetchUserInfo(config, renewed.access_token, sub)).rejects.toThrow();
		const own = await client.clientCredentialsGrant(config, { scope: "audit:public" });
		const api = new URL(`${stage.home}/api/v1/public/tools`);
		expect((await client.fetchProtectedResource(config, own.access_token, api, "GET")).status).toBe(200);
	});

	/** A document's URL, independent of the site's origin. */
	const here = (url: string) => url.replace(SERVER_BASE_URL, stage.home);

	it.each(DOCUMENTS)("%s is served as %s for every origin, with revalidation", async (path, type) => {
		// Without fetch's own headers for encodings and caching.
		const got = await request(stage.home + path);
		const { etag = "", ...headers } = got.headers;
		expect([got.statusCode, headers["content-type"]]).toEqual([200, expect.stringContaining(type)]);
		expect([headers["access-control-allow-origin"], etag]).toEqual(["*", expect.stringMatching(/^(W\/)?".+"$/)]);
		const text = await got.body.text();
		const head = await request(stage.home + path, { method: "HEAD" });
		expect([head.statusCode, await head.body.text(), head.headers.etag]).toEqual([200, "", etag]);
		const again = await request(stage.home + path, { headers: { "if-none-match": etag } });
		expect([again.statusCode, await again.body.text()]).toEqual([304, ""]);
		const isJson = /json/.test(type);
		for (const promise of promisesOf(isJson ? JSON.parse(text) : text, [stage.home, SERVER_BASE_URL]))
			promised.set(promise.url, { ...promised.get(promise.url), ...promise });
	});

	it("every URL in every document exists with the stated type", async () => {
		const home = await ask("/");
		const link = home.headers.get("link") ?? "";
		for (const rel of ["api-catalog", "service-desc", "service-doc", "ai-catalog", "describedby"])
			expect(link).toContain(`rel="${rel}"`);
		// Header fields and the page contain paths.
		for (const [, path = ""] of `${link} ${await home.text()}`.matchAll(OWN_PATH)) {
			const { href: url } = new URL(path, stage.home);
			promised.set(url, { url, ...promised.get(url) });
		}
		expect(promised.size).toBeGreaterThan(40);
		for (const { url, type, digest } of promised.values()) {
			if (NO_ADDRESS.test(url)) continue;
			const answer = await fetch(here(url));
			const bytes = Buffer.from(await answer.arrayBuffer());
			const { status, headers } = answer;
			// Endpoints of other methods say so.
			const isThere = status === 200 || (status === 405 && /POST/.test(headers.get("allow") ?? ""));
			const expected = NEEDS_MORE.get(url.replace(stage.home, ""));
			expect([url, expected === undefined ? isThere : status]).toEqual([url, expected ?? true]);
			if (type !== undefined && status === 200)
				// A document's type may include a profile.
				expect([url, headers.get("content-type")?.split(";")[0]]).toEqual([url, type.split(";")[0]]);
			if (digest !== undefined) expect([url, hash("sha256", bytes)]).toEqual([url, digest]);
		}
	});

	it("undocumented URLs do not exist", async () => {
		for (const path of [
			"unknown",
			"oauth-authorization-server/x",
			"agent-card.json",
			"http-message-signatures-directory",
		]) {
			const answer = await ask(`/.well-known/${path}`);
			expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 404, null]);
		}
		const { keys } = (await (await ask("/.well-known/jwks.json")).json()) as { keys: Record<string, string>[] };
		expect(keys.length).toBeGreaterThan(0);
		for (const key of keys) expect(Object.keys(key)).not.toContain("d");
	});
});
