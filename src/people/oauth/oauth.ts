import type { Settings } from "#config/environment.ts";
import { ProtocolError } from "#core/api/protocol-error.ts";
import type { VerifyToken } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Revocations, verifyOwnToken } from "./access-tokens.ts";
import { type Client, Clients, isRegistered } from "./clients.ts";
import { type CountLookUp, ForeignJson, publicWayOut, type WayOut } from "./foreign-json.ts";
import { Grants } from "./grants.ts";
import {
	BEARER,
	createChallenge,
	GRANT_SCOPES,
	oauthError,
	PUBLIC_SCOPES,
	resourceOf,
	resourcesOf,
	splitScope,
	sweepUsed,
} from "./protocol.ts";
import {
	answerToken,
	authenticateClient,
	type ClientCredentials,
	type ExchangeAssertion,
	type GrantedTokens,
	type TokenRequest,
} from "./token-endpoint.ts";
import type { TokenKeys } from "./token-keys.ts";

interface OauthOptions {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl">;
	readonly tokenKeys: Pick<TokenKeys, "sign" | "verifyingKeys">;
	readonly revocations: Revocations;
	readonly accounts: Pick<Accounts, "find">;
	readonly agents: {
		readonly exchange: ExchangeAssertion;
		/** Ends an agent's refresh token or assertion; ignores others. */
		giveUp(token: string): Promise<void>;
	};
	readonly openClient?: WayOut | undefined;
	readonly now?: (() => number) | undefined;
}

