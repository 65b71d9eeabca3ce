import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { AGENT_TYPES, type AgentType } from "#config/environment.ts";
import type { ProtocolError } from "#core/api/protocol-error.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import { issueAccessToken, type NewAccessToken, Revocations } from "../oauth/access-tokens.ts";
import { addAccount, BASE, clientOf, START } from "../oauth/oauth.testkit.ts";
import { Oauth } from "../oauth/oauth.ts";
import { TokenKeys } from "../oauth/token-keys.ts";
import { Agents } from "./agents.ts";

/** A trusted provider. */
export const PROVIDER = "https://agents.example.com";
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

type Claims = Readonly<Record<string, unknown>>;

/** A party that signs tokens with its own key. */
export interface Signer {
	/** The published public key. */
	readonly jwk: Readonly<Record<string, unknown>>;
	/** @param header in addition to `alg` and `kid` */
	sign(claims: Claims, header?: { readonly typ?: string; readonly kid?: string }): Promise<string>;
}

export async function makeSigner(kid: string, alg: "ES256" | "EdDSA" = "ES256"): Promise<Signer> {
	const { privateKey, publicKey } = await generateKeyPair(alg);
	const jwk = { ...(await exportJWK(publicKey)), kid, alg };
	const sign: Signer["sign"] = (claims, header = {}) =>
		new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
	return { jwk, sign };
}

const ACCOUNT_IDS = ["ann", "bob"] as const;

/**
 * Agents with an authorization server, a trusted provider and a clock; Ann and Bob have accounts.
 * @param documents published documents by address, in addition to the provider's keys
 */
export async function openTestAgents(
	database: Database,
	{ documents = {}, types = AGENT_TYPES }: { documents?: Record<string, unknown>; types?: readonly AgentType[] } = {},
) {
	const clock = { ms: START };
	const asked: string[] = [];
	const accounts = new Map<string, Account>();
	for (const id of ACCOUNT_IDS) accounts.set(id, await addAccount(database, id));
	const provider = await makeSigner("provider-1");
	const published: Record<string, unknown> = {
		[`${PROVIDER}/.well-known/jwks.json`]: { keys: [provider.jwk] },
		...documents,
	};
	const secret = async () => "a secret of at least 32 characters";
	const now = () => clock.ms;
	const shared = {
		database,
		secret,
		tokenKeys: new TokenKeys(database, secret, undefined, now),
		revocations: new Revocations(database, now),
		accounts: {
			find: async (id: string) => accounts.get(id),
			findByEmail: async (email: string) => [...accounts.values()].find((account) => account.email === email),
		},
		openClient: () => clientOf(published, asked),
		now,
	};
	const agentSettings = { trustedIssuers: [{ issuer: PROVIDER, name: "Agents Inc." }], types };
	const agents = new Agents({ ...shared, settings: { baseUrl: BASE, agents: agentSettings } });
	const oauth = new Oauth({ ...shared, settings: { baseUrl: BASE }, agents });
	const issue = (given: NewAccessToken) => issueAccessToken(given, { ...shared, issuer: BASE, now: clock.ms });
	const tokenOf = async (assertion: string, more: Record<string, string> = {}) =>
		oauth.token({ authorization: null, grant_type: JWT_BEARER, assertion, ...more });
	/** A provider's assertion about Ann, with changes. */
	const idJag = (changes: Claims = {}, header: { typ?: string; kid?: string } = {}, by: Signer = provider) => {
		const at = Math.floor(clock.ms / 1000);
		const who = { iss: PROVIDER, sub: "user-1", aud: BASE, client_id: "https://agents.example.com/client" };
		const times = { iat: at, exp: at + 300, auth_time: at - 60, jti: crypto.randomUUID() };
		const claims = { ...who, ...times, email: "Ann@example.com", email_verified: true, ...changes };
		return by.sign(claims, { typ: "oauth-id-jag+jwt", ...header });
	};
	const person = (id: (typeof ACCOUNT_IDS)[number]): Account => {
		const account = accounts.get(id);
		if (!account) throw new Error(`${id} has no account.`);
		return account;
	};
	return {
		agents,
		oauth,
		...shared,
		issue,
		clock,
		asked,
		published,
		provider,
		tokenOf,
		idJag,
		person,
		accountsById: accounts,
	};
}

export type TestAgents = Awaited<ReturnType<typeof openTestAgents>>;

/** Error code of a refusal; `none` if it succeeds. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
	return asked.then(
		() => "none",
		(error: ProtocolError) => error.error ?? String(error),
	);
}

/** Token of the verification link. */
export function linkToken({ verification_uri }: { readonly verification_uri: string }): string {
	const token = new URL(verification_uri).searchParams.get("token");
	if (token === null) throw new Error("The link has no token.");
	return token;
}

/** An agent that registers and asks Ann to claim it; she confirms when `code` is called. */
export async function claimedBy({ agents, person }: TestAgents, allowed = { mayChange: false }) {
	const registered = await agents.register({ type: "anonymous" });
	const claim_token = registered.claim?.token ?? "";
	const { attempt } = await agents.claims.claim({ claim_token, login_hint: "ann@example.com" });
	const user_code = await agents.claims.confirm(linkToken(attempt), person("ann"), allowed);
	if (user_code === undefined) throw new Error("Ann could not confirm.");
	return { registered, claim_token, attempt, user_code };
}
