import { randomBytes } from "node:crypto";
import { DAY_MS } from "#core/kept-for.ts";
import { deleteOldest } from "#store/account-tables.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { Revocations } from "../oauth/access-tokens.ts";
import { digestOf, newSecret } from "../oauth/protocol.ts";

export type AgentRow = Tables["agent_registration"];

const CLAIM_MS = DAY_MS;
/** Lifetime of unclaimed registrations, so that the agent can learn the outcome. */
const UNCLAIMED_MS = 8 * DAY_MS;
const UNUSED_MS = 30 * DAY_MS;
/** Longer, because otherwise the person would be asked again. */
const CLAIMED_MS = 365 * DAY_MS;

export interface NewClaim {
	readonly token: string;
	readonly endsMs: number;
}

interface Vouched {
	readonly kind: "identity_assertion" | "did";
	readonly issuer: string;
	readonly subject: string;
	/** The provider's client; empty for a DID. */
	readonly client: string;
	/** Verified by the issuer, in lower case. */
	readonly email?: string | undefined;
}

const REFRESH_MS = 30 * DAY_MS;

export interface NewRefreshToken {
	readonly value: string;
	readonly expires_at: string;
}

export class Registrations {
	readonly #sql: Database["sql"];
	readonly #revocations: Pick<Revocations, "revoke">;
	readonly #now: () => number;

	constructor({ sql }: Pick<Database, "sql">, revocations: Pick<Revocations, "revoke">, now: () => number) {
		this.#sql = sql;
		this.#revocations = revocations;
		this.#now = now;
	}

	async add(kind: "anonymous" | "service_auth", email: string | null): Promise<{ row: AgentRow; claim: NewClaim }> {
		const claim = this.#newClaim();
		const row = {
			...newRow(kind, this.#now(), UNCLAIMED_MS),
			email,
			claim: digestOf(claim.token),
			claim_ends_ms: claim.endsMs,
		};
		await this.#insert(row);
		return { row, claim };
	}

	async ofVouched(vouched: Vouched): Promise<AgentRow> {
		const { kind, issuer, subject, client, email } = vouched;
		const found = await this.#ofSubject(vouched);
		if (found) {
			const expires_ms = this.#now() + (found.account === null ? UNUSED_MS : CLAIMED_MS);
			const used = { expires_ms, ...(email !== undefined && { email }) };
			await this.#change(found.id, used);
			return { ...found, ...used };
		}
		await this.#insert({
			...newRow(kind, this.#now(), UNUSED_MS),
			...{ issuer, subject, client, email: email ?? null },
		});
		const made = await this.#ofSubject(vouched);
		if (!made) throw new Error("A registration that was just made is not there.");
		return made;
	}

	async isKnown(issuer: string): Promise<boolean> {
		const of = this.#sql.selectFrom("agent_registration").select("id").where("issuer", "=", issuer);
		return (await of.limit(1).executeTakeFirst()) !== undefined;
	}

	find(id: string): Promise<AgentRow | undefined> {
		return this.#by("id", id);
	}

	findByClaim(token: string): Promise<AgentRow | undefined> {
		return this.#by("claim", digestOf(token));
	}

	async renewClaim(id: string): Promise<NewClaim> {
		const claim = this.#newClaim();
		await this.#change(id, { claim: digestOf(claim.token), claim_ends_ms: claim.endsMs });
		return claim;
	}

	keep(id: string): Promise<void> {
		return this.#change(id, { expires_ms: this.#now() + UNUSED_MS + DAY_MS });
	}

	/** Counts unvouched registrations. @param ms since 1970 */
	async madeSince(ms: number): Promise<number> {
		const count = this.#sql.selectFrom("agent_registration").select(({ fn }) => fn.countAll().as("made"));
		const unvouched = count.where("kind", "!=", "identity_assertion").where("created_ms", ">", ms);
		return Number((await unvouched.executeTakeFirstOrThrow()).made);
	}