export class Oauth {
	readonly clients: Clients;
	readonly consent: Consent;
	readonly grants: Grants;
	readonly #parts: OauthOptions & {
		readonly json: ForeignJson;
		readonly issuer: string;
		readonly now: () => number;
	};

	constructor(options: OauthOptions) {
		const { database, settings, revocations, openClient, now = Date.now } = options;
		const issuer = settings.baseUrl;
		const json = new ForeignJson(openClient ?? publicWayOut(issuer), now);
		this.#parts = { ...options, json, issuer, now };
		this.clients = new Clients(database, json, now);
		this.grants = new Grants(database, revocations, now);
		this.consent = new Consent(this.clients, this.grants, issuer, now);
	}

	readonly verifyToken: VerifyToken = (token, audience) => verifyOwnToken(token, audience, this.#parts);

	/** @param count counts lookups of the client @throws ProtocolError of RFC 6749 section 5.2 */
	token(request: TokenRequest, count?: CountLookUp): Promise<GrantedTokens> {
		return answerToken(request, { ...this.#parts, clients: this.clients, grants: this.grants, count });
	}

	/** @throws ProtocolError `invalid_token`, `insufficient_scope` (RFC 6750 section 3.1) */
	async userInfo(authorization: string | null): Promise<UserInfo> {
		const { accounts, issuer } = this.#parts;
		const token = BEARER.exec(authorization ?? "")?.[1];
		if (token === undefined)
			throw refused("invalid_token", "There is no access token.", issuer, 401, authorization === null);
		const claims = await this.verifyToken(token, issuer);
		if ("refused" in claims) throw refused("invalid_token", `The access token is refused. ${claims.refused}`, issuer);
		const { scopes } = claims;
		const account = claims.account === undefined ? undefined : await accounts.find(claims.account);
		if (!scopes.includes("openid"))
			throw refused("insufficient_scope", "The access token does not have the scope openid.", issuer, 403);
		if (!account) throw refused("invalid_token", "The access token does not belong to an account.", issuer);
		return {
			sub: account.id,
			...(scopes.includes("email") && { email: account.email, email_verified: true as const }),
			...(scopes.includes("profile") && account.name !== "" && { name: account.name }),
		};
	}

	/**
	 * RFC 7009: revokes an access token, a refresh token with its grant, or an agent's token with its registration. Any
	 * holder may revoke a token, but a client that names itself only its own. Does not reveal whether a token exists.
	 * @throws ProtocolError `invalid_request`, `invalid_client`
	 */
	async revoke(request: RevocationRequest, count?: CountLookUp): Promise<void> {
		const { agents, revocations, issuer } = this.#parts;
		const asking = await authenticateClient(request, { ...this.#parts, clients: this.clients, count });
		const client = asking?.client.id;
		const { token } = request;
		if (token === undefined || token === "") throw oauthError("invalid_request", "There is no token.");
		const isOurs = (of: string | undefined) => client === undefined || client === of;
		const grant = await this.grants.findRefresh(token);
		if (grant) {
			if (isOurs(grant.client)) await this.grants.end(grant.id);
			return;
		}
		await agents.giveUp(token);
		for (const resource of resourcesOf(issuer)) {
			const claims = await this.verifyToken(token, resource);
			if (!("refused" in claims) && isOurs(claims.clientId)) await revocations.revoke([`jti:${claims.jti}`], true);
		}
	}

	async sweep(now: number): Promise<void> {
		for (const part of [this.#parts.revocations, this.clients, this.grants]) await part.sweep(now);
		await sweepUsed(this.#parts.database, now);
	}
}

/** OpenID Connect Core section 5.1. */
interface UserInfo {
	readonly sub: string;
	readonly email?: string;
	readonly email_verified?: true;
	readonly name?: string;
}

/** @param isBare omits the error from the challenge, because no token was sent (RFC 6750 section 3) */
function refused(error: string, says: string, issuer: string, status = 401, isBare = false): ProtocolError {
	const challenge = createChallenge(issuer);
	return new ProtocolError(status, error, says, { headers: isBare ? challenge() : challenge(error, says) });
}

interface RevocationRequest extends ClientCredentials {
	readonly token?: string | undefined;
	/** Ignored: a token's form shows its type. */
	readonly token_type_hint?: string | undefined;
}

/** RFC 6749 section 4.1.1, restricted by OAuth 2.1. */
interface AuthorizationRequest {
	readonly client: Client;
	readonly redirectUri: string;
	readonly scopes: readonly string[];
	readonly resource: string;
	/** PKCE, S256. */
	readonly challenge: string;
	readonly state?: string;
	readonly nonce?: string;
	/** Maximum age of the sign-in in seconds. */
	readonly maxAge?: number;
}

interface RefusedRequest {
	readonly error: Pick<ProtocolError, "error" | "description">;
	readonly leadBack: string;
}

/** Fits the path that the sign-in returns to. */
const LONGEST = 1_800;

/**
 * If the redirect URI is not verified, the person is not redirected and sees the error here.
 * @throws ProtocolError `invalid_request`, `invalid_client`, `temporarily_unavailable`
 */
async function readAuthorizationRequest(
	query: URLSearchParams,
	clients: Pick<Clients, "find">,
	issuer: string,
	count?: CountLookUp,
): Promise<AuthorizationRequest | RefusedRequest> {
	if (query.toString().length > LONGEST)
		throw oauthError("invalid_request", `The request is longer than ${LONGEST} characters.`);
	const id = onlyOne(query, "client_id");
	if (id === undefined) throw oauthError("invalid_request", "There is no client_id.");
	const client = await clients.find(id, count);
	if (!client)
		throw new ProtocolError(400, "invalid_client", "The client does not exist, or its document cannot be read.");
	const redirectUri = redirectOf(query, client);
	try {
		return { ...readRest(query, client, issuer), client, redirectUri };
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		return { error, leadBack: errorAddress({ redirectUri, ...stateOf(query) }, error, issuer) };
	}
}

function redirectOf(query: URLSearchParams, { metadata }: Client): string {
	const registered = metadata.redirect_uris ?? [];
	const asked = onlyOne(query, "redirect_uri") ?? (registered.length === 1 ? registered[0] : undefined);
	if (asked === undefined) throw oauthError("invalid_request", "There is no redirect_uri.");
	if (!isRegistered(asked, registered))
		throw oauthError("invalid_request", "The client has not registered this redirect_uri.");
	return asked;
}

function readRest(
	query: URLSearchParams,
	{ metadata }: Client,
	issuer: string,
): Omit<AuthorizationRequest, "client" | "redirectUri"> {
	for (const name of new Set(query.keys())) if (name !== "resource") onlyOne(query, name);
	if (!metadata.grant_types.includes("authorization_code"))
		throw oauthError("unauthorized_client", "The client has not registered the grant authorization_code.");
	if (query.get("response_type") !== "code")
		throw new ProtocolError(400, "unsupported_response_type", "The response_type must be code.");
	if ((query.get("response_mode") ?? "query") !== "query")
		throw oauthError("invalid_request", "The response_mode must be query.");
	if (query.has("request") || query.has("request_uri"))
		throw new ProtocolError(400, "request_not_supported", "Send the request as plain parameters.");
	if (promptsOf(query).includes("none"))
		throw new ProtocolError(
			400,
			"consent_required",
			"The program asked to skip your approval. Approval is always required here.",
		);
	const challenge = challengeOf(query);
	const resources = query.getAll("resource");
	return {
		challenge,
		scopes: scopesOf(query.get("scope"), metadata.scope),
		resource: resourceOf(resources.length > 0 ? resources : undefined, issuer),
		...stateOf(query),
		...nonceOf(query),
		...maxAgeOf(query),
	};
}

/** @throws ProtocolError `invalid_request` for a repeated parameter, which parsers read differently */
function onlyOne(query: URLSearchParams, name: string): string | undefined {
	const [first, second] = query.getAll(name);
	if (second !== undefined) throw oauthError("invalid_request", "A parameter was sent more than once.");
	return first === "" ? undefined : first;
}

function challengeOf(query: URLSearchParams): string {
	const challenge = query.get("code_challenge") ?? "";
	if (query.get("code_challenge_method") === "S256" && /^[\w-]{43}$/.test(challenge)) return challenge;
	throw oauthError("invalid_request", "PKCE is required: a code_challenge with the code_challenge_method S256.");
}

/** Stored, so restricted to characters that databases accept. */
function nonceOf(query: URLSearchParams): { readonly nonce?: string } {
	const nonce = query.get("nonce");
	if (nonce === null) return {};
	if (/^[\x20-\x7e]+$/.test(nonce)) return { nonce };
	throw oauthError("invalid_request", "The nonce must be printable ASCII characters.");
}

function stateOf(query: URLSearchParams): { readonly state?: string } {
	const states = query.getAll("state");
	const [state] = states;
	return state === undefined || states.length > 1 ? {} : { state };
}

/** By default the public scopes; a client gets no more than it requests. */
function scopesOf(asked: string | null, allowed: string): readonly string[] {
	const scopes = splitScope(asked ?? undefined).filter((scope) => scope !== "offline_access");
	const mayAsk = splitScope(allowed).filter((scope) => GRANT_SCOPES.includes(scope));
	const wished = scopes.length > 0 ? scopes : PUBLIC_SCOPES.filter((scope) => mayAsk.includes(scope));
	if (wished.length === 0) throw oauthError("invalid_scope", "The client did not ask for a scope.");
	const isAllowed = wished.every((scope) => mayAsk.includes(scope));
	if (!isAllowed) throw oauthError("invalid_scope", "The client may not ask for one of these scopes.");
	return wished;
}

function promptsOf(query: URLSearchParams): readonly string[] {
	return splitScope(query.get("prompt") ?? undefined);
}

/** Seconds for which a sign-in satisfies `prompt=login` or `max_age=0`. */
const JUST_NOW = 300;

function maxAgeOf(query: URLSearchParams): { readonly maxAge?: number } {
	const asked = query.get("max_age");
	if (asked !== null && !/^\d{1,9}$/.test(asked))
		throw oauthError("invalid_request", "The max_age is not a number of seconds.");
	if (promptsOf(query).includes("login") || Number(asked ?? "1") === 0) return { maxAge: JUST_NOW };
	return asked === null ? {} : { maxAge: Number(asked) };
}

type WayBack = Pick<AuthorizationRequest, "redirectUri" | "state">;

/** `iss` names the authorization server (RFC 9207). */
function answerAddress(
	{ redirectUri, state }: WayBack,
	answer: Readonly<Record<string, string>>,
	issuer: string,
): string {
	const more = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer });
	// Keep the registered URI unchanged.
	return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${more}`;
}

function errorAddress(
	back: WayBack,
	{ error, description }: Pick<ProtocolError, "error" | "description">,
	issuer: string,
): string {
	return answerAddress(back, { error, error_description: description }, issuer);
}

interface ConsentQuestion {
	readonly clientName: string;
	/** A host, or the scheme of a local program. */
	readonly goesTo: string;
	readonly scopes: readonly string[];
	/** Target of the redirect, which the page's CSP must allow. */
	readonly redirectUri: string;
}

type ConsentStep =
	| { readonly ask: ConsentQuestion }
	/** `leadBack` is undefined if the redirect URI is not verified. */
	| { readonly refused: string; readonly leadBack?: string };

interface AskedPerson {
	readonly account: { readonly id: string };
	readonly startedAt: string;
}

const CONSENT_PATH = "/oauth/consent/";

/** `count` counts lookups of the client and may throw. */
export class Consent {
	readonly #clients: Pick<Clients, "find">;
	readonly #grants: Pick<Grants, "make">;
	readonly #issuer: string;
	readonly #now: () => number;

	constructor(clients: Pick<Clients, "find">, grants: Pick<Grants, "make">, issuer: string, now: () => number) {
		this.#clients = clients;
		this.#grants = grants;
		this.#issuer = issuer;
		this.#now = now;
	}

	/**
	 * Registration is open, so never redirects to a client without a click of the person, not even for `prompt=none`.
	 * @throws ProtocolError if the person cannot be redirected
	 */
	async authorize(query: URLSearchParams, count?: CountLookUp): Promise<string> {
		await readAuthorizationRequest(query, this.#clients, this.#issuer, count);
		return `${this.#issuer}${CONSENT_PATH}?${query}`;
	}

	async question(query: URLSearchParams, person: AskedPerson, count?: CountLookUp): Promise<ConsentStep> {
		try {
			const request = await this.#read(query, person, count);
			if (!("error" in request)) return { ask: questionOf(request) };
			return { refused: request.error.description, leadBack: request.leadBack };
		} catch (error) {
			if (error instanceof ProtocolError) return { refused: error.description };
			throw error;
		}
	}

	/** @returns the redirect target @throws ProtocolError if the request is invalid */
	async answer(query: URLSearchParams, person: AskedPerson, isAllowed: boolean, count?: CountLookUp): Promise<string> {
		const request = await this.#read(query, person, count);
		if ("error" in request) return request.leadBack;
		if (!isAllowed) return errorAddress(request, SAID_NO, this.#issuer);
		const { client, scopes, resource, redirectUri, challenge, nonce } = request;
		const signedInMs = Date.parse(person.startedAt);
		const { clientName } = questionOf(request);
		const code = await this.#grants.make(
			{ account: person.account.id, client: client.id, clientName, scopes, resource, signedInMs },
			{ redirectUri, challenge, nonce },
		);
		if (code === undefined) throw new ProtocolError(400, "access_denied", "Your account was deleted.");
		return answerAddress(request, { code }, this.#issuer);
	}

	async #read(query: URLSearchParams, { startedAt }: Pick<AskedPerson, "startedAt">, count?: CountLookUp) {
		const request = await readAuthorizationRequest(query, this.#clients, this.#issuer, count);
		if ("error" in request) return request;
		const { maxAge } = request;
		const isTooLongAgo = maxAge !== undefined && this.#now() - Date.parse(startedAt) > maxAge * 1000;
		if (!isTooLongAgo) return request;
		return { error: TOO_LONG_AGO, leadBack: errorAddress(request, TOO_LONG_AGO, this.#issuer) };
	}
}

const TOO_LONG_AGO = { error: "login_required", description: "This program needs a more recent sign-in." };
const SAID_NO = { error: "access_denied", description: "The person declined." };

function questionOf({ client, redirectUri, scopes }: AuthorizationRequest): ConsentQuestion {
	const { protocol, host } = new URL(redirectUri);
	const goesTo = protocol === "https:" ? host : protocol === "http:" ? "your own machine" : protocol.slice(0, -1);
	return { clientName: client.metadata.client_name ?? goesTo, goesTo, scopes, redirectUri };
}
