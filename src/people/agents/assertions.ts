import { ECDH, randomBytes } from "node:crypto";
import * as z from "zod";
import type { TrustedIssuer } from "#config/environment.ts";
import { ProtocolError, type ProtocolErrorDetails } from "#core/api/protocol-error.ts";
import { type ForeignJwt, readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/jwt.ts";
import type { TokenKeySet } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import { KEY_SCOPES } from "../keys/api-keys.ts";
import type { CountLookUp, ForeignJson } from "../oauth/foreign-json.ts";
import { PUBLIC_SCOPES, useOnce } from "../oauth/protocol.ts";
import type { TokenKeys } from "../oauth/token-keys.ts";
import type { AgentRow, Registrations } from "./registrations.ts";

/** Allowed clock skew in seconds. */
export const SKEW = 60;
/** Maximum lifetime of foreign assertions in seconds; each is remembered until it expires. */
const LONGEST = 3600;

export const seconds = z.number().min(0).max(1e11);
/** Stored, so no control characters or lone surrogates, which some databases reject. */
export const claimName = z
	.string()
	.max(255)
	.regex(/^[^\p{Cc}\p{Cs}]+$/u);

const claimsSchema = z.object({
	iss: z.string(),
	sub: claimName,
	aud: z.union([z.string(), z.array(z.string())]),
	jti: claimName,
	iat: seconds,
	exp: seconds,
	nbf: seconds.optional(),
});
type AssertionClaims = z.infer<typeof claimsSchema>;

export interface ClaimRules {
	/** The exact and only value of `aud`. */
	readonly issuer: string;
	readonly now: () => number;
}

/** @param claims with a verified signature @throws ProtocolError `invalid_request`, `invalid_audience`, `expired` */
function readAssertionClaims(claims: unknown, { issuer, now }: ClaimRules): AssertionClaims {
	const read = claimsSchema.safeParse(claims);
	if (!read.success) {
		const [claim] = read.error.issues[0]?.path ?? [];
		throw agentError("invalid_request", `The assertion's claim ${String(claim)} is missing or malformed.`);
	}
	const { aud, iat, exp, nbf = iat } = read.data;
	if (!isFor(aud, issuer)) throw agentError("invalid_audience", `The assertion's aud must be ${issuer} alone.`);
	const at = now() / 1000;
	if (exp <= at - SKEW) throw agentError("expired", "The assertion has expired.");
	if (Math.max(iat, nbf) > at + SKEW) throw agentError("invalid_request", "The assertion is not valid yet.");
	if (exp > at + LONGEST + SKEW)
		throw agentError("invalid_request", `The assertion must expire within ${LONGEST} seconds.`);
	return read.data;
}

/** Whether the issuer is the only audience. */
export function isFor(aud: string | readonly string[], issuer: string): boolean {
	return (typeof aud === "string" ? aud : aud.length === 1 && aud[0]) === issuer;
}

export async function useAssertion(
	database: Pick<Database, "sql">,
	{ iss, jti, exp }: Pick<AssertionClaims, "iss" | "jti" | "exp">,
): Promise<void> {
	const isFirst = await useOnce(database, `agent assertion\0${iss}\0${jti}`, (exp + SKEW) * 1000);
	if (!isFirst) throw agentError("replay_detected", "The assertion was used before. Get a new one for each request.");
}

/** Milliseconds before keys are fetched again for an unknown key id. */
const FRESH_MS = 30_000;
const RETRY_SECONDS = 30;

export class TrustedProviders {
	readonly #names: ReadonlyMap<string, string>;
	readonly #json: Pick<ForeignJson, "read">;

	constructor(trusted: readonly TrustedIssuer[], json: Pick<ForeignJson, "read">) {
		this.#names = new Map(trusted.map(({ issuer, name }) => [issuer, name]));
		this.#json = json;
	}

	nameOf(issuer: string): string | undefined {
		return this.#names.get(issuer);
	}

	/**
	 * Verifies only the signature.
	 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature`, `temporarily_unavailable`
	 */
	async read(token: string): Promise<ForeignJwt & { readonly issuer: string }> {
		const unverified = readForeignJwt(token);
		if (!unverified) throw agentError("invalid_request", "It is not a signed JSON Web Token.");
		const { iss: issuer } = unverified.claims;
		// Before any fetch: a sender must not make us fetch from an issuer of their choice.
		if (typeof issuer !== "string" || !this.#names.has(issuer))
			throw agentError("issuer_not_enabled", "The issuer is not one that this installation trusts.");
		const { kid } = unverified.header;
		let keys = await keysOf(issuer, this.#json);
		// The provider may have a new key.
		if (typeof kid === "string" && !keys.keys.some((key) => key.kid === kid))
			keys = await keysOf(issuer, this.#json, FRESH_MS);
		const verified = await verifyForeignJwt(token, keys);
		if (!verified) throw agentError("invalid_signature", "The signature does not match a key of its issuer.");
		return { ...verified, issuer };
	}
}

/** From the usual place, or from the one in the OpenID document. @throws ProtocolError `temporarily_unavailable` */
async function keysOf(issuer: string, json: Pick<ForeignJson, "read">, leastFreshMs = 0): Promise<TokenKeySet> {
	const read = (url: string) => json.read(url, { leastFreshMs });
	const usual = await read(`${issuer}/.well-known/jwks.json`);
	const keys = readForeignKeys(usual);
	if (keys.keys.length > 0) return keys;
	const document = await read(`${issuer}/.well-known/openid-configuration`);
	if (document === undefined && usual === undefined) throw unread();
	if (typeof document !== "object" || document === null) return keys;
	const { issuer: itself, jwks_uri: address } = document as Readonly<Record<string, unknown>>;
	if (itself !== issuer || typeof address !== "string") return keys;
	const named = await read(address);
	if (named === undefined) throw unread();
	return readForeignKeys(named);
}

function unread() {
	return agentErrorUntil("temporarily_unavailable", "The issuer's keys cannot be read at the moment.", RETRY_SECONDS);
}

export const CLAIMED_SCOPES: readonly string[] = [...PUBLIC_SCOPES, ...KEY_SCOPES];

export function scopesOf({ account, scope }: AgentRow): readonly string[] {
	return account === null ? PUBLIC_SCOPES : scope.split(" ");
}

/** Media type of our assertions and providers' (draft-ietf-oauth-identity-assertion-authz-grant-03). */
const ASSERTION_TYP = "oauth-id-jag+jwt";
const ASSERTION_SECONDS = 3600;
/** Private claim with the registration's generation. */
const GENERATION_CLAIM = "sightline_generation";

export interface Identity {
	readonly assertion: string;
	readonly expires_at: string;
}

const ownClaimsSchema = z.object({
	iss: z.string(),
	aud: z.string(),
	sub: z.string(),
	iat: z.number(),
	exp: z.number(),
	[GENERATION_CLAIM]: z.number(),
});

export class OwnAssertions {
	readonly #registrations: Pick<Registrations, "find">;
	readonly #tokenKeys: Pick<TokenKeys, "sign" | "verifyingKeys">;
	readonly #rules: ClaimRules;

	constructor(
		registrations: Pick<Registrations, "find">,
		tokenKeys: Pick<TokenKeys, "sign" | "verifyingKeys">,
		rules: ClaimRules,
	) {
		this.#registrations = registrations;
		this.#tokenKeys = tokenKeys;
		this.#rules = rules;
	}

	async issue({ id, generation }: AgentRow): Promise<Identity> {
		const { issuer, now } = this.#rules;
		const iat = Math.floor(now() / 1000);
		const exp = iat + ASSERTION_SECONDS;
		const jti = randomBytes(16).toString("base64url");
		const claims = { iss: issuer, aud: issuer, sub: id, jti, iat, exp, [GENERATION_CLAIM]: generation };
		const assertion = await this.#tokenKeys.sign(claims, { typ: ASSERTION_TYP });
		return { assertion, expires_at: isoTime(exp * 1000) };
	}

	/** Undefined for an assertion that is not ours or was revoked. */
	async read(assertion: string): Promise<AgentRow | undefined> {
		const { issuer, now } = this.#rules;
		const kid = readForeignJwt(assertion)?.header.kid;
		if (typeof kid !== "string") return undefined;
		const verified = await verifyForeignJwt(assertion, await this.#tokenKeys.verifyingKeys(kid));
		// The same keys sign other tokens of ours.
		if (verified?.header.typ !== ASSERTION_TYP) return undefined;
		const claims = ownClaimsSchema.safeParse(verified.claims).data;
		if (claims?.iss !== issuer || claims.aud !== issuer) return undefined;
		const seconds = now() / 1000;
		if (claims.exp <= seconds || claims.iat > seconds + SKEW) return undefined;
		const row = await this.#registrations.find(claims.sub);
		return row?.revoked_ms === null && row.generation === claims[GENERATION_CLAIM] ? row : undefined;
	}
}

const LOGIN_SECONDS = 3600;

interface IdJag {
	readonly claims: AssertionClaims;
	/** The client's id at the provider. */
	readonly clientId: string;
}

interface IdJagParts extends ClaimRules {
	readonly providers: Pick<TrustedProviders, "read">;
}

/** Section 4.4 of draft-ietf-oauth-identity-assertion-authz-grant-03. Does not detect reuse. @throws ProtocolError */
export async function readIdJag(assertion: string, parts: IdJagParts): Promise<IdJag & { readonly all: unknown }> {
	const { header, claims: all } = await parts.providers.read(assertion);
	if (header.typ !== ASSERTION_TYP)
		throw agentError("invalid_request", `The assertion's typ must be ${ASSERTION_TYP}.`);
	const claims = readAssertionClaims(all, parts);
	const clientId = claimName.safeParse(all.client_id).data;
	if (clientId === undefined)
		throw agentError("invalid_client_id", "The assertion's claim client_id is missing or malformed.");
	return { claims, clientId, all };
}

/** The host if the id is a URL. */
export function clientName(clientId: string): string {
	return URL.parse(clientId)?.host || clientId;
}

const personSchema = z.object({
	email: z.email().max(254).optional().catch(undefined),
	email_verified: z.literal(true).optional().catch(undefined),
	phone_number: z.string().min(1).optional().catch(undefined),
	phone_number_verified: z.literal(true).optional().catch(undefined),
	auth_time: seconds.optional().catch(undefined),
});

/** auth.md also allows a phone number. @returns lower case @throws ProtocolError `missing_verified_email`, … */
export function verifiedEmail(all: unknown, now: () => number): string | undefined {
	const { email, email_verified, phone_number, phone_number_verified, auth_time } = personSchema.parse(all);
	const verified = email_verified ? email : undefined;
	if (verified === undefined && !(phone_number_verified && phone_number !== undefined))
		throw agentError("missing_verified_email", "The assertion has no verified email address or phone number.");
	const age = auth_time === undefined ? Number.POSITIVE_INFINITY : now() / 1000 - auth_time;
	if (age > LOGIN_SECONDS + SKEW || age < -SKEW) throw loginRequired();
	return verified?.toLowerCase();
}

function loginRequired() {
	const says = `The person must have signed in to the provider in the last ${LOGIN_SECONDS} seconds (claim auth_time).`;
	const field = `AgentAuth error="login_required", max_age="${LOGIN_SECONDS}", error_description="${says}"`;
	return agentError("login_required", says, {
		more: { max_age: LOGIN_SECONDS },
		headers: { "WWW-Authenticate": field },
	});
}

interface DidParts extends ClaimRules {
	readonly json: Pick<ForeignJson, "read">;
	readonly count?: CountLookUp | undefined;
}

const TYPES: readonly unknown[] = [undefined, "JWT", ASSERTION_TYP];

export function isByDid(assertion: string): boolean {
	const issuer = readForeignJwt(assertion)?.claims.iss;
	return typeof issuer === "string" && issuer.startsWith("did:");
}

/**
 * Issuer and subject are the DID, whose key must have signed. Does not detect reuse.
 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature`, `temporarily_unavailable` and
 * those of `readAssertionClaims`
 */
export async function readDidAssertion(assertion: string, parts: DidParts): Promise<AssertionClaims> {
	const unverified = readForeignJwt(assertion);
	const { iss: did, sub } = unverified?.claims ?? {};
	if (!unverified || typeof did !== "string")
		throw agentError("invalid_request", "The assertion is not a signed JSON Web Token with an issuer.");
	if (did.length > 255 || sub !== did)
		throw agentError("invalid_request", "The assertion's iss and its sub must both be the DID.");
	// Refuse tokens for other uses.
	if (!TYPES.includes(unverified.header.typ))
		throw agentError("invalid_request", `The assertion's typ must be JWT or ${ASSERTION_TYP}.`);
	// Before the lookup, so that an invalid assertion causes none.
	readAssertionClaims(unverified.claims, parts);
	const verified = await verify(assertion, did, parts);
	if (!verified) throw agentError("invalid_signature", "The signature does not match a key of the DID.");
	return readAssertionClaims(verified.claims, parts);
}

async function verify(assertion: string, did: string, { json, count }: Pick<DidParts, "json" | "count">) {
	const key = keyOfDidKey(did);
	if (key) return verifyForeignJwt(assertion, readForeignKeys({ keys: [key] }));
	const address = didWebAddress(did);
	if (address === undefined)
		throw agentError("issuer_not_enabled", "Only did:web, and did:key with Ed25519 or P-256, are supported.");
	const verifyBy = (document: unknown) =>
		verifyForeignJwt(assertion, readForeignKeys({ keys: authenticationKeys(document, did) }));
	// The subject may have a new key.
	return (
		(await verifyBy(await json.read(address, { count }))) ??
		(await verifyBy(await json.read(address, { leastFreshMs: FRESH_MS, count })))
	);
}

/** Document URL of a `did:web`; undefined for others, for IP addresses and with a port. */
export function didWebAddress(did: string): string | undefined {
	const [host = "", ...path] = /^did:web:([\w.-]+(?::[\w.%-]+)*)$/.exec(did)?.[1]?.split(":") ?? [];
	if (!/^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) return undefined;
	if (path.some((segment) => segment === "." || segment === ".." || /%(?:2[ef]|5c)/i.test(segment))) return undefined;
	const url = URL.parse(`https://${host}/${[...(path.length > 0 ? path : [".well-known"]), "did.json"].join("/")}`);
	return url?.hostname === host ? url.href : undefined;
}

/** More than any real document needs. */
const METHODS_MOST = 50;

const methodSchema = z.looseObject({
	id: z.string(),
	controller: z.string(),
	publicKeyJwk: z.record(z.string(), z.unknown()).optional(),
	publicKeyMultibase: z.string().optional(),
});
const documentSchema = z.object({
	id: z.string(),
	verificationMethod: z.array(z.unknown()).max(METHODS_MOST).default([]),
	authentication: z.array(z.unknown()).max(METHODS_MOST).default([]),
});

/** JWKs with method ids as `kid` (DID Core section 5.3.1). Skips other controllers' methods and invalid keys. */
export function authenticationKeys(document: unknown, did: string): readonly unknown[] {
	const read = documentSchema.safeParse(document).data;
	if (read?.id !== did) return [];
	const absolute = (id: string) => (id.startsWith("#") ? did + id : id);
	const methods = new Map<string, z.infer<typeof methodSchema>>();
	for (const each of [...read.verificationMethod, ...read.authentication]) {
		const method = methodSchema.safeParse(each).data;
		if (method?.controller === did) methods.set(absolute(method.id), method);
	}
	const names = read.authentication.map((each) =>
		typeof each === "string" ? absolute(each) : absolute(methodSchema.safeParse(each).data?.id ?? ""),
	);
	return names.flatMap((kid) => {
		const method = methods.get(kid);
		const key = method?.publicKeyJwk ?? keyOfMultibase(method?.publicKeyMultibase ?? "");
		return key && kid.startsWith(`${did}#`) ? [{ ...key, kid }] : [];
	});
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const KEY_LONGEST = 100;

/** Multicodec prefixes of key types. */
const ED25519 = "ed01";
const P256 = "8024";

/** Multibase and Multicodec as in `did:key`: Ed25519 or P-256. @returns a JSON Web Key, or undefined */
export function keyOfMultibase(text: string): Readonly<Record<string, string>> | undefined {
	const hex = text.startsWith("z") && text.length <= KEY_LONGEST ? base58(text.slice(1)) : undefined;
	if (hex?.startsWith(ED25519) && hex.length === 68) return { kty: "OKP", crv: "Ed25519", x: base64url(hex.slice(4)) };
	if (hex?.startsWith(P256) && hex.length === 70) return pointOf(hex.slice(4));
	return undefined;
}

/** The DID contains the key; `kid` is its only method. */
export function keyOfDidKey(did: string): Readonly<Record<string, string>> | undefined {
	const text = /^did:key:(z[1-9A-HJ-NP-Za-km-z]+)$/.exec(did)?.[1];
	const key = text === undefined ? undefined : keyOfMultibase(text);
	return key && { ...key, kid: `${did}#${text}` };
}

/** @param compressed P-256 point in hex: sign and x */
function pointOf(compressed: string): Readonly<Record<string, string>> | undefined {
	try {
		const point = String(ECDH.convertKey(compressed, "prime256v1", "hex", "hex", "uncompressed"));
		return { kty: "EC", crv: "P-256", x: base64url(point.slice(2, 66)), y: base64url(point.slice(66)) };
	} catch {
		// Not a point on the curve.
		return undefined;
	}
}

/** @returns hex; a leading 1 is a zero byte */
function base58(text: string): string | undefined {
	let number = 0n;
	for (const digit of text) {
		const value = ALPHABET.indexOf(digit);
		if (value === -1) return undefined;
		number = number * 58n + BigInt(value);
	}
	const hex = number === 0n ? "" : number.toString(16);
	const zeros = /^1*/.exec(text)?.[0].length ?? 0;
	return "00".repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`);
}

function base64url(hex: string): string {
	return Buffer.from(hex, "hex").toString("base64url");
}

/** auth.md's errors; for statuses that it does not define see decision 025. */
export const AGENT_ERRORS = {
	invalid_request: 400,
	anonymous_registration_disabled: 403,
	service_auth_registration_disabled: 403,
	issuer_not_enabled: 400,
	invalid_signature: 400,
	invalid_audience: 400,
	expired: 400,
	replay_detected: 400,
	invalid_client_id: 400,
	missing_verified_email: 400,
	invalid_login_hint: 400,
	interaction_required: 401,
	login_required: 401,
	invalid_refresh_token: 401,
	invalid_claim_token: 401,
	invalid_user_code: 401,
	claim_denied: 403,
	auth_method_disabled: 403,
	claim_not_confirmed: 409,
	already_claimed: 409,
	claim_expired: 410,
	claim_revoked: 410,
	user_code_expired: 410,
	too_many_attempts: 429,
	rate_limit_exceeded: 429,
	temporarily_unavailable: 503,
} as const;

export type AgentErrorCode = keyof typeof AGENT_ERRORS;

export function agentError(code: AgentErrorCode, says: string, details: ProtocolErrorDetails = {}): ProtocolError {
	return new ProtocolError(AGENT_ERRORS[code], code, says, details);
}

/** @param seconds until a retry is allowed */
export function agentErrorUntil(code: AgentErrorCode, says: string, seconds: number): ProtocolError {
	const wait = Math.max(Math.ceil(seconds), 1);
	return agentError(code, says, { more: { retry_after: wait }, headers: { "Retry-After": String(wait) } });
}
