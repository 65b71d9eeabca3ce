import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, inject } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { type Databases, startPostgres, type TestPostgres, whyNoPostgres } from "./postgres.testkit.ts";

/** What `openDatabase` takes. */
export type Place = Parameters<typeof openDatabase>[0];

/** Databases of one test. The same name is the same database, through another connection; without one it is `main`. */
export interface TestDatabases {
	/** Closed when the test ends. */
	open(name?: string): Promise<Database>;
	/** For another process to open: empty, unless it was opened before. */
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
		suite(perTest(fresh, fresh));
	});
	const placeOf = (url: string) => ({ url, file: "" });
	describePostgres(({ fresh }) =>
		suite(
			perTest(
				async () => placeOf(await fresh()),
				async () => placeOf(await askForDatabase("migrated")),
			),
		),
	);
}

/** Runs a suite on the Postgres server of the test run; skipped, and said so, where there is none. */
export function describePostgres(suite: (postgres: Pick<Databases, "fresh">) => void): void {
	describeIfPostgres(() => suite({ fresh: freshDatabase }));
}

/** Runs a suite beside a Postgres server of its own, which it may stop and start. */
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

/** An empty database on the server of the test run, which starts when the first test asks (shared-postgres.testkit.ts). */
export function freshDatabase(): Promise<string> {
	return askForDatabase("");
}

async function askForDatabase(path: "" | "migrated"): Promise<string> {
	const response = await fetch(inject("sharedPostgres") + path, { method: "POST" });
	const text = await response.text();
	if (!response.ok) throw new Error(text);
	return text;
}

/** @param migrated makes one with our tables, sooner than opening a fresh one would */
function perTest(fresh: () => Promise<Place>, migrated: () => Promise<Place>): TestDatabases {
	const places = new Map<string, Promise<Place>>();
	const opened: Database[] = [];
	afterEach(async () => {
		for (const database of opened.splice(0)) await database.close();
		places.clear();
	});
	const known = (name: string, make: () => Promise<Place>) => {
		const found = places.get(name) ?? make();
		places.set(name, found);
		return found;
	};
	const place = (name = "main") => known(name, fresh);
	const open = async (name = "main") => {
		const database = await openDatabase(await known(name, migrated));
		opened.push(database);
		return database;
	};
	return { open, place };
}
