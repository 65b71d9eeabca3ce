import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "#core/failure.ts";

/** What a copy holds. */
export interface CopiedState {
	readonly receipts: number;
	/** Leaves that no seal had taken by then. */
	readonly pending: number;
}

/**
 * Copies the live state as it is at one moment, into one new file, while others go on reading and writing.
 * The copy is read through before this returns. Nothing that has to outlive a power failure should trust it before an fsync.
 *
 * @param to must not exist
 * @throws Failure `store-unavailable` when the file cannot be read, or is damaged, or the copy cannot be written
 */
export function copySqliteFile(file: string, to: string): CopiedState {
	return told(file, () => {
		withDatabase(file, (database) => database.prepare("VACUUM INTO ?").run(to));
		// As private as the file that it was copied from.
		chmodSync(to, 0o600);
		return withDatabase(to, inspect);
	});
}

/** @throws Failure `store-unavailable` when it is damaged */
function inspect(database: DatabaseSync): CopiedState {
	const [first] = database.prepare("PRAGMA integrity_check").all();
	if (first?.integrity_check !== "ok") throw new Error(`The copy is not whole: ${first?.integrity_check}`);
	const count = (from: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${from}`).get()?.rows);
	return { receipts: count("receipt"), pending: count("submission WHERE leaf_index IS NULL") };
}

function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}

function told<T>(file: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw new Failure(
			"store-unavailable",
			{
				what: `The live store ${file} could not be copied.`,
				why: `Reason: ${error instanceof Error ? error.message : String(error)}.`,
				todo: "Look at the disk's free space and at the rights of both folders; a damaged store is replaced by its last backup.",
			},
			{ cause: error },
		);
	}
}
