import type { BriefClient } from "#core/agency/agency.ts";
import type { Language } from "#core/language.ts";
import type { Database } from "#store/database.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

export interface AgencyClient {
	readonly domain: string;
	/** Company name; empty if not given, like the other texts. */
	readonly name: string;
	readonly email: string;
	/** Only for members. */
	readonly note: string;
	/** Shown on the client's briefs. */
	readonly message: string;
	/** Language of its briefs; empty for the agency's. */
	readonly language: Language | "";
	readonly addedMs: number;
}

export const CLIENTS_MAX = 2000;

type ClientMail = Pick<AgencyClient, "email" | "language">;

const COLUMNS = ["domain", "name", "email", "note", "message", "language", "added_ms as addedMs"] as const;

export class Clients {
	readonly #sql: Database["sql"];

	constructor({ sql }: Pick<Database, "sql">) {
		this.#sql = sql;
	}

	/** By domain. @throws Failure `input-invalid` for an invalid cursor */
	async list(
		agency: string,
		{ limit, cursor }: PageQuery,
	): Promise<{ readonly clients: readonly AgencyClient[]; readonly nextCursor?: string }> {
		const [after = ""] = cursor === undefined ? [] : readCursor(cursor, /^([a-z0-9.-]{1,253})$/);
		const rows = this.#own(agency).where("domain", ">", after).orderBy("domain").select(COLUMNS);
		const found = await rows.limit(limit + 1).execute();
		const { rows: clients, ...next } = cutPage(found, limit, (client) => [client.domain]);
		return { clients, ...next };
	}

	async count(agency: string): Promise<number> {
		const counted = this.#own(agency).select((row) => row.fn.countAll<number>().as("found"));
		return (await counted.executeTakeFirstOrThrow()).found;
	}

	get(agency: string, domain: string): Promise<AgencyClient | undefined> {
		return this.#own(agency).where("domain", "=", domain).select(COLUMNS).executeTakeFirst();
	}

	/** What the agency's brief says about the client. @param slug of the agency */
	async onBrief(slug: string, domain: string): Promise<BriefClient | undefined> {
		const row = await this.#sql
			.selectFrom("agency_client")
			.innerJoin("organization", "organization.id", "agency_client.agency")
			.where("organization.slug", "=", slug)
			.where("agency_client.domain", "=", domain)
			.select(["agency_client.name", "agency_client.message", "agency_client.language"])
			.executeTakeFirst();
		if (!row) return undefined;
		const { name, message, language } = row;
		return { ...(name && { name }), ...(message && { note: message }), ...(language && { language }) };
	}

	/** Addresses and languages of clients. */
	async emails(agency: string, domains: readonly string[]): Promise<ReadonlyMap<string, ClientMail>> {
		if (domains.length === 0) return new Map();
		const rows = this.#own(agency).where("domain", "in", domains);
		const found = await rows.select(["domain", "email", "language"]).execute();
		return new Map(found.map(({ domain, ...mail }) => [domain, mail]));
	}

	/** @returns `known` if the agency has the client, `full` at the cap; neither writes anything */
	async add(agency: string, { addedMs, ...texts }: AgencyClient): Promise<"added" | "known" | "full"> {
		if ((await this.count(agency)) >= CLIENTS_MAX) return "full";
		const { numInsertedOrUpdatedRows } = await this.#sql
			.insertInto("agency_client")
			.values({ agency, ...texts, added_ms: addedMs })
			.onConflict((conflict) => conflict.columns(["agency", "domain"]).doNothing())
			.executeTakeFirstOrThrow();
		return numInsertedOrUpdatedRows === 1n ? "added" : "known";
	}

	async change(agency: string, { domain, ...texts }: Omit<AgencyClient, "addedMs">): Promise<boolean> {
		const own = this.#sql.updateTable("agency_client").set(texts).where("agency", "=", agency);
		const { numUpdatedRows } = await own.where("domain", "=", domain).executeTakeFirstOrThrow();
		return numUpdatedRows === 1n;
	}

	remove(agency: string, domain: string): Promise<AgencyClient | undefined> {
		const own = this.#sql.deleteFrom("agency_client").where("agency", "=", agency);
		return own.where("domain", "=", domain).returning(COLUMNS).executeTakeFirst();
	}

	#own(agency: string) {
		return this.#sql.selectFrom("agency_client").where("agency", "=", agency);
	}
}
