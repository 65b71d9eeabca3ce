import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { tryLockFile } from "./locks.ts";

/** Uses the operating system or Postgres, which notice every end of a process, unlike clocks and process ids. */
export interface Presence {
	/** Unique; identifies the process. */
	newOwner(): string;
	/** False in doubt; then the lease expires. */
	isGone(owner: string): boolean | Promise<boolean>;
	close(): void;
}

/** For processes without a detectable end: their leases expire. */
export const UNKNOWN_PRESENCE: Presence = { newOwner: () => randomUUID(), isGone: () => false, close: () => {} };

/** `<process>/<lease>`; owners of `UNKNOWN_PRESENCE` have no process. */
const OWNER = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/./;

function otherProcess(owner: string, own: string): string | undefined {
	const process = OWNER.exec(owner)?.[1];
	return process === own ? undefined : process;
}

const YOUNG_MS = 60_000;

/** A locked file per process, which works across containers that share the folder, unlike process ids. */
export class FilePresence implements Presence {
	readonly #folder: string;
	readonly #id = randomUUID();
	readonly #release: () => void;

	/** @param folder created if needed; shared by processes on one store */
	constructor(folder: string) {
		this.#folder = folder;
		mkdirSync(folder, { recursive: true });
		removeEnded(folder);
		const path = join(folder, this.#id);
		const release = tryLockFile(path);
		if (!release) throw new Error(`The new file ${path} is locked.`);
		this.#release = release;
	}

	newOwner(): string {
		return `${this.#id}/${randomUUID()}`;
	}

	isGone(owner: string): boolean {
		const process = otherProcess(owner, this.#id);
		return process !== undefined && hasEnded(join(this.#folder, process));
	}

	close(): void {
		this.#release();
		rmSync(join(this.#folder, this.#id), { force: true });
	}
}

function hasEnded(path: string): boolean {
	if (!existsSync(path)) return true;
	try {
		const release = tryLockFile(path);
		release?.();
		return release !== undefined;
	} catch {
		// It belongs to another user.
		return false;
	}
}

function removeEnded(folder: string): void {
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
		if (made === undefined || Date.now() - made < YOUNG_MS) continue;
		if (hasEnded(path)) rmSync(path, { force: true });
	}
}

/** Namespace of our advisory locks in the database. */
const LOCK_SPACE = 0x51_67_68_74;
const RETRY_MS = 1_000;

/** Held by an open connection, which the pool then lacks for other work. */
export class PostgresPresence implements Presence {
	readonly #pool: Pool;
	readonly #id = randomUUID();
	#held: PoolClient | undefined;
	#closed = false;

	constructor(pool: Pool) {
		this.#pool = pool;
	}

	async hold(): Promise<void> {
		const client = await this.#pool.connect();
		client.once("end", () => {
			if (this.#held !== client) return;
			this.#held = undefined;
			client.release(true);
			this.#retry();
		});
		try {
			await client.query("select pg_advisory_lock($1, $2)", [LOCK_SPACE, lockNumber(this.#id)]);
		} catch (error) {
			client.release(true);
			throw error;
		}
		if (this.#closed) client.release(true);
		else this.#held = client;
	}

	#retry(): void {
		const again = () => (this.#closed ? undefined : this.hold().catch(() => this.#retry()));
		setTimeout(again, RETRY_MS).unref();
	}

	newOwner(): string {
		return `${this.#id}/${randomUUID()}`;
	}

	async isGone(owner: string): Promise<boolean> {
		const process = otherProcess(owner, this.#id);
		return process !== undefined && (await hasNoLock(this.#pool, process).catch(() => false));
	}

	close(): void {
		this.#closed = true;
		const client = this.#held;
		this.#held = undefined;
		client?.release(true);
	}
}

/** Queries the table of locks, because a session can take its own lock twice. */
async function hasNoLock(pool: Pool, id: string): Promise<boolean> {
	const { rowCount } = await pool.query(
		`select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1 and objid = $2
			and database = (select oid from pg_database where datname = current_database())`,
		[LOCK_SPACE, lockNumber(id)],
	);
	return rowCount === 0;
}

/** If 2 processes share a number, a dead one seems alive until the other ends. */
function lockNumber(id: string): number {
	return Number.parseInt(id.slice(0, 8), 16) & 0x7fffffff;
}
