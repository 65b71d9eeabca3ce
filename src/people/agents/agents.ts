import * as z from "zod";
import type { AgentType, Settings } from "#config/environment.ts";
import { ProtocolError } from "#core/api/protocol-error.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { readForeignJwt } from "#signing/jwt.ts";
import type { Database } from "#store/database.ts";
import { isoTime } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import type { Revocations } from "../oauth/access-tokens.ts";
import { type CountLookUp, ForeignJson, publicWayOut, type WayOut } from "../oauth/foreign-json.ts";
import { oauthError, PUBLIC_SCOPES, splitScope, useOnce, wasUsed } from "../oauth/protocol.ts";
import type { ExchangeAssertion } from "../oauth/token-endpoint.ts";
import type { TokenKeys } from "../oauth/token-keys.ts";
import {
	type AgentErrorCode,
	agentError,
	agentErrorUntil,
	CLAIMED_SCOPES,
	claimName,
	clientName,
	type Identity,
	isByDid,
	isFor,
	OwnAssertions,
	readDidAssertion,
	readIdJag,
	SKEW,
	scopesOf,
	seconds,
	TrustedProviders,
	useAssertion,
	verifiedEmail,
} from "./assertions.ts";
import { type ClaimParts, Claims, readLoginHint, type ShownAttempt, type ShownClaim } from "./claim.ts";
import { type AgentRow, type NewRefreshToken, Registrations } from "./registrations.ts";

type RegisterRequest =
	| { readonly type: "anonymous" }
	| { readonly type: "service_auth"; readonly login_hint: string }
	| { readonly type: "identity_assertion" | "did"; readonly assertion: string }
	| { readonly type: "refresh"; readonly refresh_token: string };

interface RegisterAnswer {
	readonly id: string;
	readonly type: AgentRow["kind"];
	readonly identity?: Identity & { readonly refresh_token?: NewRefreshToken };
	readonly scopes:
		| readonly string[]
		| { readonly pre_claim?: readonly string[]; readonly post_claim: readonly string[] };
	readonly claim?: ShownClaim & { readonly attempt?: ShownAttempt };
}

interface ListedAgent {
	readonly id: string;
	readonly provider?: string;
	/** A host, or the provider's name for its client. */
	readonly client?: string;
	readonly since: string;
	readonly scopes: readonly string[];
}

interface AgentsOptions {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl" | "agents">;
	readonly secret: InstallationSecret;
	readonly accounts: Pick<Accounts, "find" | "findByEmail">;
	readonly tokenKeys: Pick<TokenKeys, "sign" | "verifyingKeys">;
	readonly revocations: Pick<Revocations, "revoke">;
	readonly openClient?: WayOut | undefined;
	readonly now?: (() => number) | undefined;
}

/** Maximum unvouched registrations per hour in total; limits per address apply first. */
const HOURLY = 1000;
const HOUR_MS = 3_600_000;
const RETRY_SECONDS = 600;

export class Agents {
	readonly claims: Claims;
	readonly #accounts: AgentsOptions["accounts"];
	readonly #parts: ClaimParts;
	readonly #json: ForeignJson;

	constructor({ database, settings, secret, accounts, tokenKeys, revocations, ...more }: AgentsOptions) {
		const { now = Date.now } = more;
		const { baseUrl: issuer, agents } = settings;
		const openJson = () => new ForeignJson(more.openClient ?? publicWayOut(issuer), now);
		const registrations = new Registrations(database, revocations, now);
		this.#accounts = accounts;
		this.#json = openJson();
		this.#parts = {
			...{ database, secret, registrations, revocations, issuer, now },
			assertions: new OwnAssertions(registrations, tokenKeys, { issuer, now }),
			// A separate cache: addresses named by strangers must not evict or delay a provider's keys.
			providers: new TrustedProviders(agents.trustedIssuers, openJson()),
			types: agents.types,
		};
		this.claims = new Claims(this.#parts);
	}

	/** @param count counts lookups of DID documents @throws ProtocolError of auth.md; whatever `count` throws */
	async register(request: RegisterRequest, count?: CountLookUp): Promise<RegisterAnswer> {
		switch (request.type) {
			case "anonymous":
				return this.#registerAnonymous();
			case "service_auth":
				return this.#registerForPerson(request.login_hint);
			case "refresh":
				return this.#renew(request.refresh_token);
			default:
				return isByDid(request.assertion) || request.type === "did"
					? this.#registerDid(request.assertion, count)
					: this.#registerVouched(request.assertion);
		}
	}

