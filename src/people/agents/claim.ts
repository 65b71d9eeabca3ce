import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { canBeClaimed } from "#config/environment.ts";
import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { type Account, holdAccount, isoTime } from "../accounts/account.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { PUBLIC_SCOPES } from "../oauth/protocol.ts";
import { digestOf, newSecret } from "../oauth/secrets.ts";
import { agentError, agentErrorUntil } from "./agent-errors.ts";
import type { AgentParts } from "./agents.ts";
import { clientName, type Identity } from "./assertions.ts";
import type { AgentRow, NewClaim, NewRefreshToken } from "./registrations.ts";

/** What an agent sends to be claimed, or for a new link. */
export interface ClaimRequest {
	readonly claim_token: string;
	/** E-mail address of whoever is to claim it. */
	readonly login_hint: string;
}

export interface ClaimAnswer {
	readonly id: string;
	readonly type: "service_auth";
	readonly attempt: ShownAttempt;
}

/** @throws ProtocolError as auth.md names them */
export async function claim({ claim_token, login_hint }: ClaimRequest, parts: AgentParts): Promise<ClaimAnswer> {
	const closed = () => agentError("auth_method_disabled", "Agents cannot be claimed by a login_hint here.");
	if (!canBeClaimed(parts.types)) throw closed();
	const row = await claimable(claim_token, parts);
	// Whom a provider vouches for was sent to this person by `interaction_required`.
	if (row.issuer === null && !parts.types.includes("service_auth")) throw closed();
	const email = readLoginHint(login_hint);
	// The provider has said whose agent it is.
	if (row.issuer !== null && email !== row.email)
		throw agentError("invalid_login_hint", "The login_hint is not the address that the provider has verified.");
	await parts.database.sql.updateTable("agent_registration").set({ email }).where("id", "=", row.id).execute();
	return { id: row.id, type: "service_auth", attempt: await beginAttempt(row.id, parts) };
}

/** What an agent sends once the person has read the code to it. */
export interface CompleteRequest {
	readonly claim_token: string;
	/** Six digits. */
	readonly user_code: string;
}

export interface CompleteAnswer {
	readonly id: string;
	readonly status: "claimed";
	readonly identity: Identity & { readonly refresh_token?: NewRefreshToken };
}

/**
 * Ends the ceremony: the agent acts for the account from here on, and what it held before is worth nothing. Once, whoever comes at once.
 * @throws ProtocolError as auth.md names them
 */
export async function complete(
	{ claim_token, user_code }: CompleteRequest,
	parts: AgentParts,
): Promise<CompleteAnswer> {
	const row = await claimable(claim_token, parts);
	const attempt = await parts.attempts.of(row.id);
	const account = await confirmedBy(attempt, user_code, parts);
	const claimed = attempt && (await bind(row, attempt, account, parts));
	if (!claimed) throw claimedMeanwhile();
	await parts.oauth.revokeSubject(row.id);
	const identity = await parts.assertions.issue(claimed);
	// Whom a provider vouches for is to ask the provider again (draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.4.3).
	const refresh = row.issuer === null ? { refresh_token: await parts.refresh.make(row.id) } : {};
	return { id: row.id, status: "claimed", identity: { ...identity, ...refresh } };
}

function claimedMeanwhile() {
	return agentError("already_claimed", "The agent was claimed, or its claim ended, at the same time.");
}

/** A registration that waits to be claimed. */
async function claimable(token: string, { registrations, now }: AgentParts): Promise<AgentRow> {
	const row = await registrations.findByClaim(token);
	if (!row) throw agentError("invalid_claim_token", "There is no such claim.");
	if (row.revoked_ms !== null) throw agentError("claim_revoked", "The registration was revoked. Register again.");
	if (row.account !== null) throw agentError("already_claimed", "The agent was claimed already.");
	if ((row.claim_ends_ms ?? 0) <= now()) throw agentError("claim_expired", "The claim has expired. Register again.");
	return row;
}

/** The account whose owner has confirmed, where the code is right. */
async function confirmedBy(
	attempt: AttemptRow | undefined,
	code: string,
	{ attempts, now }: AgentParts,
): Promise<string> {
	if (attempt?.denied === 1) throw agentError("claim_denied", "The person said no.");
	if (!attempt?.account || attempt.code === null)
		throw agentError("claim_not_confirmed", "The person has not confirmed yet, at the verification_uri.");
	const left = ((attempt.code_ends_ms ?? 0) - now()) / 1000;
	if (left <= 0) throw agentError("user_code_expired", "The code has expired. Ask for a new link.");
	if (!(await attempts.takeTry(attempt))) {
		if (!(await attempts.of(attempt.registration))) throw claimedMeanwhile();
		throw agentErrorUntil("too_many_attempts", "Too many codes were tried. Ask for a new link.", left);
	}
	if (await attempts.isCode(attempt, code)) return attempt.account;
	throw agentError("invalid_user_code", `The code is wrong. ${TRIES} may be tried for one link.`);
}

