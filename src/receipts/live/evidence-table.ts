import type { Database } from "#store/database.ts";
import { EvidenceArchive, listBeside, missingEvidence, type Packed } from "../store/evidence-archive.ts";
import type { Sql } from "./locks.ts";

/** Separate tables for live audits and watched sites, so that a sweep of one never touches the other. */
type EvidenceTable = "evidence" | "watched_evidence";

export class EvidenceRows extends EvidenceArchive {
	readonly #sql: Sql;
	readonly #table: EvidenceTable;

	constructor({ sql }: Pick<Database, "sql">, table: EvidenceTable = "evidence") {
		super();
		this.#sql = sql;
		this.#table = table;
	}

	async store(packed: Packed): Promise<void> {
		await insertEvidence(this.#sql, [packed], this.#table);
	}

	async load(name: string): Promise<Uint8Array> {
		const rows = this.#sql.selectFrom(this.#table).select("packed").where("digest", "=", name);
		const row = await rows.executeTakeFirst();
		if (!row) throw missingEvidence(name);
		return row.packed;
	}

	remove(digests: Iterable<string>): Promise<number> {
		return deleteEvidence(this.#sql, [...digests], this.#table);
	}
}

/** Replaces existing evidence of the digest, which may be damaged. */
export async function insertEvidence(
	sql: Sql,
	evidence: readonly Packed[],
	table: EvidenceTable = "evidence",
): Promise<void> {
	for (const { name: digest, packed } of evidence)
		await sql
			.insertInto(table)
			.values({ digest, packed })
			.onConflict((conflict) => conflict.column("digest").doUpdateSet({ packed }))
			.execute();
}

const AT_ONCE = 500;

/** Includes the lists beside it. @returns number of deleted records */
export async function deleteEvidence(
	sql: Sql,
	digests: readonly string[],
	table: EvidenceTable = "evidence",
): Promise<number> {
	let deleted = 0;
	for (let at = 0; at < digests.length; at += AT_ONCE) {
		const some = digests.slice(at, at + AT_ONCE);
		await sql.deleteFrom(table).where("digest", "in", some.map(listBeside)).execute();
		const { numDeletedRows } = await sql.deleteFrom(table).where("digest", "in", some).executeTakeFirstOrThrow();
		deleted += Number(numDeletedRows);
	}
	return deleted;
}
