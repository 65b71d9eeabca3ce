import type { AgentParts } from "./agent-parts.ts";
import { isoOf } from "./registrations.ts";

/** An agent that acts for an account, as its owner reads of it. */
export interface ListedAgent {
	readonly id: string;
	/** What the provider is called that vouches for it; undefined where none does. */
	readonly provider?: string;
	/** ISO 8601: when the person let it. */
	readonly since: string;
	readonly scopes: readonly string[];
}

/** The agents that act for accounts; all take the account's id first. */
export interface OwnAgents {
	/** Newest first. */
	list(account: string): Promise<readonly ListedAgent[]>;
	/** The agent acts for the account no more, and its tokens work no more. Nothing happens to others' agents. */
	end(account: string, id: string): Promise<void>;
	exportOf(account: string): Promise<readonly ListedAgent[]>;
	/** Deletes them, and registrations that wait for the account's e-mail address; others' agents forget the address. */
	forget(account: string): Promise<void>;
}

type Parts = Pick<AgentParts, "database" | "accounts" | "oauth" | "registrations" | "providers">;

export function openOwnAgents({ database: { sql }, accounts, oauth, registrations, providers }: Parts): OwnAgents {
	const list = async (account: string): Promise<readonly ListedAgent[]> => {
		const rows = await sql
			.selectFrom("agent_registration")
			.select(["id", "issuer", "scope", "claimed_ms"])
			.where("account", "=", account)
			.orderBy("claimed_ms", "desc")
			.orderBy("id")
			.execute();
		return rows.map(({ id, issuer, scope, claimed_ms }) => {
			const provider = issuer === null ? undefined : (providers.nameOf(issuer) ?? issuer);
			const facts = { id, since: isoOf(claimed_ms ?? 0), scopes: scope.split(" ") };
			return provider === undefined ? facts : { ...facts, provider };
		});
	};
	return {
		list,
		async end(account, id) {
			const mine = sql.selectFrom("agent_registration").select("id").where("account", "=", account);
			if (!(await mine.where("id", "=", id).executeTakeFirst())) return;
			await oauth.endSubject(id);
			await registrations.revoke([id]);
		},
		exportOf: list,
		async forget(account) {
			const email = (await accounts.find(account))?.email ?? null;
			const named = await sql
				.selectFrom("agent_registration")
				.select("id")
				.where((where) =>
					where.or([
						where("account", "=", account),
						where.and([where("account", "is", null), where("email", "=", email)]),
					]),
				)
				.execute();
			for (const { id } of named) await oauth.endSubject(id);
			const ids = named.map(({ id }) => id);
			await sql.transaction().execute(async (trx) => {
				await trx.deleteFrom("agent_attempt").where("account", "=", account).execute();
				// A provider's user may have moved to this address since somebody else let the agent act.
				await trx.updateTable("agent_registration").set({ email: null }).where("email", "=", email).execute();
				if (ids.length === 0) return;
				await trx.deleteFrom("agent_attempt").where("registration", "in", ids).execute();
				await trx.deleteFrom("agent_refresh").where("registration", "in", ids).execute();
				await trx.deleteFrom("agent_registration").where("id", "in", ids).execute();
			});
		},
	};
}
