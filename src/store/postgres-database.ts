import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import { DatabaseError, Pool, type PoolConfig, types } from "pg";
import { Failure } from "#core/failure.ts";
import type { Database } from "./database.ts";
import { PostgresPresence, type Presence, UNKNOWN_PRESENCE } from "./presence.ts";
import { cannotBeOpened, connectionFault, postgresFailure, storeUnavailable } from "./store-failure.ts";
import { migrate, type Tables } from "./tables.ts";

/** Parsed as a number, because times and counts stay far below 2^53. */
const INT8 = 20;
const OURS: PoolConfig["types"] = {
	getTypeParser: ((oid: number, format?: "text" | "binary") =>
		oid === INT8 && format !== "binary" ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

const POOL: PoolConfig = {
	application_name: "sightline",
	// Low, because many small processes may share one Postgres. One of them shows that this process is alive.
	max: 5,
	connectionTimeoutMillis: 5000,
	idleTimeoutMillis: 30_000,
	keepAlive: true,
	// For a server that is unreachable without an error.
	query_timeout: 12_000,
	types: OURS,
};
/** Ends slow statements, and transactions of a frozen process that block others. */
const SERVER_LIMITS: PoolConfig = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };
/** protocol_violation: poolers such as PgBouncer refuse these settings. */
const SETTING_REFUSED = "08P01";

const ADVICE =
	"Check DATABASE_URL, and that Postgres runs and lets this user create tables; unset it to use a file instead.";

/** @param url never in a message with its password @param isFunction see `openDatabase` @throws Failure */
export async function openPostgresDatabase(url: string, isFunction = false): Promise<Database> {
	let hasPooler = false;
	const { pool, kysely } = await connect(url, SERVER_LIMITS)
		.catch((error: unknown) => {
			if (!isSettingRefused(error)) throw error;
			hasPooler = true;
			return connect(url, {});
		})
		.catch((error: unknown) => {
			throw cannotBeOpened(placeOf(url), error, ADVICE);
		});
	let presence: Promise<Presence> | undefined;
	return {
		kind: "postgres",
		sql: kysely,
		pool,
		presence() {
			// A pooler may give the connection, with its locks, to another process.
			if (hasPooler || isFunction) return Promise.resolve(UNKNOWN_PRESENCE);
			presence ??= presenceOf(pool).catch(() => {
				presence = undefined;
				return UNKNOWN_PRESENCE;
			});
			return presence;
		},
		ping: async () => {
			await sql`select 1 from receipt limit 1`.execute(kysely);
		},
		async close() {
			(await presence)?.close();
			await kysely.destroy();
		},
	};
}

async function connect(url: string, limits: PoolConfig): Promise<{ pool: Pool; kysely: Kysely<Tables> }> {
	const pool = openPool({ ...POOL, ...limits, connectionString: url });
	const kysely = new Kysely<Tables>({ dialect: new Dialect({ pool: reportingPool(pool) }) });
	try {
		await migrate(kysely, "postgres");
		return { pool, kysely };
	} catch (error) {
		await pool.end();
		throw error;
	}
}

/** `migrate` has its own lock, because Kysely's session lock outlives a failed transaction and fails behind poolers. */
class UnlockedPostgresAdapter extends PostgresAdapter {
	override async acquireMigrationLock(): Promise<void> {
		// held already
	}
	override async releaseMigrationLock(): Promise<void> {
		// ends with the transaction
	}
}

class Dialect extends PostgresDialect {
	override createAdapter(): UnlockedPostgresAdapter {
		return new UnlockedPostgresAdapter();
	}
}

function openPool(settings: PoolConfig): Pool {
	const pool = new Pool(settings);
	// The pool replaces broken connections and their statements get the error. Without listeners the process would end.
	pool.on("error", () => {});
	pool.on("connect", (client) => client.on("error", () => {}));
	return pool;
}

function isSettingRefused(error: unknown): boolean {
	const cause = error instanceof Failure ? error.cause : error;
	return cause instanceof DatabaseError && cause.code === SETTING_REFUSED;
}

/** Without user and password; empty for a URL that may be misparsed. */
function placeOf(url: string): string {
	const read = URL.canParse(url) ? new URL(url) : undefined;
	if (read === undefined || /[@#]/.test(read.pathname + read.search + read.hash)) return "of DATABASE_URL";
	return `${read.host}${read.pathname}`;
}

/** Maps connection errors and timeouts to Failure `store-unavailable`. */
function reportingPool(pool: Pool): PostgresPool {
	return {
		options: pool.options,
		end: () => pool.end(),
		async connect() {
			const client = await pool.connect().catch((error: unknown) => {
				throw storeUnavailable(error, connectionFault(error));
			});
			let broken = false;
			const query = async (text: string, parameters: unknown[]) => {
				try {
					return await client.query(text, parameters);
				} catch (error) {
					if (error instanceof DatabaseError) throw postgresFailure(error);
					// A late response would be taken for that of the next statement.
					broken = true;
					throw error instanceof TypeError ? error : storeUnavailable(error, connectionFault(error));
				}
			};
			const release = (destroy?: boolean) => client.release(destroy === true || broken);
			return { query, release } as unknown as PostgresPoolClient;
		},
	};
}

async function presenceOf(pool: Pool): Promise<Presence> {
	const presence = new PostgresPresence(pool);
	await presence.hold();
	return presence;
}