/** @returns the registration as it is now; undefined where somebody else was first, or the account is gone */
async function bind(
	row: AgentRow,
	{ digest, scope }: AttemptRow,
	account: string,
	{ database, now }: AgentParts,
): Promise<AgentRow | undefined> {
	const changes = {
		...{ account, scope, claimed_ms: now(), generation: row.generation + 1 },
		expires_ms: now() + (row.issuer === null ? 30 : 365) * DAY_MS,
	};
	return database.sql.transaction().execute(async (trx) => {
		if (!(await holdAccount(trx, database.kind, account))) return undefined;
		// Another link that was asked for meanwhile is another attempt.
		const { numDeletedRows } = await trx.deleteFrom("agent_attempt").where("digest", "=", digest).executeTakeFirst();
		if (numDeletedRows === 0n) return undefined;
		const { numUpdatedRows } = await trx
			.updateTable("agent_registration")
			.set(changes)
			.where("id", "=", row.id)
			.where("account", "is", null)
			.where("revoked_ms", "is", null)
			.executeTakeFirst();
		return numUpdatedRows > 0n ? { ...row, ...changes } : undefined;
	});
}

/** What a person is asked at `/agent-claim/`. */
export interface ClaimQuestion {
	/** Which agent it is, as far as anybody vouches for it: the name of a trusted provider. */
	readonly provider: string | undefined;
	/** Which of the provider's clients: its host, or what the provider calls it. */
	readonly client: string | undefined;
	/** ISO 8601: when the agent registered. */
	readonly registeredAt: string;
	/** Whether no agent acts for the account yet, and whether none of this provider does. */
	readonly isFirst: boolean;
	readonly isFirstOfProvider: boolean;
}

/** A link is for whoever has the e-mail address that the agent named: undefined for everybody else, and once it has ended. */
export async function question(token: string, account: Account, parts: AgentParts): Promise<ClaimQuestion | undefined> {
	const found = await find(token, account, parts);
	if (!found) return undefined;
	const { issuer, client, created_ms } = found.row;
	const mine = await parts.database.sql
		.selectFrom("agent_registration")
		.select("issuer")
		.where("account", "=", account.id)
		.execute();
	return {
		provider: issuer === null ? undefined : parts.providers.nameOf(issuer),
		client: client === "" ? undefined : clientName(client),
		registeredAt: isoTime(created_ms),
		isFirst: mine.length === 0,
		isFirstOfProvider: !mine.some((each) => each.issuer === issuer),
	};
}

/** @returns the code that the person reads to the agent; undefined where the link does not work any more */
export async function confirm(
	token: string,
	account: Account,
	{ mayChange }: { readonly mayChange: boolean },
	parts: AgentParts,
): Promise<string | undefined> {
	const found = await find(token, account, parts);
	const scopes = [...PUBLIC_SCOPES, "audit:read", ...(mayChange ? ["audit:write"] : [])];
	return found && parts.attempts.confirm(found.attempt, { account: account.id, scope: scopes.join(" ") });
}

export async function deny(token: string, account: Account, parts: AgentParts): Promise<void> {
	const found = await find(token, account, parts);
	if (found) await parts.attempts.deny(found.attempt);
}

async function find(token: string, account: Account, { attempts, registrations, now }: AgentParts) {
	const attempt = await attempts.byToken(token);
	const row = attempt && (await registrations.find(attempt.registration));
	return row && isOpenTo(account, row, now()) ? { attempt, row } : undefined;
}

function isOpenTo({ email }: Account, row: AgentRow, now: number): boolean {
	const isOpen = row.account === null && row.revoked_ms === null && (row.claim_ends_ms ?? 0) > now;
	return isOpen && row.email === email;
}

/** An attempt of a registration to be claimed. */
type AttemptRow = Tables["agent_attempt"];

/** How long a link works, and how long the code that it leads to. */
const LINK_MS = 600_000;
const CODE_MS = 600_000;
/** Codes that may be tried before a person must confirm anew. */
export const TRIES = 5;
const CODE_DIGITS = 6;

export interface Attempts {
	/** A link for a person, in place of the one before. @returns its token, and when it ends; milliseconds since 1970 */
	begin(registration: string): Promise<{ readonly token: string; readonly endsMs: number }>;
	of(registration: string): Promise<AttemptRow | undefined>;
	/** The attempt that a link is of; undefined where it is none, has ended or was denied, or all its tries are used. */
	byToken(token: string): Promise<AttemptRow | undefined>;
	/**
	 * Makes the code that the person reads to the agent, in place of one that they were shown before; tries that are used stay so.
	 * @param who has confirmed, and what they let the agent do
	 * @returns six digits; undefined where the attempt was confirmed by somebody else, or the account is gone
	 */
	confirm(attempt: AttemptRow, who: { account: string; scope: string }): Promise<string | undefined>;
	deny(attempt: AttemptRow): Promise<void>;
	/** Counts a try before anything is compared, so that tries at once are not more than there are. @returns whether one was left */
	takeTry(attempt: AttemptRow): Promise<boolean>;
	/** Takes the same time, whichever digits are right. */
	isCode(attempt: AttemptRow, code: string): Promise<boolean>;
}

