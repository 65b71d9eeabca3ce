import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { type AgentType, canBeClaimed } from "#config/environment.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { type Account, isoTime, lockExistingAccount } from "../accounts/account.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import type { Revocations } from "../oauth/access-tokens.ts";
import { digestOf, newSecret, PUBLIC_SCOPES } from "../oauth/protocol.ts";
import {
	agentError,
	agentErrorUntil,
	type ClaimRules,
	clientName,
	type Identity,
	type OwnAssertions,
	type TrustedProviders,
} from "./assertions.ts";
import type { AgentRow, NewClaim, NewRefreshToken, Registrations } from "./registrations.ts";

interface ClaimRequest {
	readonly claim_token: string;
	readonly login_hint: string;
}

interface ClaimAnswer {
	readonly id: string;
	readonly type: "service_auth";
	readonly attempt: ShownAttempt;
}

export interface ShownAttempt {
	readonly verification_uri: string;
	readonly expires_at: string;
}

export interface ShownClaim {
	readonly token: string;
	readonly expires_at: string;
	readonly url: string;
}

interface CompleteRequest {
	readonly claim_token: string;
	readonly user_code: string;
}

interface CompleteAnswer {
	readonly id: string;
	readonly status: "claimed";
	readonly identity: Identity & { readonly refresh_token?: NewRefreshToken };
}

interface ClaimQuestion {
	readonly provider: string | undefined;
	/** A host, or the provider's name for its client. */
	readonly client: string | undefined;
	readonly registeredAt: string;
	readonly isFirst: boolean;
	readonly isFirstOfProvider: boolean;
}

export interface ClaimParts extends ClaimRules {
	readonly database: Database;
	readonly secret: InstallationSecret;
	readonly registrations: Registrations;
	readonly revocations: Pick<Revocations, "revoke">;
	readonly assertions: OwnAssertions;
	readonly providers: TrustedProviders;
	readonly types: readonly AgentType[];
}

/** Relative to the site's address. */
const CLAIM_PATH = "/agent/identity/claim";

/** auth.md: the ceremony with which a person lets an agent act for their account. */
export class Claims {
	readonly #parts: ClaimParts;
	readonly #attempts: Attempts;

	constructor(parts: ClaimParts) {
		this.#parts = parts;
		this.#attempts = new Attempts(parts);
	}

	/** Creates a link for the person. @throws ProtocolError of auth.md */
	async claim({ claim_token, login_hint }: ClaimRequest): Promise<ClaimAnswer> {
		const { types, database } = this.#parts;
		const closed = () => agentError("auth_method_disabled", "Agents cannot be claimed with a login_hint here.");
		if (!canBeClaimed(types)) throw closed();
		const row = await this.#claimable(claim_token);
		// An agent with an issuer comes from `interaction_required`.
		if (row.issuer === null && !types.includes("service_auth")) throw closed();
		const email = readLoginHint(login_hint);
		// The provider has named the person.
		if (row.issuer !== null && email !== row.email)
			throw agentError("invalid_login_hint", "The login_hint is not the address that the provider verified.");
		await database.sql.updateTable("agent_registration").set({ email }).where("id", "=", row.id).execute();
		return { id: row.id, type: "service_auth", attempt: await this.beginAttempt(row.id) };
	}

