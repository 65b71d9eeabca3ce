import { randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { forgetOldest } from "#store/account-tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { Oauth } from "../oauth/oauth.ts";
import { digestOf, newSecret } from "../oauth/secrets.ts";

/** An agent that has registered, as it is kept. */
export type AgentRow = Tables["agent_registration"];

/** Hours in which a registration can be claimed. */
const CLAIM_MS = DAY_MS;
/** How long one that nobody claimed is remembered, so that the agent hears what became of it. */
const UNCLAIMED_MS = 8 * DAY_MS;
/** How long one is kept that was not used since. */
const UNUSED_MS = 30 * DAY_MS;
/** The same where a person has claimed it, who would be asked again. */
const CLAIMED_MS = 365 * DAY_MS;

/** A claim token, shown this once, and when it ends; milliseconds since 1970. */
export interface NewClaim {
	readonly token: string;
	readonly endsMs: number;
}

/** Who an agent is, by the word of whoever vouches for it. */
interface Vouched {
	readonly kind: "identity_assertion" | "did";
	readonly issuer: string;
	readonly subject: string;
	/** The client of a provider that it vouches for; empty for a DID, which has none. */
	readonly client: string;
	/** That the issuer has verified, in lower case. */
	readonly email?: string | undefined;
}

export interface Registrations {
	/** A registration that can be claimed. @param email whose account may claim it */
	add(kind: "anonymous" | "service_auth", email: string | null): Promise<{ row: AgentRow; claim: NewClaim }>;
	/** The registration of somebody who is vouched for; the first time, a new one. */
	ofVouched(vouched: Vouched): Promise<AgentRow>;
	/** Whether an issuer, such as a DID, has vouched for somebody who is registered. */
	isKnown(issuer: string): Promise<boolean>;
	find(id: string): Promise<AgentRow | undefined>;
	findByClaim(token: string): Promise<AgentRow | undefined>;
	/** A claim token in place of the one before. */
	renewClaim(id: string): Promise<NewClaim>;
	/** Keeps one that is used, as long as its refresh tokens last. */
	keep(id: string): Promise<void>;
	/** How many were made since that no provider vouches for. @param ms since 1970 */
	madeSince(ms: number): Promise<number>;
	/** Ends a registration: its access tokens first, then its assertions, refresh tokens and claims. */
	end(id: string): Promise<void>;
	/** Deletes what has expired. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

export function openRegistrations(
	{ sql }: Pick<Database, "sql">,
	{ endSubject }: Pick<Oauth, "endSubject">,
	now: () => number,
): Registrations {
	const by = (column: "id" | "claim", value: string) =>
		sql.selectFrom("agent_registration").selectAll().where(column, "=", value).executeTakeFirst();
	const insert = (row: AgentRow) =>
		sql
			.insertInto("agent_registration")
			.values(row)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	const ofSubject = ({ issuer, subject, client }: Vouched) =>
		sql
			.selectFrom("agent_registration")
			.selectAll()
			.where("issuer", "=", issuer)
			.where("subject", "=", subject)
			.where("client", "=", client)
			.executeTakeFirst();
	const newClaim = (): NewClaim => ({ token: newSecret("clm_"), endsMs: now() + CLAIM_MS });
	return {
		async add(kind, email) {
			const claim = newClaim();
			const row = {
				...newRow(kind, now(), UNCLAIMED_MS),
				email,
				claim: digestOf(claim.token),
				claim_ends_ms: claim.endsMs,
			};
			await insert(row);
			return { row, claim };
		},
		async ofVouched(vouched) {
			const { kind, issuer, subject, client, email } = vouched;
			const found = await ofSubject(vouched);
			if (found) {
				const expires_ms = now() + (found.account === null ? UNUSED_MS : CLAIMED_MS);
				const used = { expires_ms, ...(email !== undefined && { email }) };
				await sql.updateTable("agent_registration").set(used).where("id", "=", found.id).execute();
				return { ...found, ...used };
			}
			await insert({ ...newRow(kind, now(), UNUSED_MS), issuer, subject, client, email: email ?? null });
			const made = await ofSubject(vouched);
			if (!made) throw new Error("A registration that was just made is not there.");
			return made;
		},
		async isKnown(issuer) {
			const of = sql.selectFrom("agent_registration").select("id").where("issuer", "=", issuer);
			return (await of.limit(1).executeTakeFirst()) !== undefined;
		},
		find: (id) => by("id", id),
		findByClaim: (token) => by("claim", digestOf(token)),
		async renewClaim(id) {
			const claim = newClaim();
			const set = { claim: digestOf(claim.token), claim_ends_ms: claim.endsMs };
			await sql.updateTable("agent_registration").set(set).where("id", "=", id).execute();
			return claim;
		},
		async keep(id) {
			const used = { expires_ms: now() + UNUSED_MS + DAY_MS };
			await sql.updateTable("agent_registration").set(used).where("id", "=", id).execute();
		},
		async madeSince(ms) {
			const count = sql.selectFrom("agent_registration").select(({ fn }) => fn.countAll().as("made"));
			const unvouched = count.where("kind", "!=", "identity_assertion").where("created_ms", ">", ms);
			return Number((await unvouched.executeTakeFirstOrThrow()).made);
		},
		async end(id) {
			// Whatever fails between the two is done again by whoever asks again: the row is still found.
			await endSubject(id);
			await endRow(sql, id, now());
		},
		sweep: (at) => sweep(sql, at),
	};
}

async function endRow(sql: Database["sql"], id: string, nowMs: number): Promise<void> {
	await sql
		.updateTable("agent_registration")
		.set(({ eb }) => ({
			...{ revoked_ms: nowMs, generation: eb("generation", "+", 1), account: null, scope: "" },
			// Whoever is vouched for anew registers anew.
			...{ issuer: null, subject: null, client: "", email: null },
			expires_ms: nowMs + UNCLAIMED_MS,
		}))
		.where("id", "=", id)
		.execute();
	await sql.deleteFrom("agent_attempt").where("registration", "=", id).execute();
	await sql.deleteFrom("agent_refresh").where("registration", "=", id).execute();
}

async function sweep(sql: Database["sql"], at: number): Promise<void> {
	const ended = sql.selectFrom("agent_registration").select("id").where("expires_ms", "<", at);
	await sql.deleteFrom("agent_attempt").where("registration", "in", ended).execute();
	await sql.deleteFrom("agent_registration").where("expires_ms", "<", at).execute();
	await sql.deleteFrom("agent_refresh").where("ends_ms", "<", at).execute();
}

function newRow(kind: AgentRow["kind"], nowMs: number, keptMs: number): AgentRow {
	return {
		id: `reg_${randomBytes(16).toString("base64url")}`,
		kind,
		issuer: null,
		subject: null,
		client: "",
		email: null,
		account: null,
		scope: "",
		generation: 1,
		created_ms: nowMs,
		expires_ms: nowMs + keptMs,
		claimed_ms: null,
		revoked_ms: null,
		claim: null,
		claim_ends_ms: null,
	};
}

const REFRESH_MS = 30 * DAY_MS;

/** A refresh token as agents are given it, once. */
export interface NewRefreshToken {
	readonly value: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

export interface RefreshTokens {
	/** The registration that a token is of, which is not used up; undefined for one that is unknown. */
	find(token: string): Promise<string | undefined>;
	/** @param registration its id */
	make(registration: string): Promise<NewRefreshToken>;
	/** Uses a token up. @returns the registration that it is of, or whose token was used before; undefined for one that is unknown or has ended */
	use(token: string): Promise<{ readonly registration: string; readonly isFirst: boolean } | undefined>;
}

export function openRefreshTokens(database: Pick<Database, "sql">, now: () => number): RefreshTokens {
	const { sql } = database;
	const rowOf = (digest: string) =>
		sql.selectFrom("agent_refresh").selectAll().where("digest", "=", digest).executeTakeFirst();
	return {
		find: async (token) => (await rowOf(digestOf(token)))?.registration,
		async make(registration) {
			const value = newSecret("agr_");
			const ends_ms = now() + REFRESH_MS;
			const row = { digest: digestOf(value), registration, ends_ms, used_ms: null };
			await sql.insertInto("agent_refresh").values(row).execute();
			await forgetOldest(database, "agent_refresh", registration);
			return { value, expires_at: isoTime(ends_ms) };
		},
		async use(token) {
			const digest = digestOf(token);
			const found = await rowOf(digest);
			if (!found || found.ends_ms <= now()) return undefined;
			const { numUpdatedRows } = await sql
				.updateTable("agent_refresh")
				.set({ used_ms: now() })
				.where("digest", "=", digest)
				.where("used_ms", "is", null)
				.executeTakeFirst();
			return { registration: found.registration, isFirst: numUpdatedRows > 0n };
		},
	};
}
