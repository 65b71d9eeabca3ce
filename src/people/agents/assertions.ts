import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { TrustedIssuer } from "#config/environment.ts";
import { type ForeignJwt, readForeignJwt, readForeignKeys, verifyForeignJwt } from "#signing/jwt.ts";
import type { TokenKeySet } from "#signing/token-keys.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import { KEY_SCOPES } from "../keys/api-keys.ts";
import type { ForeignJson } from "../oauth/foreign-json.ts";
import { PUBLIC_SCOPES } from "../oauth/protocol.ts";
import { useOnce } from "../oauth/secrets.ts";
import type { TokenKeys } from "../oauth/token-keys.ts";
import { agentError, agentErrorUntil } from "./agent-errors.ts";
import type { AgentRow, Registrations } from "./registrations.ts";

/** Seconds that clocks may differ. */
export const SKEW = 60;
/** Seconds that others' assertions may live: each is remembered until its end. */
const LONGEST = 3600;

export const seconds = z.number().min(0).max(1e11);
/** It is stored, and not every database takes control characters or halves of a character. */
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
export type AssertionClaims = z.infer<typeof claimsSchema>;

export interface ClaimRules {
	/** What `aud` must be, to the letter, alone. */
	readonly issuer: string;
	readonly now: () => number;
}

/** The signature is already checked. @throws ProtocolError `invalid_request`, `invalid_audience`, `expired` */
export function readAssertionClaims(claims: unknown, { issuer, now }: ClaimRules): AssertionClaims {
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

/** Whether the issuer is the token's only recipient. */
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

/** Milliseconds that keys count as the newest, where a token names another. */
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
	 * Checks the signature alone.
	 * @throws ProtocolError `invalid_request`, `issuer_not_enabled`, `invalid_signature`, `temporarily_unavailable`
	 */
	async read(token: string): Promise<ForeignJwt & { readonly issuer: string }> {
		const unverified = readForeignJwt(token);
		if (!unverified) throw agentError("invalid_request", "It is no signed JSON Web Token.");
		const { iss: issuer } = unverified.claims;
		// Before any fetch: a sender must not make us ask an issuer that they name.
		if (typeof issuer !== "string" || !this.#names.has(issuer))
			throw agentError("issuer_not_enabled", "The issuer is not one that this installation trusts.");
		const { kid } = unverified.header;
		let keys = await keysOf(issuer, this.#json);
		// The provider may have a new key since.
		if (typeof kid === "string" && !keys.keys.some((key) => key.kid === kid))
			keys = await keysOf(issuer, this.#json, FRESH_MS);
		const verified = await verifyForeignJwt(token, keys);
		if (!verified) throw agentError("invalid_signature", "The signature is not by a key of its issuer.");
		return { ...verified, issuer };
	}
}

/** At the usual place, or where the OpenID document says. @throws ProtocolError `temporarily_unavailable` */
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
	return agentErrorUntil("temporarily_unavailable", "The issuer's keys cannot be read now.", RETRY_SECONDS);
}

export const CLAIMED_SCOPES: readonly string[] = [...PUBLIC_SCOPES, ...KEY_SCOPES];

export function scopesOf({ account, scope }: AgentRow): readonly string[] {
	return account === null ? PUBLIC_SCOPES : scope.split(" ");
}

/** Media type of our assertions and providers' (draft-ietf-oauth-identity-assertion-authz-grant-03). */
export const ASSERTION_TYP = "oauth-id-jag+jwt";
const ASSERTION_SECONDS = 3600;
/** The registration's generation; only we read our assertions. */
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

	/** Undefined for an assertion that is not ours, or has lost its worth. */
	async read(assertion: string): Promise<AgentRow | undefined> {
		const { issuer, now } = this.#rules;
		const kid = readForeignJwt(assertion)?.header.kid;
		if (typeof kid !== "string") return undefined;
		const verified = await verifyForeignJwt(assertion, await this.#tokenKeys.verifyingKeys(kid));
		// Other tokens of ours are signed with the same keys.
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
	/** The asking client's id at the provider. */
	readonly clientId: string;
}

interface IdJagParts extends ClaimRules {
	readonly providers: Pick<TrustedProviders, "read">;
}

/** Section 4.4 of draft-ietf-oauth-identity-assertion-authz-grant-03. Ignores reuse for now. @throws ProtocolError */
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

/** By its host, where its id is an address. */
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

/** auth.md takes a number too. @returns lower case @throws ProtocolError `missing_verified_email`, `login_required` */
export function verifiedEmail(all: unknown, now: () => number): string | undefined {
	const { email, email_verified, phone_number, phone_number_verified, auth_time } = personSchema.parse(all);
	const verified = email_verified ? email : undefined;
	if (verified === undefined && !(phone_number_verified && phone_number !== undefined))
		throw agentError("missing_verified_email", "The assertion has no verified e-mail address or telephone number.");
	const age = auth_time === undefined ? Number.POSITIVE_INFINITY : now() / 1000 - auth_time;
	if (age > LOGIN_SECONDS + SKEW || age < -SKEW) throw loginRequired();
	return verified?.toLowerCase();
}

function loginRequired() {
	const says = `The person must have signed in to the provider within ${LOGIN_SECONDS} seconds, by the claim auth_time.`;
	const field = `AgentAuth error="login_required", max_age="${LOGIN_SECONDS}", error_description="${says}"`;
	return agentError("login_required", says, {
		more: { max_age: LOGIN_SECONDS },
		headers: { "WWW-Authenticate": field },
	});
}