	/** Revokes access tokens first, then assertions, refresh tokens and claims. */
	async end(id: string): Promise<void> {
		// After a failure in between, the next request finds the row and retries.
		await this.#revocations.revoke([`sub:${id}`], true);
		await endRegistration(this.#sql, id, this.#now());
	}

	/** Does not use up the token; undefined if it is unknown. */
	async findRefresh(token: string): Promise<string | undefined> {
		return (await this.#refreshRow(digestOf(token)))?.registration;
	}

	async makeRefresh(registration: string): Promise<NewRefreshToken> {
		const value = newSecret("agr_");
		const ends_ms = this.#now() + REFRESH_MS;
		const row = { digest: digestOf(value), registration, ends_ms, used_ms: null };
		await this.#sql.insertInto("agent_refresh").values(row).execute();
		await deleteOldest({ sql: this.#sql }, "agent_refresh", registration);
		return { value, expires_at: isoTime(ends_ms) };
	}

	/** Also finds a token that was used before. @returns undefined if it is unknown or expired */
	async useRefresh(token: string): Promise<{ readonly registration: string; readonly isFirst: boolean } | undefined> {
		const digest = digestOf(token);
		const found = await this.#refreshRow(digest);
		if (!found || found.ends_ms <= this.#now()) return undefined;
		const { numUpdatedRows } = await this.#sql
			.updateTable("agent_refresh")
			.set({ used_ms: this.#now() })
			.where("digest", "=", digest)
			.where("used_ms", "is", null)
			.executeTakeFirst();
		return { registration: found.registration, isFirst: numUpdatedRows > 0n };
	}

	async sweep(at: number): Promise<void> {
		const ended = this.#sql.selectFrom("agent_registration").select("id").where("expires_ms", "<", at);
		await this.#sql.deleteFrom("agent_attempt").where("registration", "in", ended).execute();
		await this.#sql.deleteFrom("agent_registration").where("expires_ms", "<", at).execute();
		await this.#sql.deleteFrom("agent_refresh").where("ends_ms", "<", at).execute();
	}

	#newClaim(): NewClaim {
		return { token: newSecret("clm_"), endsMs: this.#now() + CLAIM_MS };
	}

	#by(column: "id" | "claim", value: string): Promise<AgentRow | undefined> {
		return this.#sql.selectFrom("agent_registration").selectAll().where(column, "=", value).executeTakeFirst();
	}

	#ofSubject({ issuer, subject, client }: Vouched): Promise<AgentRow | undefined> {
		return this.#sql
			.selectFrom("agent_registration")
			.selectAll()
			.where("issuer", "=", issuer)
			.where("subject", "=", subject)
			.where("client", "=", client)
			.executeTakeFirst();
	}

	async #insert(row: AgentRow): Promise<void> {
		await this.#sql
			.insertInto("agent_registration")
			.values(row)
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}

	async #change(id: string, to: Partial<AgentRow>): Promise<void> {
		await this.#sql.updateTable("agent_registration").set(to).where("id", "=", id).execute();
	}

	#refreshRow(digest: string) {
		return this.#sql.selectFrom("agent_refresh").selectAll().where("digest", "=", digest).executeTakeFirst();
	}
}

async function endRegistration(sql: Database["sql"], id: string, nowMs: number): Promise<void> {
	await sql
		.updateTable("agent_registration")
		.set(({ eb }) => ({
			...{ revoked_ms: nowMs, generation: eb("generation", "+", 1), account: null, scope: "" },
			// If vouched for again, it registers as new.
			...{ issuer: null, subject: null, client: "", email: null },
			expires_ms: nowMs + UNCLAIMED_MS,
		}))
		.where("id", "=", id)
		.execute();
	await sql.deleteFrom("agent_attempt").where("registration", "=", id).execute();
	await sql.deleteFrom("agent_refresh").where("registration", "=", id).execute();
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
