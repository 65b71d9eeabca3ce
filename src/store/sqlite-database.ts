import { Kysely, sql } from "kysely";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { nodeSqliteDialect } from "./sqlite-dialect.ts";
import { openSqliteFile } from "./sqlite-file.ts";
import { cannotBeOpened } from "./store-failure.ts";
import type { Tables } from "./tables.ts";

/**
 * The live state in one file; several processes of one machine may hold it open.
 * @throws Failure `store-unavailable`
 */
export async function openSqliteDatabase(file: string): Promise<Database> {
	const kysely = await open(file).catch((error: unknown) => {
		throw cannotBeOpened(
			file,
			error,
			"Give this user the right to write the folder, or put a backup in the file's place.",
		);
	});
	return {
		kind: "sqlite",
		sql: kysely,
		ping: async () => {
			await sql`select 1 from receipt limit 1`.execute(kysely);
		},
		close: () => kysely.destroy(),
	};
}

async function open(file: string): Promise<Kysely<Tables>> {
	const database = openSqliteFile(file);
	try {
		// What is deleted at an owner's request must not stay readable in the file.
		database.exec("PRAGMA secure_delete = ON");
		const kysely = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
		await migrate(kysely, "sqlite");
		return kysely;
	} catch (error) {
		database.close();
		throw error;
	}
}
