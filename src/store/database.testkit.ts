import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, inject } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { type Databases, startPostgres, type TestPostgres, whyNoPostgres } from "./postgres.testkit.ts";

/** What `openDatabase` takes. */
export type Place = Parameters<typeof openDatabase>[0];

/** Databases of one test. The same name (`main` by default) opens the same database through another connection. */
export interface TestDatabases {
	/** Closed when the test ends. */
	open(name?: string): Promise<Database>;
	/** For other processes to open; has no tables unless it was opened before. */
	place(name?: string): Promise<Place>;
}

/** Runs a suite on SQLite and on Postgres, on fresh databases for every test. */
export function describeDatabases(suite: (databases: TestDatabases) => void): void {
	describe("on SQLite", () => {
		let folder = "";
		beforeAll(async () => {
			folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
		});
		afterAll(() => rm(folder, { recursive: true, force: true }));
		let files = 0;
		const fresh = async () => ({ file: join(folder, `${++files}`, "live.sqlite") });
		let pattern: Promise<string> | undefined;
		const migrated = async () => {
			pattern ??= fresh().then(migrate);
			const place = await fresh();
			await mkdir(dirname(place.file));
			await copyFile(await pattern, place.file);
			return place;
		};
		suite(perTest({ fresh, migrated }));
	});
	const placeOf = (url: string) => ({ url, file: "" });
	describePostgres(({ fresh }) =>
		suite(
			perTest({
				fresh: async () => placeOf(await fresh()),
				migrated: async () => placeOf(await askForDatabase("migrated")),
				empty: emptyTables,
			}),
		),
	);
}

/** Migrates once, because copying is much faster. */
async function migrate({ file }: { readonly file: string }): Promise<string> {
	await (await openDatabase({ file, url: undefined })).close();
	return file;
}

/** Runs a suite on the test run's Postgres server; skips it with a message if there is none. */
export function describePostgres(suite: (postgres: Databases) => void): void {
	const copy = (address: string) => askForDatabase(`copy/${encodeURIComponent(address)}`);
	describeIfPostgres(() => suite({ fresh: freshDatabase, copy }));
}

/** Runs a suite on a separate Postgres server, which it may stop and start. */
export function describeOwnPostgres(suite: (postgres: TestPostgres) => void): void {
	describeIfPostgres(() => {
		let server: TestPostgres;
		beforeAll(async () => {
			server = await startPostgres();
		}, 60_000);
		afterAll(() => server.end(), 60_000);
		suite({
			fresh: () => server.fresh(),
			copy: (address) => server.copy(address),
			stop: () => server.stop(),
			start: () => server.start(),
			end: () => server.end(),
		});
	});
}

function describeIfPostgres(suite: () => void): void {
	const missing = whyNoPostgres();
	describe.skipIf(missing)(`on Postgres${missing ? ` (skipped: ${missing})` : ""}`, suite);
}

/** An empty database on the test run's server, which starts lazily (shared-postgres.testkit.ts). */
export function freshDatabase(): Promise<string> {
	return askForDatabase("");
}

async function askForDatabase(path: "" | "migrated" | `copy/${string}`): Promise<string> {
	const response = await fetch(inject("sharedPostgres") + path, { method: "POST" });
	const text = await response.text();
	if (!response.ok) throw new Error(text);
	return text;
}

interface Places {
	fresh(): Promise<Place>;
	/** Creates one with our tables, faster than by migrating. */
	migrated(): Promise<Place>;
	/** Empties a used database; undefined if creating a new one is as fast. */
	readonly empty?: (left: Place) => Promise<Place>;
}

function perTest({ fresh, migrated, empty }: Places): TestDatabases {
	const places = new Map<string, Promise<Place>>();
	/** Names that other processes may know. */
	const given = new Set<string>();
	const opened: Database[] = [];
	/** Databases of earlier tests, to be emptied. */
	const left: Place[] = [];
	afterEach(async () => {
		for (const database of opened.splice(0)) await database.close();
		if (empty) for (const [name, place] of places) if (!given.has(name)) left.push(await place);
		places.clear();
		given.clear();
	});
	const known = (name: string, make: () => Promise<Place>) => {
		const found = places.get(name) ?? make();
		places.set(name, found);
		return found;
	};
	const place = (name = "main") => {
		given.add(name);
		return known(name, fresh);
	};
	const emptied = () => {
		const used = left.pop();
		return used && empty ? empty(used) : migrated();
	};
	const open = async (name = "main") => {
		const database = await openDatabase(await known(name, emptied));
		opened.push(database);
		return database;
	};
	return { open, place };
}

/** Deletes all rows, which is much faster in Postgres than creating a database or truncating tables. */
async function emptyTables(left: Place): Promise<Place> {
	const client = new Client({ connectionString: left.url });
	await client.connect();
	const { rows } = await client.query(
		"select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
	);
	await client.query(rows.map(({ name }) => `delete from "${name}"`).join("; "));
	await client.end();
	return left;
}
