import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	Kysely,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";
import type { Database } from "./database.ts";
import { FilePresence, type Presence, UNKNOWN_PRESENCE } from "./presence.ts";
import { openSqliteFile } from "./sqlite-file.ts";
import { cannotBeOpened, isSqliteBusy, sqliteFailure } from "./store-failure.ts";
import { migrate, type Tables } from "./tables.ts";

/** Several processes of one machine may open it. @throws Failure `store-unavailable` */
export async function openSqliteDatabase(file: string): Promise<Database> {
	const { kysely, reader } = await open(file).catch((error: unknown) => {
		throw cannotBeOpened(file, error, "Let this user write to the folder, or restore the file from a backup.");
	});
	let presence: Presence | undefined;
	return {
		kind: "sqlite",
		sql: kysely,
		async presence() {
			presence ??= presenceBeside(file);
			return presence;
		},
		async ping() {
			try {
				reader.prepare("SELECT 1 FROM receipt LIMIT 1").get();
			} catch (error) {
				throw sqliteFailure(error);
			}
		},
		async close() {
			presence?.close();
			await kysely.destroy();
			if (reader.isOpen) reader.close();
		},
	};
}

function presenceBeside(file: string): Presence {
	try {
		return new FilePresence(`${file}-processes`);
	} catch {
		// For example, a full disk, which the store reports when it matters.
		return UNKNOWN_PRESENCE;
	}
}

/** A second connection reads, because the first may wait seconds for another process to write. */
async function open(file: string): Promise<{ readonly kysely: Kysely<Tables>; readonly reader: DatabaseSync }> {
	const database = openSqliteFile(file);
	try {
		// Data deleted at an owner's request must not stay readable in the file.
		database.exec("PRAGMA secure_delete = ON");
		const kysely = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) });
		await migrate(kysely, "sqlite");
		return { kysely, reader: new DatabaseSync(file, { readOnly: true }) };
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Milliseconds to wait for another process to end its transaction. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 10;

/** SQLite supports DDL in transactions. Kysely turns it off because of foreign keys, which we do not use. */
class TransactionalSqliteAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/** One connection, one caller at a time. Transactions begin as writers: 2 processes cannot both read, then write. */
function nodeSqliteDialect(database: DatabaseSync): Dialect {
	// SQLite's wait would block the whole process, even if it waits for itself.
	database.exec("PRAGMA busy_timeout = 0");
	return {
		createAdapter: () => new TransactionalSqliteAdapter(),
		createDriver: () => sqliteDriver(database),
		createIntrospector: (db) => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

function sqliteDriver(database: DatabaseSync): Driver {
	const connection = sqliteConnection(database);
	const say = async (statement: string) => {
		await connection.executeQuery(CompiledQuery.raw(statement));
	};
	return {
		init: async () => {},
		acquireConnection: async () => connection,
		beginTransaction: () => say("BEGIN IMMEDIATE"),
		commitTransaction: () => say("COMMIT"),
		// SQLite rolls back by itself on a full disk.
		rollbackTransaction: async () => (database.isTransaction ? say("ROLLBACK") : undefined),
		releaseConnection: async () => {},
		destroy: async () => database.close(),
	};
}

function sqliteConnection(database: DatabaseSync): DatabaseConnection {
	const runStatement = statementRunner(database);
	return {
		async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
			const end = performance.now() + PATIENCE_MS;
			for (;;) {
				try {
					return runStatement<R>(sql, parameters as readonly SQLInputValue[]);
				} catch (error) {
					if (!isSqliteBusy(error) || performance.now() >= end) throw sqliteFailure(error);
				}
				await pause(PAUSE_MS);
			}
		},
		// biome-ignore lint/correctness/useYield: the interface requires it, but nothing here streams rows
		async *streamQuery() {
			throw new Error("Rows are not streamed from SQLite: ask for fewer at a time.");
		},
	};
}

/** More than this program has, apart from lists of different lengths. */
const PREPARED_MAX = 200;

interface Prepared {
	readonly statement: StatementSync;
	readonly givesRows: boolean;
}

/** Caches statements, because preparing one takes longer than running it. */
function statementRunner(database: DatabaseSync) {
	const known = new Map<string, Prepared>();

	function prepare(sql: string): Prepared {
		const statement = database.prepare(sql);
		const prepared = { statement, givesRows: statement.columns().length > 0 };
		if (known.size >= PREPARED_MAX) known.clear();
		known.set(sql, prepared);
		return prepared;
	}

	return <R>(sql: string, parameters: readonly SQLInputValue[]): QueryResult<R> => {
		const { statement, givesRows } = known.get(sql) ?? prepare(sql);
		if (givesRows) return { rows: statement.all(...parameters) as R[] };
		const { changes, lastInsertRowid } = statement.run(...parameters);
		return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
	};
}
