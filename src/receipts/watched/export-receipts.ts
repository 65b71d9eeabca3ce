import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { removalOf } from "#core/notice.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { Sql } from "../live/locks.ts";
import { readRowText } from "../live/receipt-table.ts";
import { deleteWatched, type Forget } from "../removal/removal-files.ts";
import { type Disk, type FileToWrite, writeAll } from "../store/durable-file.ts";
import { readIfThere } from "../store/if-there.ts";
import { readNotices } from "../store/notices-file.ts";
import { fileName } from "../store/receipt-store.ts";

export interface WatchedExport {
	/** Writes files like `rescan` without Postgres. Idempotent, keeps existing files. @param position in this log */
	exportNew(position: Position, disk: Disk): Promise<Exported>;
	markSealed(leaves: readonly ReceiptLeaf[], position: Position): Promise<void>;
}

export type Position = (leaf: ReceiptLeaf) => number | undefined;

export interface Exported {
	/** Leaves of exported receipts. */
	readonly leaves: readonly ExportedLeaf[];
	/** Sentences about skipped receipts. */
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

export interface ExportedLeaf extends ReceiptLeaf {
	/** `<domain>/<name>` relative to `receipts`. */
	readonly path: string;
}

type Row = Tables["watched_receipt"];

export function openWatchedExport(db: Database, reports: string, forget: Forget) {
	return {
		async exportNew(position, disk) {
			await reopenUnsealed(db.sql, position);
			const leaves: ExportedLeaf[] = [];
			const faults: string[] = [];
			let removed = 0;
			for await (const rows of unsealedRows(db.sql)) {
				// Reread each time, because an owner may request removal meanwhile.
				const notices = await readNotices(join(reports, "notices.json"));
				const [taken, wanted] = [rows.filter(isTaken), rows.filter((row) => !isTaken(row))];
				function isTaken({ domain, id }: Row) {
					return removalOf(notices, domain, id) !== undefined;
				}
				if (taken.length > 0) await deleteWatched(db.sql, taken, forget);
				removed += taken.length;
				const files = await filesOf(wanted, join(reports, "receipts"));
				await writeAll(
					join(reports, "receipts"),
					files.filter((file) => file.state === "new"),
					{ disk },
				);
				for (const [at, file] of files.entries()) {
					if (file.state === "faulty") faults.push(file.says);
					else leaves.push(leafOf(wanted[at] as Row, file.path));
				}
			}
			return { leaves, notes: notesOf(faults, removed), faulty: faults.length > 0 };
		},
		markSealed: (leaves, position) => markSealed(db.sql, leaves, position),
	} satisfies WatchedExport;
}

function leafOf({ id, audited_at }: Row, path: string): ExportedLeaf {
	return { kind: "audit", receipt: id, auditedAt: audited_at, path };
}

type ReceiptFile =
	| (FileToWrite & { readonly state: "new" })
	| { readonly state: "there"; readonly path: string }
	| FaultyRow;
interface FaultyRow {
	readonly state: "faulty";
	readonly says: string;
}

/** Sequential, because 500 parsed receipts would fill the heap. */
async function filesOf(rows: readonly Row[], directory: string): Promise<ReceiptFile[]> {
	const files: ReceiptFile[] = [];
	for (const row of rows) files.push(await fileOf(row, directory));
	return files;
}

/** Validates the row's domain, so that write access to Postgres does not give access to other files. */
async function fileOf(row: Row, directory: string): Promise<ReceiptFile> {
	const faulty = (says: string): FaultyRow => ({ state: "faulty", says });
	try {
		const { receipt } = await readRowText(row);
		const { domain, source, mode, auditedAt } = receipt;
		const isPlaced =
			domain === row.domain && source === row.source && mode === row.mode && auditedAt === row.audited_at;
		if (!isPlaced || !isHostName(domain)) return faulty(`The receipt ${row.id} lies under another domain or time.`);
		const path = join(domain, fileName(receipt));
		const there = existsSync(join(directory, path)) ? await readIfThere(join(directory, path)) : undefined;
		if (there === undefined) return { state: "new", path, data: Buffer.from(row.text) };
		return there === row.text
			? { state: "there", path }
			: faulty(`${join(directory, path)} already holds another receipt.`);
	} catch (error) {
		if (isFailure(error)) return faulty(error.message);
		throw error;
	}
}

/** Maximum to name; above it only the number is given. */
const MOST_NAMED = 10;

function notesOf(faults: readonly string[], removed: number): string[] {
	const rest = faults.length - MOST_NAMED;
	return [
		...faults.slice(0, MOST_NAMED).map((says) => `Not taken from Postgres: ${says}`),
		...(rest > 0 ? [`And ${counted(rest, "more receipt")}.`] : []),
		...(removed > 0 ? [`Deleted from Postgres at their owners' request: ${counted(removed, "receipt")}.`] : []),
	];
}

const PAGE = 500;

async function* unsealedRows(sql: Sql): AsyncGenerator<Row[]> {
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

/** If a signed log was lost unpublished, resets wrong positions, last sealed first, until a whole page agrees. */
async function reopenUnsealed(sql: Sql, position: Position): Promise<void> {
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

/** Idempotent. */
async function markSealed(sql: Sql, leaves: readonly ReceiptLeaf[], position: Position): Promise<void> {
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

/** A host name cannot leave its folder. */
function isHostName(domain: string): boolean {
	return domain.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain);
}