interface AttemptParts {
	readonly database: Pick<Database, "sql" | "kind">;
	readonly secret: InstallationSecret;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

export function openAttempts({ database, secret, now }: AttemptParts): Attempts {
	const { sql, kind } = database;
	// A code has so little chance in it that a plain digest would tell it.
	const codeOf = async (digest: string, code: string) =>
		createHmac("sha256", await secret())
			.update(`agent claim ${digest} ${code}`)
			.digest("base64url");
	const change = (attempt: AttemptRow) =>
		sql
			.updateTable("agent_attempt")
			.where("registration", "=", attempt.registration)
			.where("digest", "=", attempt.digest);
	return {
		async begin(registration) {
			const token = newSecret("att_");
			const endsMs = now() + LINK_MS;
			const row = {
				...{ digest: digestOf(token), ends_ms: endsMs, account: null, scope: "" },
				...{ code: null, code_ends_ms: null, tries: 0, denied: 0 },
			};
			await sql
				.insertInto("agent_attempt")
				.values({ registration, ...row })
				.onConflict((conflict) => conflict.column("registration").doUpdateSet(row))
				.execute();
			return { token, endsMs };
		},
		of: (registration) =>
			sql.selectFrom("agent_attempt").selectAll().where("registration", "=", registration).executeTakeFirst(),
		byToken: (token) =>
			sql
				.selectFrom("agent_attempt")
				.selectAll()
				.where("digest", "=", digestOf(token))
				.where("ends_ms", ">", now())
				.where("tries", "<", TRIES)
				.where("denied", "=", 0)
				.executeTakeFirst(),
		async confirm(attempt, { account, scope }) {
			const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
			const confirmed = { account, scope, code: await codeOf(attempt.digest, code), code_ends_ms: now() + CODE_MS };
			const isDone = await sql.transaction().execute(async (trx) => {
				if (!(await holdAccount(trx, kind, account))) return false;
				const { numUpdatedRows } = await trx
					.updateTable("agent_attempt")
					.set(confirmed)
					.where("digest", "=", attempt.digest)
					.where("denied", "=", 0)
					.where((where) => where.or([where("account", "is", null), where("account", "=", account)]))
					.executeTakeFirst();
				return numUpdatedRows > 0n;
			});
			return isDone ? code : undefined;
		},
		async deny(attempt) {
			await change(attempt).set({ denied: 1, code: null, code_ends_ms: null }).execute();
		},
		async takeTry(attempt) {
			const counted = change(attempt)
				.set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
				.where("tries", "<", TRIES);
			return (await counted.executeTakeFirst()).numUpdatedRows > 0n;
		},
		async isCode(attempt, code) {
			const [made, kept] = [Buffer.from(await codeOf(attempt.digest, code)), Buffer.from(attempt.code ?? "")];
			return made.length === kept.length && timingSafeEqual(made, kept);
		},
	};
}

/** Where a person confirms, and until when. */
export interface ShownAttempt {
	readonly verification_uri: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

/** How a registration is claimed, as its agent reads it, once. */
export interface ShownClaim {
	readonly token: string;
	/** ISO 8601. */
	readonly expires_at: string;
	/** Where the claim is asked for. */
	readonly url: string;
}

/** Below the site's address. */
const CLAIM_PATH = "/agent/identity/claim";

export function shownClaim({ token, endsMs }: NewClaim, { issuer }: Pick<AgentParts, "issuer">): ShownClaim {
	return { token, expires_at: isoTime(endsMs), url: issuer + CLAIM_PATH };
}

/** Begins an attempt: the link has a token of its own, never the code. @param registration its id */
export async function beginAttempt(
	registration: string,
	{ attempts, links }: Pick<AgentParts, "attempts" | "links">,
): Promise<ShownAttempt> {
	const { token, endsMs } = await attempts.begin(registration);
	const address = `${links.absolute(links.agentClaim)}?${new URLSearchParams({ token })}`;
	return { verification_uri: address, expires_at: isoTime(endsMs) };
}

/** The e-mail address of whoever is to claim an agent, in lower case. @throws ProtocolError `invalid_login_hint` */
export function readLoginHint(hint: string): string {
	const email = z.email().max(254).safeParse(hint.trim()).data;
	if (email === undefined) throw agentError("invalid_login_hint", "The login_hint must be an e-mail address.");
	return email.toLowerCase();
}
