/** A valid request for each endpoint of a standard; never shipped. */

import { generateKeyPairSync, hash, type KeyObject, randomUUID } from "node:crypto";
import { readEnvironment } from "#config/environment.ts";
import { mailbox, signIn } from "#people/accounts/sign-in.testkit.ts";
import { clientOf } from "#people/oauth/oauth.testkit.ts";
import { People } from "#people/open-people.ts";
import type { Database } from "#store/database.ts";
import { ALL_ENDPOINTS } from "./endpoints.ts";
import { type DraftRequest, SignedToken } from "./mutated-requests.testkit.ts";

export const SECRET = "the secret of an installation that no answer may hold";
export const BASE = "https://audit.example.com";
const PROVIDER = "https://provider.example.net";
const DID_HOST = "agent.example.net";
const BACK = "https://app.example.net/back";
const VERIFIER = "a-verifier-that-has-at-least-43-characters_1";
const EMAIL = "ann@example.com";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
const REVOKED = "https://schemas.workos.com/events/agent/auth/identity/assertion/revoked";

export interface ValidRequest {
	readonly operationId: string;
	readonly status: number;
	/** Creates a new one each time, because many parts are single-use. */
	make(): Promise<DraftRequest>;
}

function keyPair(kid: string) {
	const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	return { privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "ES256" } };
}

/** Documents of third parties: a provider's keys and a DID document. */
function world() {
	const [provider, did] = [keyPair("provider"), keyPair("did")];
	const id = `did:web:${DID_HOST}`;
	const method = { id: `${id}#did`, type: "JsonWebKey", controller: id, publicKeyJwk: did.jwk };
	const documents: Readonly<Record<string, unknown>> = {
		[`${PROVIDER}/.well-known/jwks.json`]: { keys: [provider.jwk] },
		[`https://${DID_HOST}/.well-known/did.json`]: { id, verificationMethod: [method], authentication: [method.id] },
	};
	return { provider: provider.privateKey, did: did.privateKey, didId: id, documents };
}

/** Opens `People` with an account, clients and agents. */
export async function openStand(database: Database) {
	const { provider, did, didId, documents } = world();
	const { mailer, mails } = mailbox();
	const settings = readEnvironment({
		SIGHTLINE_BASE_URL: BASE,
		SIGHTLINE_SECRET: SECRET,
		SIGHTLINE_TRUSTED_ISSUERS: PROVIDER,
	});
	const people = new People({ database, settings, mailer, openClient: () => clientOf(documents, []) });
	const ann = await signIn(people, mails, EMAIL);
	const own = keyPair("own");
	const secret = await people.oauth.clients.register({});
	const keyed = await people.oauth.clients.register({
		...{ token_endpoint_auth_method: "private_key_jwt", grant_types: ["client_credentials"] },
		jwks: { keys: [own.jwk] },
	});
	const app = await people.oauth.clients.register({ redirect_uris: [BACK], token_endpoint_auth_method: "none" });
	const parts = { people, account: ann.account.id, cookie: ann.headers.get("cookie") ?? "" };
	const keys = { provider, did, own: own.privateKey };
	return {
		people,
		requests: requestsOf({ ...parts, keys, didId, ids: { secret, keyed, app } }),
		secrets: [SECRET, PROVIDER],
	};
}

interface Stand {
	readonly people: People;
	readonly account: string;
	readonly cookie: string;
	readonly didId: string;
	readonly keys: Readonly<Record<"provider" | "did" | "own", KeyObject>>;
	readonly ids: Readonly<
		Record<"secret" | "keyed" | "app", { readonly client_id: string; readonly client_secret?: string }>
	>;
}

function claimsOf(iss: string, sub: string, more: Readonly<Record<string, unknown>> = {}) {
	const iat = Math.floor(Date.now() / 1000);
	return { iss, sub, aud: BASE, jti: randomUUID(), iat, exp: iat + 300, ...more };
}

const post = (parts: Omit<DraftRequest, "method">): DraftRequest => ({ method: "POST", ...parts });
const pairs = (form: Readonly<Record<string, unknown>>) => Object.entries(form);

function requestsOf(stand: Stand): readonly ValidRequest[] {
	return [...oauthRequests(stand), ...agentRequests(stand), ...documentRequests()];
}

const authorization = (id: string) => ({
	...{ response_type: "code", client_id: id, redirect_uri: BACK, state: "s", scope: "openid audit:read email" },
	...{ code_challenge: hash("sha256", VERIFIER, "base64url"), code_challenge_method: "S256", resource: BASE },
});

