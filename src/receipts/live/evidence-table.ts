import type { Database } from "#store/database.ts";
import {
	digestsOf,
	type EvidenceArchive,
	missingEvidence,
	outlivedEvidence,
	type PackedEvidence,
	packEvidence,
	unpackEvidence,
} from "../store/evidence-archive.ts";
import type { Sql } from "./locks.ts";

/** Live audits or watched sites: a sweep of one table never touches the other. */
type EvidenceTable = "evidence" | "watched_evidence";

export function openSqlEvidence({ sql }: Pick<Database, "sql">, table: EvidenceTable = "evidence"): EvidenceArchive {
	return {
		async put(record) {
			const evidence = await packEvidence(record);
			await insertEvidence(sql, evidence, table);
			return evidence.digest;
		},
		async get(digest) {
			const row = await sql.selectFrom(table).selectAll().where("digest", "=", digest).executeTakeFirst();
			if (!row) throw missingEvidence(digest);
			return unpackEvidence(row);
		},
		async prune(receipts, justWritten) {
			await deleteEvidence(sql, outlivedEvidence(digestsOf(receipts), justWritten), table);
		},
		remove: (digests) => deleteEvidence(sql, [...digests], table),
	};
}

/** Replaces what is there under the digest: it may be damaged. */
export async function insertEvidence(
	sql: Sql,
	{ digest, packed }: PackedEvidence,
	table: EvidenceTable = "evidence",
): Promise<void> {
	await sql
		.insertInto(table)
		.values({ digest, packed })
		.onConflict((conflict) => conflict.column("digest").doUpdateSet({ packed }))
		.execute();
}

const AT_ONCE = 500;

/** @returns how many there were */
export async function deleteEvidence(
	sql: Sql,
	digests: readonly string[],
	table: EvidenceTable = "evidence",
): Promise<number> {
	let deleted = 0;
	for (let at = 0; at < digests.length; at += AT_ONCE) {
		const some = digests.slice(at, at + AT_ONCE);
		const { numDeletedRows } = await sql.deleteFrom(table).where("digest", "in", some).executeTakeFirstOrThrow();
		deleted += Number(numDeletedRows);
	}
	return deleted;
}
