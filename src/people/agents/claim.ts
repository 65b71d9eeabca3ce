import { canBeClaimed } from "#config/agent-settings.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { type Account, holdAccount, isoTime } from "../accounts/account.ts";
import { PUBLIC_SCOPES } from "../oauth/scopes.ts";
import { agentError, agentErrorUntil } from "./agent-errors.ts";
import type { AgentParts } from "./agent-parts.ts";
import { type AttemptRow, TRIES } from "./attempts.ts";
import { beginAttempt, readLoginHint, type ShownAttempt } from "./claim-links.ts";
import { clientName } from "./id-jag.ts";
import type { Identity } from "./own-assertions.ts";
import type { NewRefreshToken } from "./refresh-tokens.ts";
import type { AgentRow } from "./registrations.ts";

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
