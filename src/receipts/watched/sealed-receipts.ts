import type { Leaf } from "#log/leaf.ts";
import type { Tables } from "#store/tables.ts";
import type { Sql } from "../live/locks.ts";

/** Rows that are read or changed at once. */
const PAGE = 500;

/** Receipts that no seal has taken, a page at a time. */
export async function* unsealedRows(sql: Sql): AsyncGenerator<Tables["watched_receipt"][]> {
	for (let last = ""; ; ) {
		const rows = await sql
			.selectFrom("watched_receipt")
			.selectAll()
			.where("leaf_index", "is", null)
			.where("id", ">", last)
			.orderBy("id")
			.limit(PAGE)
			.execute();
		if (rows.length === 0) return;
		yield rows;
		last = rows.at(-1)?.id ?? "";
	}
}

/**
 * Forgets that receipts are sealed which this log does not have at that place: a log that was signed may have been lost
 * before it was published. Those sealed last are looked at first, until a whole page agrees.
 */
export async function reopenUnsealed(sql: Sql, position: (leaf: Leaf) => number | undefined): Promise<void> {
	for (;;) {
		const rows = await sql
			.selectFrom("watched_receipt")
			.select(["id", "audited_at", "leaf_index"])
			.where("leaf_index", "is not", null)
			.orderBy("leaf_index", "desc")
			.orderBy("id", "desc")
			.limit(PAGE)
			.execute();
		const lost = rows.filter(
			(row) => position({ kind: "audit", receipt: row.id, auditedAt: row.audited_at }) !== row.leaf_index,
		);
		if (lost.length === 0) return;
		const ids = lost.map(({ id }) => id);
		await sql.updateTable("watched_receipt").set({ leaf_index: null }).where("id", "in", ids).execute();
	}
}

/** Notes the places of leaves that the log has by now; said twice, it changes nothing. */
export async function markSealed(
	sql: Sql,
	leaves: readonly Leaf[],
	position: (leaf: Leaf) => number | undefined,
): Promise<void> {
	for (let from = 0; from < leaves.length; from += PAGE) {
		const places = leaves.slice(from, from + PAGE).flatMap((leaf) => {
			const index = position(leaf);
			return index === undefined ? [] : [{ id: leaf.receipt, index }];
		});
		if (places.length === 0) continue;
		await sql
			.updateTable("watched_receipt")
			.set(({ eb, lit }) => {
				const [first, ...rest] = places as [(typeof places)[number], ...typeof places];
				const one = eb.case().when("id", "=", first.id).then(lit(first.index));
				return { leaf_index: rest.reduce((all, { id, index }) => all.when("id", "=", id).then(lit(index)), one).end() };
			})
			.where(
				"id",
				"in",
				places.map(({ id }) => id),
			)
			.execute();
	}
}

/** Whether a domain can name nothing but a folder of its own. */
export function isHostName(domain: string): boolean {
	return domain.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain);
}
