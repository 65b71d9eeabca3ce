import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** Agents that have registered, and what people have claimed. Times ending in `_ms` are milliseconds since 1970. */
export interface AgentTables {
	agent_registration: {
		id: string;
		kind: "anonymous" | "service_auth" | "identity_assertion" | "did";
		/** Who says who the agent is, and its name there: a trusted provider, or a DID that speaks for itself. Null where nobody does. */
		issuer: string | null;
		subject: string | null;
		/** The client of the issuer that it vouches for; empty where there is none, or it registered before one was asked for. */
		client: string;
		/** Whose account may claim it, in lower case: as the agent says, or as its provider has verified. */
		email: string | null;
		/** Whom it acts for, once it is claimed. */
		account: string | null;
		/** What the person let it do, separated by spaces; empty until then. */
		scope: string;
		/** Counts up where assertions that were issued before are worth nothing any more. */
		generation: number;
		created_ms: number;
		/** When it is deleted, unless it is used before. */
		expires_ms: number;
		claimed_ms: number | null;
		revoked_ms: number | null;
		/** SHA-256 of its claim token. */
		claim: string | null;
		claim_ends_ms: number | null;
	};
	/** The newest attempt of each registration to be claimed. */
	agent_attempt: {
		registration: string;
		/** SHA-256 of the token in the link that the person opens. */
		digest: string;
		ends_ms: number;
		/** Who has confirmed it, and what they let the agent do. */
		account: string | null;
		scope: string;
		/** The code that the person was shown: a code of authentication by the secret of the installation. */
		code: string | null;
		code_ends_ms: number | null;
		/** Codes that were tried. */
		tries: number;
		/** 1 where the person said no. */
		denied: number;
	};
	/** Refresh tokens of claimed registrations, by their digests. */
	agent_refresh: {
		digest: string;
		registration: string;
		ends_ms: number;
		/** When it was used; a second time ends the registration. */
		used_ms: number | null;
	};
}

export function agents(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const table = tableMaker(database, types);
			const { columns, unknown } = registration(types);
			await table("agent_registration", columns, "id", unknown)
				.addUniqueConstraint("agent_registration_claim", ["claim"])
				.addUniqueConstraint("agent_registration_subject", ["issuer", "subject"])
				.execute();
			const asked = { registration: text, digest: text, ends_ms: integer, account: text, scope: text };
			const answered = { code: text, code_ends_ms: integer, tries: integer, denied: integer };
			await table("agent_attempt", { ...asked, ...answered }, "registration", ["account", "code", "code_ends_ms"])
				.addUniqueConstraint("agent_attempt_digest", ["digest"])
				.execute();
			const refresh = { digest: text, registration: text, ends_ms: integer, used_ms: integer };
			await table("agent_refresh", refresh, "digest", ["used_ms"]).execute();
			const index = (on: string, column: string) =>
				database.schema.createIndex(`${on}_${column}`).on(on).column(column).execute();
			await indexRegistrations(database);
			await index("agent_attempt", "account");
			for (const column of ["registration", "ends_ms"]) await index("agent_refresh", column);
		},
	};
}

/** A provider vouches for one of its clients: what a person lets that one do is no other's. */
export function agentClients(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const { schema } = database;
			const types = columnTypes(kind);
			const name = "agent_registration_subject";
			const once = ["issuer", "subject", "client"];
			if (kind === "postgres") {
				const table = () => schema.alterTable("agent_registration");
				await table()
					.addColumn("client", types.text, (column) => column.notNull().defaultTo(""))
					.execute();
				await table().dropConstraint(name).execute();
				await table().addUniqueConstraint(name, once).execute();
				return;
			}
			// SQLite drops no constraint: the table is made anew.
			const { columns, unknown } = registration(types);
			await tableMaker(database, types)("agent_registration_new", { ...columns, client: types.text }, "id", unknown)
				.addUniqueConstraint("agent_registration_claim", ["claim"])
				.addUniqueConstraint(name, once)
				.execute();
			await sql`insert into agent_registration_new select *, '' from agent_registration`.execute(database);
			await schema.dropTable("agent_registration").execute();
			await schema.alterTable("agent_registration_new").renameTo("agent_registration").execute();
			await indexRegistrations(database);
		},
	};
}

function registration({ text, integer }: ReturnType<typeof columnTypes>) {
	const who = { id: text, kind: text, issuer: text, subject: text, email: text, account: text, scope: text };
	const times = { generation: integer, created_ms: integer, expires_ms: integer };
	const ends = { claimed_ms: integer, revoked_ms: integer, claim: text, claim_ends_ms: integer };
	const unknown = ["issuer", "subject", "email", "account", ...Object.keys(ends)];
	return { columns: { ...who, ...times, ...ends }, unknown };
}

async function indexRegistrations({ schema }: Kysely<unknown>): Promise<void> {
	for (const column of ["account", "email", "created_ms", "expires_ms"])
		await schema.createIndex(`agent_registration_${column}`).on("agent_registration").column(column).execute();
}
