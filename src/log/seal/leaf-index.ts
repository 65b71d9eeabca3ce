import { rmSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ReceiptLeaf } from "#core/verification.ts";
import { isReceiptLeaf, type Leaf, type ListLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import type { TreeHead } from "#log/tlog/merkle.ts";
import { TILE_WIDTH } from "#log/tlog/tiles.ts";
import { openSqliteFile, transaction } from "#store/sqlite-file.ts";
import { checkBundle, isPrefix, readEntries } from "./log-folder.ts";

export interface SealedFile {
	/** Size, times and inode. An equal stamp means an unchanged file. */
	readonly stamp: string;
	readonly digest: string;
}

const VERSION = 2;
const SCHEMA = `
CREATE TABLE IF NOT EXISTS head (only INTEGER PRIMARY KEY CHECK (only = 1), size INTEGER NOT NULL, root BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS leaf (
	receipt BLOB NOT NULL, kind INTEGER NOT NULL, at INTEGER NOT NULL, position INTEGER NOT NULL,
	PRIMARY KEY (receipt, kind, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS list (
	position INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, size INTEGER NOT NULL, at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS list_by_name ON list (name, position);
CREATE TABLE IF NOT EXISTS file (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
`;
const KINDS = { audit: 0, recheck: 1 } as const;

/** A local cache, rebuilt from the log if it is damaged, of another version or of another log. */
export class LeafIndex {
	readonly #database: DatabaseSync;
	// Prepared once, because a seal runs them for every receipt.
	readonly #leafAt: StatementSync;
	readonly #auditOf: StatementSync;
	readonly #fileOf: StatementSync;

	constructor(path: string) {
		this.#database = openSound(path);
		this.#leafAt = this.#database.prepare("SELECT position FROM leaf WHERE receipt = ? AND kind = ? AND at = ?");
		this.#auditOf = this.#database.prepare(
			`SELECT position FROM leaf WHERE receipt = ? AND kind = ${KINDS.audit} LIMIT 1`,
		);
		this.#fileOf = this.#database.prepare("SELECT stamp, digest FROM file WHERE name = ?");
	}

	/** @throws Failure `log-malformed`, `log-inconsistent` for an entry that is not our leaf or has a wrong hash */
	async catchUp(directory: string, published: TreeHead): Promise<void> {
		const known = this.#head();
		if (known && !(await isPrefix(directory, known, published)))
			transaction(this.#database, () =>
				this.#database.exec("DELETE FROM head; DELETE FROM leaf; DELETE FROM list; DELETE FROM file"),
			);
		const from = this.#head()?.size ?? 0;
		const leaves = [];
		for await (const { first, entries } of readEntries(directory, from, published.size)) {
			const bundle = Math.floor(first / TILE_WIDTH);
			await checkBundle(directory, bundle, first + entries.length - bundle * TILE_WIDTH);
			leaves.push(...entries.map(parseLeaf));
		}
		if (leaves.length > 0) this.advance(published, leaves);
	}

	advance({ size, root }: TreeHead, leaves: readonly Leaf[]): void {
		const first = this.#head()?.size ?? 0;
		if (first + leaves.length !== size) throw new RangeError(`${first} and ${leaves.length} leaves are not ${size}.`);
		const database = this.#database;
		transaction(database, () => {
			// For a duplicate leaf, keep the first position.
			const insert = database.prepare("INSERT OR IGNORE INTO leaf (receipt, kind, at, position) VALUES (?, ?, ?, ?)");
			const bind = database.prepare("INSERT INTO list (position, name, digest, size, at) VALUES (?, ?, ?, ?, ?)");
			for (const [at, leaf] of leaves.entries())
				if (isReceiptLeaf(leaf))
					insert.run(Buffer.from(leaf.receipt, "hex"), KINDS[leaf.kind], Date.parse(leaf.auditedAt), first + at);
				else bind.run(first + at, leaf.name, leaf.digest, leaf.size, leaf.at);
			database.prepare("INSERT OR REPLACE INTO head (only, size, root) VALUES (1, ?, ?)").run(size, root);
		});
	}

	#head(): TreeHead | undefined {
		const row = this.#database.prepare("SELECT size, root FROM head").get();
		return row && { size: Number(row.size), root: Uint8Array.from(row.root as Uint8Array) };
	}

	position({ receipt, kind, auditedAt }: ReceiptLeaf): number | undefined {
		const row = this.#leafAt.get(Buffer.from(receipt, "hex"), KINDS[kind], Date.parse(auditedAt));
		return row && Number(row.position);
	}

	hasAudit(receipt: string): boolean {
		return this.auditPosition(receipt) !== undefined;
	}

	auditPosition(receipt: string): number | undefined {
		const row = this.#auditOf.get(Buffer.from(receipt, "hex"));
		return row && Number(row.position);
	}

	audits() {
		const rows = this.#database.prepare(`SELECT receipt, at, position FROM leaf WHERE kind = ${KINDS.audit}`).all();
		return rows.map(({ receipt, at, position }) => ({
			receipt: Buffer.from(receipt as Uint8Array).toString("hex"),
			auditedAt: new Date(Number(at)).toISOString(),
			position: Number(position),
		}));
	}

	/** Date of the last receipt leaf. */
	lastMoment(): string | undefined {
		const row = this.#database.prepare("SELECT at FROM leaf ORDER BY position DESC LIMIT 1").get();
		return row && new Date(Number(row.at)).toISOString();
	}

	/** The newest leaf that binds a file of this name. */
	listLeaf(name: string): ListLeaf | undefined {
		return this.#lists("name = ?", name);
	}

	newestList(prefix: string): ListLeaf | undefined {
		return this.#lists("substr(name, 1, ?) = ?", prefix.length, prefix);
	}

	#lists(where: string, ...values: readonly (string | number)[]): ListLeaf | undefined {
		const newest = `SELECT name, digest, size, at FROM list WHERE ${where} ORDER BY position DESC LIMIT 1`;
		const row = this.#database.prepare(newest).get(...values);
		if (!row) return undefined;
		const { name, digest, size, at } = row;
		return { kind: "list", name: String(name), digest: String(digest), size: Number(size), at: String(at) };
	}

	/** Knows only files that were read in full without skipping anything. */
	file(name: string): SealedFile | undefined {
		const row = this.#fileOf.get(name);
		return row && { stamp: String(row.stamp), digest: String(row.digest) };
	}

	/** Remembers files and forgets deleted ones, so that no name of a removed receipt is left. */
	keepFiles(files: ReadonlyMap<string, SealedFile>, names: Iterable<string>): void {
		const [database, there] = [this.#database, new Set(names)];
		transaction(database, () => {
			const keep = database.prepare("INSERT OR REPLACE INTO file (name, stamp, digest) VALUES (?, ?, ?)");
			for (const [name, { stamp, digest }] of files) keep.run(name, stamp, digest);
			const forget = database.prepare("DELETE FROM file WHERE name = ?");
			for (const { name = "" } of database.prepare("SELECT name FROM file").all())
				if (!there.has(String(name))) forget.run(name);
		});
	}

	close(): void {
		this.#database.close();
	}
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

function openSound(path: string): DatabaseSync {
	const database = openKnown(path);
	if (database) return database;
	for (const each of [path, `${path}-wal`, `${path}-shm`]) rmSync(each, { force: true });
	const fresh = openKnown(path);
	if (fresh) return fresh;
	throw new Error(`No index can be made at ${path}.`);
}

function openKnown(path: string): DatabaseSync | undefined {
	let database: DatabaseSync | undefined;
	try {
		database = openSqliteFile(path);
		const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
		const sound = database.prepare("PRAGMA quick_check(1)").get()?.quick_check === "ok";
		if (sound && (version === 0 || version === VERSION)) {
			// Not durable: after a power loss, the cache is rebuilt from the log.
			database.exec(`PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; ${SCHEMA}`);
			return database;
		}
	} catch (error) {
		if (!(error instanceof Error && "errcode" in error && DAMAGED.has(error.errcode))) throw error;
	}
	database?.close();
	return undefined;
}