	/** Succeeds once, even concurrently; revokes the agent's earlier tokens. @throws ProtocolError of auth.md */
	async complete({ claim_token, user_code }: CompleteRequest): Promise<CompleteAnswer> {
		const { revocations, assertions, registrations } = this.#parts;
		const row = await this.#claimable(claim_token);
		const attempt = await this.#attempts.of(row.id);
		const account = await this.#confirmedBy(attempt, user_code);
		const claimed = attempt && (await this.#bind(row, attempt, account));
		if (!claimed) throw claimedMeanwhile();
		await revocations.revoke([`sub:${row.id}`]);
		const identity = await assertions.issue(claimed);
		// A vouched agent returns to its provider (draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.4.3).
		const refresh = row.issuer === null ? { refresh_token: await registrations.makeRefresh(row.id) } : {};
		return { id: row.id, status: "claimed", identity: { ...identity, ...refresh } };
	}

	/** Only for the owner of the email address that the agent named; undefined for others, and after it ended. */
	async question(token: string, account: Account): Promise<ClaimQuestion | undefined> {
		const found = await this.#find(token, account);
		if (!found) return undefined;
		const { issuer, client, created_ms } = found.row;
		const { database, providers } = this.#parts;
		const all = database.sql.selectFrom("agent_registration").select("issuer");
		const mine = await all.where("account", "=", account.id).execute();
		return {
			provider: issuer === null ? undefined : providers.nameOf(issuer),
			client: client === "" ? undefined : clientName(client),
			registeredAt: isoTime(created_ms),
			isFirst: mine.length === 0,
			isFirstOfProvider: !mine.some((each) => each.issuer === issuer),
		};
	}

	/** @returns the code that the person tells the agent; undefined if the link is invalid */
	async confirm(
		token: string,
		account: Account,
		{ mayChange }: { readonly mayChange: boolean },
	): Promise<string | undefined> {
		const found = await this.#find(token, account);
		const scopes = [...PUBLIC_SCOPES, "audit:read", ...(mayChange ? ["audit:write"] : [])];
		return found && this.#attempts.confirm(found.attempt, { account: account.id, scope: scopes.join(" ") });
	}

	async deny(token: string, account: Account): Promise<void> {
		const found = await this.#find(token, account);
		if (found) await this.#attempts.deny(found.attempt);
	}

	/** The link contains its own token, never the code. */
	async beginAttempt(registration: string): Promise<ShownAttempt> {
		const { token, endsMs } = await this.#attempts.begin(registration);
		const links = createSiteLinks(this.#parts.issuer);
		const address = `${links.absolute(links.agentClaim)}?${new URLSearchParams({ token })}`;
		return { verification_uri: address, expires_at: isoTime(endsMs) };
	}

	shown({ token, endsMs }: NewClaim): ShownClaim {
		return { token, expires_at: isoTime(endsMs), url: this.#parts.issuer + CLAIM_PATH };
	}

	async #claimable(token: string): Promise<AgentRow> {
		const { registrations, now } = this.#parts;
		const row = await registrations.findByClaim(token);
		if (!row) throw agentError("invalid_claim_token", "The claim does not exist.");
		if (row.revoked_ms !== null) throw agentError("claim_revoked", "The registration was revoked. Register again.");
		if (row.account !== null) throw agentError("already_claimed", "The agent was already claimed.");
		if ((row.claim_ends_ms ?? 0) <= now()) throw agentError("claim_expired", "The claim has expired. Register again.");
		return row;
	}

	async #confirmedBy(attempt: AttemptRow | undefined, code: string): Promise<string> {
		if (attempt?.denied === 1) throw agentError("claim_denied", "The person declined.");
		if (!attempt?.account || attempt.code === null)
			throw agentError("claim_not_confirmed", "The person has not confirmed yet at the verification_uri.");
		const left = ((attempt.code_ends_ms ?? 0) - this.#parts.now()) / 1000;
		if (left <= 0) throw agentError("user_code_expired", "The code has expired. Ask for a new link.");
		if (!(await this.#attempts.takeTry(attempt))) {
			if (!(await this.#attempts.of(attempt.registration))) throw claimedMeanwhile();
			throw agentErrorUntil("too_many_attempts", "Too many codes were tried. Ask for a new link.", left);
		}
		if (await this.#attempts.isCode(attempt, code)) return attempt.account;
		throw agentError("invalid_user_code", `The code is wrong. Each link allows ${TRIES} tries.`);
	}

	async #bind(row: AgentRow, { digest, scope }: AttemptRow, account: string): Promise<AgentRow | undefined> {
		const { database, now } = this.#parts;
		const changes = {
			...{ account, scope, claimed_ms: now(), generation: row.generation + 1 },
			expires_ms: now() + (row.issuer === null ? 30 : 365) * DAY_MS,
		};
		return database.sql.transaction().execute(async (trx) => {
			if (!(await lockExistingAccount(trx, database.kind, account))) return undefined;
			// A newer link is another attempt.
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

	async #find(token: string, { email }: Account) {
		const { registrations, now } = this.#parts;
		const attempt = await this.#attempts.byToken(token);
		const row = attempt && (await registrations.find(attempt.registration));
		if (!attempt || row?.email !== email) return undefined;
		const isOpen = row.account === null && row.revoked_ms === null && (row.claim_ends_ms ?? 0) > now();
		return isOpen ? { attempt, row } : undefined;
	}
}

function claimedMeanwhile() {
	return agentError("already_claimed", "The agent was just claimed, or its claim ended.");
}

/** In lower case. @throws ProtocolError `invalid_login_hint` */
export function readLoginHint(hint: string): string {
	const email = z.email().max(254).safeParse(hint.trim()).data;
	if (email === undefined) throw agentError("invalid_login_hint", "The login_hint must be an email address.");
	return email.toLowerCase();
}

type AttemptRow = Tables["agent_attempt"];

/** Lifetimes of a link and of its code in milliseconds. */
const LINK_MS = 600_000;
const CODE_MS = 600_000;
const TRIES = 5;
const CODE_DIGITS = 6;

class Attempts {
	readonly #database: Pick<Database, "sql" | "kind">;
	readonly #secret: InstallationSecret;
	readonly #now: () => number;

	constructor({ database, secret, now }: Pick<ClaimParts, "database" | "secret" | "now">) {
		this.#database = database;
		this.#secret = secret;
		this.#now = now;
	}

	async begin(registration: string): Promise<{ readonly token: string; readonly endsMs: number }> {
		const token = newSecret("att_");
		const endsMs = this.#now() + LINK_MS;
		const row = {
			...{ digest: digestOf(token), ends_ms: endsMs, account: null, scope: "" },
			...{ code: null, code_ends_ms: null, tries: 0, denied: 0 },
		};
		await this.#database.sql
			.insertInto("agent_attempt")
			.values({ registration, ...row })
			.onConflict((conflict) => conflict.column("registration").doUpdateSet(row))
			.execute();
		return { token, endsMs };
	}

	of(registration: string): Promise<AttemptRow | undefined> {
		const all = this.#database.sql.selectFrom("agent_attempt").selectAll();
		return all.where("registration", "=", registration).executeTakeFirst();
	}

	/** Undefined for an unknown, expired or denied attempt, or without tries left. */
	byToken(token: string): Promise<AttemptRow | undefined> {
		return this.#database.sql
			.selectFrom("agent_attempt")
			.selectAll()
			.where("digest", "=", digestOf(token))
			.where("ends_ms", ">", this.#now())
			.where("tries", "<", TRIES)
			.where("denied", "=", 0)
			.executeTakeFirst();
	}

	/** Replaces the code but not the tries. @returns 6 digits; undefined if another account confirmed or it is gone */
	async confirm(
		attempt: AttemptRow,
		{ account, scope }: { account: string; scope: string },
	): Promise<string | undefined> {
		const { sql, kind } = this.#database;
		const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
		const digest = await this.#codeOf(attempt.digest, code);
		const confirmed = { account, scope, code: digest, code_ends_ms: this.#now() + CODE_MS };
		const isDone = await sql.transaction().execute(async (trx) => {
			if (!(await lockExistingAccount(trx, kind, account))) return false;
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
	}

	async deny(attempt: AttemptRow): Promise<void> {
		await this.#change(attempt).set({ denied: 1, code: null, code_ends_ms: null }).execute();
	}

	/** Call before comparing, so that concurrent tries stay within the limit. @returns whether a try was left */
	async takeTry(attempt: AttemptRow): Promise<boolean> {
		const counted = this.#change(attempt)
			.set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
			.where("tries", "<", TRIES);
		return (await counted.executeTakeFirst()).numUpdatedRows > 0n;
	}

	/** Constant-time. */
	async isCode(attempt: AttemptRow, code: string): Promise<boolean> {
		const [made, kept] = [Buffer.from(await this.#codeOf(attempt.digest, code)), Buffer.from(attempt.code ?? "")];
		return made.length === kept.length && timingSafeEqual(made, kept);
	}

	#change({ registration, digest }: AttemptRow) {
		const all = this.#database.sql.updateTable("agent_attempt");
		return all.where("registration", "=", registration).where("digest", "=", digest);
	}

	/** HMAC, because a plain digest of 6 digits can be reversed. */
	async #codeOf(digest: string, code: string): Promise<string> {
		return createHmac("sha256", await this.#secret())
			.update(`agent claim ${digest} ${code}`)
			.digest("base64url");
	}
}
