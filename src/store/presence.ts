import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { tryLockFile } from "./file-lock.ts";

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

export interface FilePresence extends Presence {
	isGone(owner: string): boolean;
}

/** Of a process that the others can learn nothing of: its leases expire. */
export const UNKNOWN_PRESENCE: Presence = { newOwner: () => randomUUID(), isGone: () => false, close: () => {} };

/** `<process>/<lease>`; owners without a process were named by a version that knew none, or by `UNKNOWN_PRESENCE`. */
const OWNER = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/./;

function presenceOf<Ended extends boolean | Promise<boolean>>(
	id: string,
	hasEnded: (id: string) => Ended,
	close: () => void,
) {
	return {
		newOwner: () => `${id}/${randomUUID()}`,
		isGone(owner: string): Ended | false {
			const process = OWNER.exec(owner)?.[1];
			return process === undefined || process === id ? false : hasEnded(process);
		},
		close,
	};
}

/** Files that are being made are not locked yet. */
const YOUNG_MS = 60_000;

/**
 * A file for each process, locked as long as it runs. Processes in different containers see each other's, where they share
 * the folder; their process numbers would tell them nothing.
 * @param folder is created; those who share a store share it
 */
export function openFilePresence(folder: string): FilePresence {
	const pathOf = (id: string) => join(folder, id);
	mkdirSync(folder, { recursive: true });
	removeEnded(folder);
	const id = randomUUID();
	const release = tryLockFile(pathOf(id));
	if (!release) throw new Error(`The new file ${pathOf(id)} is locked.`);
	const close = () => {
		release();
		rmSync(pathOf(id), { force: true });
	};
	return presenceOf(id, (other) => hasEnded(pathOf(other)), close);
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

/** Of processes that were killed. */
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

/**
 * A lock in Postgres for each process, held by a connection that stays open.
 * @param pool keeps one connection less for other work until this is closed
 */
export async function openPostgresPresence(pool: Pool): Promise<Presence> {
	const id = randomUUID();
	let held: PoolClient | undefined;
	let closed = false;

	async function hold(): Promise<void> {
		const client = await pool.connect();
		client.once("end", () => {
			if (held !== client) return;
			held = undefined;
			client.release(true);
			retry();
		});
		try {
			await client.query("select pg_advisory_lock($1, $2)", [LOCK_SPACE, lockNumber(id)]);
		} catch (error) {
			client.release(true);
			throw error;
		}
		if (closed) client.release(true);
		else held = client;
	}

	function retry(): void {
		const again = () => (closed ? undefined : hold().catch(retry));
		setTimeout(again, RETRY_MS).unref();
	}

	await hold();
	return presenceOf(
		id,
		(other) => hasNoLock(pool, other).catch(() => false),
		() => {
			closed = true;
			const client = held;
			held = undefined;
			client?.release(true);
		},
	);
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
