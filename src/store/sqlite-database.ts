import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.ts";
import { openSqliteFile } from "./sqlite-file.ts";
import { cannotBeOpened, toldSqliteError } from "./store-failure.ts";
import type { Tables } from "./tables.ts";

/**
 * The live state in one file; several processes of one machine may hold it open.
 * @throws Failure `store-unavailable`
 */
export async function openSqliteDatabase(file: string): Promise<Database> {
	const { kysely, reader } = await open(file).catch((error: unknown) => {
		throw cannotBeOpened(
			file,
			error,
			"Give this user the right to write the folder, or put a backup in the file's place.",
		);
	});
	return {
		kind: "sqlite",
		sql: kysely,
		async ping() {
			try {
				reader.prepare("SELECT 1 FROM receipt LIMIT 1").get();
			} catch (error) {
				throw toldSqliteError(error);
			}
		},
		async close() {
			await kysely.destroy();
			if (reader.isOpen) reader.close();
		},
	};
}

/** With a second connection that reads: the first may wait for seconds until another process has written. */
async function open(file: string): Promise<{ readonly kysely: Kysely<Tables>; readonly reader: DatabaseSync }> {
	const database = openSqliteFile(file);
	try {
		// What is deleted at an owner's request must not stay readable in the file.
		database.exec("PRAGMA secure_delete = ON");
		const kysely = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
		await migrate(kysely, "sqlite");
		return { kysely, reader: new DatabaseSync(file, { readOnly: true }) };
	} catch (error) {
		database.close();
		throw error;
	}
}
