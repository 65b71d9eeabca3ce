import { hash } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import { issueAccessToken, type NewAccessToken, Revocations } from "./access-tokens.ts";
import type { CountLookUp, WayOut } from "./foreign-json.ts";
import { Oauth } from "./oauth.ts";
import type { ExchangeAssertion, GrantedTokens, TokenRequest } from "./token-endpoint.ts";
import { TokenKeys } from "./token-keys.ts";

export const BASE = "https://audit.example.org";
export const START = Date.parse("2026-03-01T10:00:00Z");
export const BACK = "https://app.example.com/back";
/** PKCE verifier and challenge. */
export const VERIFIER = "a-verifier-that-has-at-least-43-characters_1";
export const CHALLENGE = hash("sha256", VERIFIER, "base64url");

/** Adds an account with this id. */
export async function addAccount({ sql, kind }: Database, id: string): Promise<Account> {
	const account = { id, email: `${id}@example.com`, name: id, createdAt: new Date(START).toISOString() };
	const row = { ...account, emailVerified: kind === "sqlite" ? 1 : true, updatedAt: account.createdAt };
	await sql
		.insertInto("user")
		.values(row as never)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return account;
}

/** Accepts assertions of the form `<subject>/<account>`. */
const exchangeByWord: ExchangeAssertion = async (assertion, { scope }) => {
	const [subject = "", account] = assertion.split("/");
	return { subject, scopes: scope?.split(" ") ?? ["audit:public"], ...(account !== undefined && { account }) };
};

/**
 * An authorization server with its own clock, where Ann and Bob have accounts.
 * @param documents published documents by address
 */
export async function openTestOauth(database: Database, documents: Record<string, unknown> = {}) {
	const clock = { ms: START };
	const asked: string[] = [];
	const accounts = [await addAccount(database, "ann"), await addAccount(database, "bob")];
	const now = () => clock.ms;
	const tokenKeys = new TokenKeys(database, async () => "a secret of at least 32 characters", undefined, now);
	const revocations = new Revocations(database, now);
	const oauth = new Oauth({
		...{ database, tokenKeys, revocations, now },
		settings: { baseUrl: BASE },
		accounts: { find: async (id) => accounts.find((account) => account.id === id) },
		agents: { exchange: exchangeByWord, giveUp: async () => {} },
		openClient: () => clientOf(documents, asked),
	});
	const ofOauth = oauth.token.bind(oauth);
	const token = (request: Partial<TokenRequest>, count?: CountLookUp) =>
		ofOauth({ authorization: null, ...request }, count);
	/** Error of a refusal; `none` if it succeeds. */
	const refusal = async (request: Partial<TokenRequest>): Promise<string> =>
		token(request).then(
			() => "none",
			({ error = "no protocol error" }) => error,
		);
	const issue = (given: NewAccessToken) => issueAccessToken(given, { issuer: BASE, tokenKeys, now: clock.ms });
	return Object.assign(oauth, {
		...{ clock, asked, token, refusal, issue, tokenKeys, revocations },
		register: oauth.clients.register.bind(oauth.clients),
		revoke: oauth.revoke.bind(oauth),
		userInfo: oauth.userInfo.bind(oauth),
	});
}

export type TestOauth = Awaited<ReturnType<typeof openTestOauth>>;

/** A client that serves these documents by address and records requests. */
export function clientOf(documents: Readonly<Record<string, unknown>>, asked: string[]): ReturnType<WayOut> {
	return {
		async get(url) {
			asked.push(url.href);
			const found = documents[url.href];
			const body = new TextEncoder().encode(typeof found === "string" ? found : JSON.stringify(found ?? null));
			const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
			const whole = { truncated: false, encodedBytes: body.length, sha256: "", hops: [], timings };
			return { url: url.href, status: found === undefined ? 404 : 200, headers: {}, body, ...whole };
		},
		close: async () => {},
	};
}

/** An authorization request with changes. */
export function queryOf(clientId: string, more: Readonly<Record<string, string>> = {}): URLSearchParams {
	const pkce = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
	return new URLSearchParams({
		...{ response_type: "code", client_id: clientId, redirect_uri: BACK, state: "s", ...pkce },
		...more,
	});
}

/** The code after Ann's consent. */
export async function codeFor({ consent, clock }: TestOauth, query: URLSearchParams, account = "ann"): Promise<string> {
	const session = { account: { id: account }, startedAt: new Date(clock.ms - 60_000).toISOString() };
	const code = new URL(await consent.answer(query, session, true)).searchParams.get("code");
	if (code === null) throw new Error("no code was given");
	return code;
}

/** A public client with the tokens after Ann's consent. */
export async function grantedTokens(oauth: TestOauth, more: Readonly<Record<string, string>> = {}) {
	const { client_id } = await oauth.register({ redirect_uris: [BACK], token_endpoint_auth_method: "none" });
	const code = await codeFor(oauth, queryOf(client_id, more));
	const exchange = { grant_type: "authorization_code", client_id, code, code_verifier: VERIFIER };
	const tokens: GrantedTokens = await oauth.token(exchange);
	return { client_id, code, exchange, ...tokens };
}

/** A client's key, and assertions signed with it. */
export async function clientKey(kid: string | undefined = "one") {
	const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
	const jwk = { ...(await exportJWK(publicKey)), ...(kid && { kid }) };
	let made = 0;
	const sign = (
		clientId: string,
		claims: Readonly<Record<string, unknown>> = {},
		{ key = privateKey as CryptoKey, ...header } = {},
	) => {
		const iat = START / 1000;
		const usual = { iss: clientId, sub: clientId, aud: BASE, jti: `${++made}`, iat, exp: iat + 60 };
		return new SignJWT({ ...usual, ...claims } as JWTPayload)
			.setProtectedHeader({ alg: "ES256", ...(kid && { kid }), ...header })
			.sign(key);
	};
	const assertion = async (...parts: Parameters<typeof sign>) => ({
		client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
		client_assertion: await sign(...parts),
	});
	return { jwk, assertion };
}