	/** Counts unvouched registrations. The DID is unverified, but a request with another's DID fails later. */
	async isNewcomer(request: RegisterRequest): Promise<boolean> {
		if (request.type === "refresh") return false;
		if (!("assertion" in request)) return true;
		const issuer = readForeignJwt(request.assertion)?.claims.iss;
		if (typeof issuer !== "string") return true;
		const { providers, registrations } = this.#parts;
		return providers.nameOf(issuer) === undefined && !(await registrations.isKnown(issuer));
	}

	/** Takes a Security Event Token. @throws ProtocolError of RFC 8935 */
	notify(set: string): Promise<void> {
		return notify(set, this.#parts);
	}

	/**
	 * Our assertions work until they expire, a provider's once and for public data only.
	 * @throws ProtocolError `invalid_grant`, `invalid_scope`
	 */
	async exchange(
		assertion: string,
		{ scope, clientId }: Parameters<ExchangeAssertion>[1],
	): ReturnType<ExchangeAssertion> {
		const own = await this.#parts.assertions.read(assertion);
		const row = own ?? (await this.#ofProvider(assertion, clientId));
		// Only our own assertion proves that the person accepted the agent.
		const allowed = own ? scopesOf(own) : PUBLIC_SCOPES;
		const scopes = splitScope(scope);
		if (scopes.some((each) => !allowed.includes(each)))
			throw oauthError("invalid_scope", `Allowed scopes: ${allowed.join(", ")}.`);
		const account = own?.account ?? undefined;
		return { subject: row.id, scopes: scopes.length > 0 ? scopes : allowed, ...(account !== undefined && { account }) };
	}

	/** RFC 7009: ends the registration with all its tokens, wherever they are; ignores unknown tokens. */
	async giveUp(token: string): Promise<void> {
		const { assertions, registrations } = this.#parts;
		const id = (await registrations.findRefresh(token)) ?? (await assertions.read(token))?.id;
		if (id !== undefined) await registrations.end(id);
	}

	async list(account: string): Promise<readonly ListedAgent[]> {
		const { database, providers } = this.#parts;
		const rows = await database.sql
			.selectFrom("agent_registration")
			.select(["id", "issuer", "client", "scope", "claimed_ms"])
			.where("account", "=", account)
			.orderBy("claimed_ms", "desc")
			.orderBy("id")
			.execute();
		return rows.map(({ id, issuer, client, scope, claimed_ms }) => {
			const provider = issuer === null ? undefined : (providers.nameOf(issuer) ?? issuer);
			const facts = { id, since: isoTime(claimed_ms ?? 0), scopes: scope.split(" ") };
			if (provider === undefined) return facts;
			return { ...facts, provider, ...(client !== "" && { client: clientName(client) }) };
		});
	}

	async end(account: string, id: string): Promise<void> {
		const { database, registrations } = this.#parts;
		const mine = database.sql.selectFrom("agent_registration").select("id").where("account", "=", account);
		if (await mine.where("id", "=", id).executeTakeFirst()) await registrations.end(id);
	}

	/** Also deletes registrations pending for its address, and removes the address from others' agents. */
	async forget(account: string): Promise<void> {
		const { revocations, database } = this.#parts;
		const email = (await this.#accounts.find(account))?.email ?? null;
		const named = await database.sql
			.selectFrom("agent_registration")
			.select("id")
			.where((where) =>
				where.or([
					where("account", "=", account),
					where.and([where("account", "is", null), where("email", "=", email)]),
				]),
			)
			.execute();
		for (const { id } of named) await revocations.revoke([`sub:${id}`], true);
		const ids = named.map(({ id }) => id);
		await database.sql.transaction().execute(async (trx) => {
			await trx.deleteFrom("agent_attempt").where("account", "=", account).execute();
			// A provider's user may have changed to this address after another account accepted the agent.
			await trx.updateTable("agent_registration").set({ email: null }).where("email", "=", email).execute();
			if (ids.length === 0) return;
			await trx.deleteFrom("agent_attempt").where("registration", "in", ids).execute();
			await trx.deleteFrom("agent_refresh").where("registration", "in", ids).execute();
			await trx.deleteFrom("agent_registration").where("id", "in", ids).execute();
		});
	}

	sweep(now: number): Promise<void> {
		return this.#parts.registrations.sweep(now);
	}

	async #registerAnonymous(): Promise<RegisterAnswer> {
		this.#demand("anonymous", "anonymous_registration_disabled");
		await this.#checkFlood();
		const { row, claim } = await this.#parts.registrations.add("anonymous", null);
		const made = { id: row.id, type: row.kind, identity: await this.#parts.assertions.issue(row) };
		// Do not offer what /agent/identity/claim would refuse.
		if (!this.#parts.types.includes("service_auth")) return { ...made, scopes: PUBLIC_SCOPES };
		const scopes = { pre_claim: PUBLIC_SCOPES, post_claim: CLAIMED_SCOPES };
		return { ...made, scopes, claim: this.claims.shown(claim) };
	}

	async #registerForPerson(hint: string): Promise<RegisterAnswer> {
		this.#demand("service_auth", "service_auth_registration_disabled");
		const email = readLoginHint(hint);
		await this.#checkFlood();
		const { row, claim } = await this.#parts.registrations.add("service_auth", email);
		return {
			id: row.id,
			type: row.kind,
			scopes: { post_claim: CLAIMED_SCOPES },
			claim: { ...this.claims.shown(claim), attempt: await this.claims.beginAttempt(row.id) },
		};
	}

	/** A provider's assertion never binds an account silently: a user with an account here is asked once. */
	async #registerVouched(assertion: string): Promise<RegisterAnswer> {
		this.#demand("identity_assertion", "issuer_not_enabled");
		const { claims, clientId: client, all } = await readIdJag(assertion, this.#parts);
		const email = verifiedEmail(all, this.#parts.now);
		await useAssertion(this.#parts.database, claims);
		const hasAccount = email !== undefined && (await this.#accounts.findByEmail(email)) !== undefined;
		const vouched = { kind: "identity_assertion", issuer: claims.iss, subject: claims.sub, client } as const;
		// Do not store the address of a person without an account.
		const row = await this.#parts.registrations.ofVouched(hasAccount ? { ...vouched, email } : vouched);
		if (row.account === null && hasAccount) throw await this.#interactionRequired(row);
		return this.#identified(row);
	}

	async #interactionRequired(row: AgentRow): Promise<ProtocolError> {
		const says = "The person has an account here and must first approve this agent, at the claim's verification_uri.";
		const claim = this.claims.shown(await this.#parts.registrations.renewClaim(row.id));
		const attempt = await this.claims.beginAttempt(row.id);
		const scopes = { post_claim: CLAIMED_SCOPES };
		return agentError("interaction_required", says, {
			more: { id: row.id, type: row.kind, scopes, claim: { ...claim, attempt } },
			headers: { "WWW-Authenticate": `AgentAuth error="interaction_required", error_description="${says}"` },
		});
	}

	async #registerDid(assertion: string, count?: CountLookUp): Promise<RegisterAnswer> {
		this.#demand("did", "issuer_not_enabled");
		const { registrations, database, issuer, now } = this.#parts;
		const { iss, sub, ...claims } = await readDidAssertion(assertion, { issuer, now, json: this.#json, count });
		if (!(await registrations.isKnown(iss))) await this.#checkFlood();
		await useAssertion(database, { ...claims, iss });
		return this.#identified(await registrations.ofVouched({ kind: "did", issuer: iss, subject: sub, client: "" }));
	}

	/** A reused refresh token was stolen, so it ends the registration. */
	async #renew(token: string): Promise<RegisterAnswer> {
		const { registrations } = this.#parts;
		const wrong = () =>
			agentError("invalid_refresh_token", "The refresh token is not valid: it has expired, was used, or was revoked.");
		const used = await registrations.useRefresh(token);
		if (!used) throw wrong();
		if (!used.isFirst) {
			await registrations.end(used.registration);
			throw wrong();
		}
		const row = await registrations.find(used.registration);
		if (row?.revoked_ms !== null || row.account === null) throw wrong();
		await registrations.keep(row.id);
		const answer = await this.#identified(row);
		const identity = { ...answer.identity, refresh_token: await registrations.makeRefresh(row.id) };
		return { ...answer, identity };
	}

	async #identified(row: AgentRow) {
		return {
			id: row.id,
			type: row.kind,
			identity: await this.#parts.assertions.issue(row),
			scopes: scopesOf(row),
		};
	}

	async #ofProvider(assertion: string, asking: string | undefined): Promise<AgentRow> {
		const { issuer, types, database, registrations } = this.#parts;
		const isOurs = readForeignJwt(assertion)?.claims.iss === issuer;
		if (isOurs || !types.includes("identity_assertion"))
			throw oauthError("invalid_grant", "The assertion is not valid: it is not ours, has expired, or was revoked.");
		try {
			const { claims, clientId } = await readIdJag(assertion, this.#parts);
			if (asking !== undefined && asking !== clientId)
				throw oauthError("invalid_grant", "The assertion was issued to another client.");
			await useAssertion(database, claims);
			const { iss, sub: subject } = claims;
			return await registrations.ofVouched({ kind: "identity_assertion", issuer: iss, subject, client: clientId });
		} catch (error) {
			if (error instanceof ProtocolError && error.error !== "temporarily_unavailable")
				throw oauthError("invalid_grant", error.description);
			throw error;
		}
	}

	#demand(type: AgentType, code: AgentErrorCode): void {
		if (!this.#parts.types.includes(type)) throw agentError(code, `Agents cannot register with ${type} here.`);
	}

	async #checkFlood(): Promise<void> {
		const { registrations, now } = this.#parts;
		if ((await registrations.madeSince(now() - HOUR_MS)) < HOURLY) return;
		throw agentErrorUntil("rate_limit_exceeded", "Too many agents have registered this hour.", RETRY_SECONDS);
	}
}

/** The only event that we handle: a provider revokes its assertion about a person. */
export const REVOKED_EVENT = "https://schemas.workos.com/events/agent/auth/identity/assertion/revoked";

/** Maximum age of an event in milliseconds; events are remembered as long to detect replays. */
const LONGEST_MS = 7 * DAY_MS;

const claimsSchema = z.object({
	iss: z.string(),
	aud: z.union([z.string(), z.array(z.string())]),
	jti: claimName,
	iat: seconds,
	exp: seconds.optional(),
	events: z.record(z.string(), z.unknown()),
	sub: claimName.optional(),
	/** RFC 9493: Shared Signals use it instead of `sub`. */
	sub_id: z.unknown().optional(),
});
type EventClaims = z.infer<typeof claimsSchema>;
const subjectSchema = z.object({ format: z.literal("iss_sub"), iss: z.string(), sub: claimName });

/** Errors of RFC 8935 section 2.4. */
type EventErrorCode =
	| "invalid_request"
	| "invalid_key"
	| "invalid_issuer"
	| "invalid_audience"
	| "authentication_failed";

const eventError = (code: EventErrorCode, says: string) => new ProtocolError(400, code, says);

/** Takes a Security Event Token (RFC 8417); ignores other events. @throws ProtocolError of RFC 8935 */
async function notify(set: string, parts: ClaimParts): Promise<void> {
	const claims = await readEvent(set, parts);
	const subject = subjectOf(claims);
	const isRevocation = Object.hasOwn(claims.events, REVOKED_EVENT);
	if (isRevocation && subject === undefined)
		throw eventError("invalid_request", "The event has no subject (sub or sub_id).");
	const name = `agent event\0${claims.iss}\0${claims.jti}`;
	const before = () => eventError("invalid_request", "The event was already received.");
	if (await wasUsed(parts.database, name)) throw before();
	if (isRevocation && subject !== undefined) await revoke(claims.iss, subject, parts);
	// Last: an event that fails halfway is sent again and must not count as a replay.
	const until = claims.iat * 1000 + LONGEST_MS + SKEW * 1000;
	if (!(await useOnce(parts.database, name, until))) throw before();
}

async function revoke(issuer: string, subject: string, { database, registrations }: ClaimParts): Promise<void> {
	const of = database.sql.selectFrom("agent_registration").select("id").where("issuer", "=", issuer);
	// For every client that acts for the person.
	for (const { id } of await of.where("subject", "=", subject).execute()) await registrations.end(id);
}

async function readEvent(set: string, { providers, issuer, now }: ClaimParts): Promise<EventClaims> {
	const { header, claims: all } = await providers.read(set).catch(asEventError);
	if (typeof header.typ !== "string" || !/^(?:application\/)?secevent\+jwt$/i.test(header.typ))
		throw eventError("invalid_request", "The token's typ must be secevent+jwt.");
	const read = claimsSchema.safeParse(all);
	if (!read.success) {
		const [claim] = read.error.issues[0]?.path ?? [];
		throw eventError("invalid_request", `The token's claim ${String(claim)} is missing or malformed.`);
	}
	const { aud, iat, exp = Number.POSITIVE_INFINITY } = read.data;
	if (!isFor(aud, issuer)) throw eventError("invalid_audience", `The token's aud must be ${issuer} alone.`);
	const at = now() / 1000;
	if (exp <= at - SKEW || iat * 1000 <= now() - LONGEST_MS)
		throw eventError("authentication_failed", "The token has expired.");
	if (iat > at + SKEW) throw eventError("invalid_request", "The token was issued in the future.");
	return read.data;
}

/** A provider can only name its own subjects. */
function subjectOf({ iss, sub, sub_id }: EventClaims): string | undefined {
	const named = subjectSchema.safeParse(sub_id).data;
	return named ? (named.iss === iss ? named.sub : undefined) : sub;
}

function asEventError(error: unknown): never {
	// Keep a 503, because senders do not retry a refused event (RFC 8935 section 2.4).
	if (!(error instanceof ProtocolError) || error.error === "temporarily_unavailable") throw error;
	const codes: Readonly<Record<string, EventErrorCode>> = {
		issuer_not_enabled: "invalid_issuer",
		invalid_signature: "authentication_failed",
	};
	throw eventError(codes[error.error] ?? "invalid_request", error.description);
}
