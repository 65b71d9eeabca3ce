import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { tryLockFile } from "./locks.ts";

/**
 * Tells the others on a store that this process still runs, and this one whether they do. What is asked is the operating
 * system, or Postgres, which notice the end of a process however it ends; no clock and no process number is.
 */
export interface Presence {
	/** A name for the owner of a lease: unlike all others, and it says which process it belongs to. */
	newOwner(): string;
	/** Whether the process of an owner has certainly ended. In doubt it has not: then its lease expires. */
	isGone(owner: string): boolean | Promise<boolean>;
	close(): void;
}

/** Of a process that the others can learn nothing of: its leases expire. */
export const UNKNOWN_PRESENCE: Presence = { newOwner: () => randomUUID(), isGone: () => false, close: () => {} };

/** `<process>/<lease>`; owners without a process were named by `UNKNOWN_PRESENCE`. */
const OWNER = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/./;

/** Id of the process of an owner, where that is not this one. */
function otherProcess(owner: string, own: string): string | undefined {
	const process = OWNER.exec(owner)?.[1];
	return process === own ? undefined : process;
}

const YOUNG_MS = 60_000;

/**
 * A file for each process, locked as long as it runs. Processes in different containers see each other's, where they share
 * the folder; their process numbers would tell them nothing.
 */
export class FilePresence implements Presence {
	readonly #folder: string;
	readonly #id = randomUUID();
	readonly #release: () => void;

	/** @param folder is created; those who share a store share it */
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

/** Sets our advisory locks apart from others' in the same database. */
const LOCK_SPACE = 0x51_67_68_74;
/** A connection that was lost is made anew after so long. */
const RETRY_MS = 1_000;

/** A lock in Postgres for each process, held by a connection that stays open: the pool has one less for other work. */
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

/** Within one session a lock could be had twice: the table of locks is looked at instead. */
async function hasNoLock(pool: Pool, id: string): Promise<boolean> {
	const { rowCount } = await pool.query(
		`select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1 and objid = $2
			and database = (select oid from pg_database where datname = current_database())`,
		[LOCK_SPACE, lockNumber(id)],
	);
	return rowCount === 0;
}

/** Of two processes with one number, the one that has ended seems to run until the other ends. */
function lockNumber(id: string): number {
	return Number.parseInt(id.slice(0, 8), 16) & 0x7fffffff;
}
