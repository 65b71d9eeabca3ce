import type { Database } from "#store/database.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

/** A site that an agency works for. */
export interface AgencyClient {
	/** ASCII host. */
	readonly domain: string;
	/** Of the company; empty where it was not said, as are the other texts. */
	readonly name: string;
	/** Where the client is reached. */
	readonly email: string;
	readonly note: string;
	/** Milliseconds since 1970. */
	readonly addedMs: number;
}

/** Clients that one agency may have. */
export const CLIENTS_MAX = 2000;

/** Clients of agencies, by the agency's id; who asks was found to be a member before. */
export interface Clients {
	/** In the order of their domains. @throws Failure `input-invalid` for a cursor that is none */
	list(
		agency: string,
		page: PageQuery,
	): Promise<{ readonly clients: readonly AgencyClient[]; readonly nextCursor?: string }>;
	count(agency: string): Promise<number>;
	get(agency: string, domain: string): Promise<AgencyClient | undefined>;
	/** Where clients are reached, by their domains; those of whom nothing was said are left out. */
	emails(agency: string, domains: readonly string[]): Promise<ReadonlyMap<string, string>>;
	/** @returns `known` where the agency has it, `full` where it has as many as it may; nothing is written then */
	add(agency: string, client: AgencyClient): Promise<"added" | "known" | "full">;
	/** @returns false where the agency has no such client */
	change(agency: string, client: Omit<AgencyClient, "addedMs">): Promise<boolean>;
	/** @returns what it was, undefined where the agency has no such client */
	remove(agency: string, domain: string): Promise<AgencyClient | undefined>;
}

const COLUMNS = ["domain", "name", "email", "note", "added_ms as addedMs"] as const;

export function openClients({ sql: database }: Pick<Database, "sql">): Clients {
	const own = (agency: string) => database.selectFrom("agency_client").where("agency", "=", agency);
	const one = (agency: string, domain: string) => own(agency).where("domain", "=", domain).select(COLUMNS);
	const count = async (agency: string) => {
		const { found } = await own(agency)
			.select((row) => row.fn.countAll<number>().as("found"))
			.executeTakeFirstOrThrow();
		return found;
	};
	return {
		count,
		async list(agency, { limit, cursor }) {
			const [after = ""] = cursor === undefined ? [] : readCursor(cursor, /^([a-z0-9.-]{1,253})$/);
			const rows = own(agency).where("domain", ">", after).orderBy("domain").select(COLUMNS);
			const found = await rows.limit(limit + 1).execute();
			const { rows: clients, ...next } = cutPage(found, limit, (client) => [client.domain]);
			return { clients, ...next };
		},
		get: (agency, domain) => one(agency, domain).executeTakeFirst(),
		async emails(agency, domains) {
			if (domains.length === 0) return new Map();
			const rows = own(agency).where("domain", "in", domains).where("email", "<>", "");
			const found = await rows.select(["domain", "email"]).execute();
			return new Map(found.map(({ domain, email }) => [domain, email]));
		},
		async add(agency, { addedMs, ...texts }) {
			if ((await count(agency)) >= CLIENTS_MAX) return "full";
			const { numInsertedOrUpdatedRows } = await database
				.insertInto("agency_client")
				.values({ agency, ...texts, added_ms: addedMs })
				.onConflict((conflict) => conflict.columns(["agency", "domain"]).doNothing())
				.executeTakeFirstOrThrow();
			return numInsertedOrUpdatedRows === 1n ? "added" : "known";
		},
		async change(agency, { domain, ...texts }) {
			const { numUpdatedRows } = await database
				.updateTable("agency_client")
				.set(texts)
				.where("agency", "=", agency)
				.where("domain", "=", domain)
				.executeTakeFirstOrThrow();
			return numUpdatedRows === 1n;
		},
		remove: (agency, domain) =>
			database
				.deleteFrom("agency_client")
				.where("agency", "=", agency)
				.where("domain", "=", domain)
				.returning(COLUMNS)
				.executeTakeFirst(),
	};
}