function oauthRequests(stand: Stand): readonly ValidRequest[] {
	const { people, ids, keys, cookie } = stand;
	const codeOf = async () => {
		const query = new URLSearchParams(authorization(ids.app.client_id));
		const person = { account: { id: stand.account }, startedAt: new Date().toISOString() };
		return new URL(await people.oauth.consent.answer(query, person, true)).searchParams.get("code") ?? "";
	};
	const code = async () => ({
		...{ grant_type: "authorization_code", client_id: ids.app.client_id, code: await codeOf() },
		...{ redirect_uri: BACK, code_verifier: VERIFIER },
	});
	const tokens = async () => people.oauth.token({ authorization: null, ...(await code()) });
	const assertion = () =>
		new SignedToken(keys.own, { alg: "ES256", kid: "own" }, claimsOf(ids.keyed.client_id, ids.keyed.client_id));
	const give = (form: () => Promise<Readonly<Record<string, unknown>>>): ValidRequest => ({
		operationId: "giveToken",
		status: 200,
		make: async () => post({ form: pairs(await form()) }),
	});
	const basic = `Basic ${Buffer.from(`${ids.secret.client_id}:${ids.secret.client_secret}`).toString("base64")}`;
	return [
		{ operationId: "registerClient", status: 201, make: async () => post({ json: METADATA }) },
		{
			operationId: "authorizeClient",
			status: 303,
			make: async () => ({
				method: "GET",
				query: pairs(authorization(ids.app.client_id)),
				headers: [["cookie", cookie]],
			}),
		},
		give(code),
		give(async () => ({
			...{ grant_type: "refresh_token", client_id: ids.app.client_id, scope: "audit:read" },
			refresh_token: (await tokens()).refresh_token,
		})),
		give(async () => ({
			...{ grant_type: "client_credentials", scope: "audit:public", resource: `${BASE}/mcp` },
			client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
			client_assertion: assertion(),
		})),
		{
			operationId: "giveToken",
			status: 200,
			make: async () => post({ form: [["grant_type", "client_credentials"]], headers: [["authorization", basic]] }),
		},
		{
			operationId: "revokeToken",
			status: 200,
			make: async () => post({ form: pairs({ token: (await tokens()).refresh_token, client_id: ids.app.client_id }) }),
		},
		{
			operationId: "userInfo",
			status: 200,
			make: async () => ({ method: "GET", headers: [["authorization", `Bearer ${(await tokens()).access_token}`]] }),
		},
	];
}

const METADATA = {
	...{
		client_name: "An app",
		redirect_uris: [BACK, "http://127.0.0.1/cb"],
		token_endpoint_auth_method: "client_secret_post",
	},
	...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], scope: "audit:read openid" },
	...{ client_uri: "https://app.example.net/", contacts: ["app@example.net"], software_id: "app" },
};

function agentRequests({ people, account, didId, keys }: Stand): readonly ValidRequest[] {
	const register = () => people.agents.register({ type: "anonymous" });
	const jag = (key: KeyObject, iss: string, sub: string) => {
		const person = { client_id: "an-agent", email: "carl@example.com", email_verified: true };
		const claims = claimsOf(iss, sub, { ...person, auth_time: Math.floor(Date.now() / 1000) });
		return new SignedToken(
			key,
			{ alg: "ES256", typ: "oauth-id-jag+jwt", kid: iss === PROVIDER ? "provider" : `${iss}#did` },
			claims,
		);
	};
	const vouched = (assertion: SignedToken) => ({ type: "identity_assertion", assertion_type: ID_JAG, assertion });
	const begun = async () => {
		const claim_token = (await register()).claim?.token ?? "";
		const { attempt } = await people.agents.claims.claim({ claim_token, login_hint: EMAIL });
		const owner = await people.accounts.find(account);
		const token = new URL(attempt.verification_uri).searchParams.get("token") ?? "";
		return { claim_token, user_code: owner && (await people.agents.claims.confirm(token, owner, { mayChange: true })) };
	};
	const refresh = async () => {
		const { claim_token, user_code = "" } = await begun();
		return (await people.agents.claims.complete({ claim_token, user_code })).identity.refresh_token?.value;
	};
	const identity = (json: () => Promise<unknown>, operationId = "registerAgent"): ValidRequest => ({
		operationId,
		status: 200,
		make: async () => post({ json: await json() }),
	});
	const exchanged = (assertion: () => Promise<unknown>): ValidRequest => ({
		operationId: "giveToken",
		status: 200,
		make: async () => post({ form: pairs({ grant_type: JWT_BEARER, assertion: await assertion(), resource: BASE }) }),
	});
	return [
		identity(async () => ({ type: "anonymous" })),
		identity(async () => ({ type: "service_auth", login_hint: EMAIL })),
		identity(async () => vouched(jag(keys.provider, PROVIDER, "user-1"))),
		identity(async () => vouched(jag(keys.did, didId, didId))),
		identity(async () => ({ type: "refresh", refresh_token: await refresh() })),
		identity(
			async () => ({ type: "service_auth", claim_token: (await register()).claim?.token, login_hint: EMAIL }),
			"claimAgent",
		),
		identity(begun, "completeAgentClaim"),
		exchanged(async () => (await register()).identity?.assertion),
		exchanged(async () => jag(keys.provider, PROVIDER, "user-2")),
		{
			operationId: "notifyAgentEvent",
			status: 202,
			make: async () => {
				const claims = claimsOf(PROVIDER, "user-3", { events: { [REVOKED]: {} } });
				return post({
					text: new SignedToken(keys.provider, { alg: "ES256", typ: "secevent+jwt", kid: "provider" }, claims),
				});
			},
		},
		{
			operationId: "mcp",
			status: 200,
			make: async () => post({ json: LIST_TOOLS, headers: [["accept", "application/json, text/event-stream"]] }),
		},
		{
			operationId: "mcp",
			status: 200,
			make: async () => post({ json: CALL_TOOL, headers: [["accept", "application/json, text/event-stream"]] }),
		},
	];
}

const LIST_TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const CALL_TOOL = {
	jsonrpc: "2.0",
	id: 2,
	method: "tools/call",
	params: { name: "get_cli_snippet", arguments: { domain: "example.com" } },
};

/** Requests for documents need no input. The key directory is missing if no key signs audits. */
function documentRequests(): readonly ValidRequest[] {
	return ALL_ENDPOINTS.filter(({ protocol }) => protocol === "document").map(({ operationId }) => ({
		operationId,
		status: operationId === "botKeyDirectory" ? 404 : 200,
		make: async () => ({ method: "GET" }),
	}));
}
