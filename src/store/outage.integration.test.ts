import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { describeOwnPostgres } from "./database.testkit.ts";
import { openDatabase } from "./database.ts";
import { openPostgresProxy } from "./postgres-proxy.testkit.ts";
import { openSqliteFile } from "./sqlite-file.ts";

const UNAVAILABLE = { code: "store-unavailable" };

describeOwnPostgres((postgres) => {
	it("fails with store-unavailable while the server is down, and recovers", async () => {
		const database = await openDatabase({ url: await postgres.fresh(), file: "" });
		const row = { digest: "before", packed: new Uint8Array([1]) };
		await database.sql.insertInto("evidence").values(row).execute();
		await database.ping();
		await postgres.stop();
		await expect(database.ping()).rejects.toMatchObject(UNAVAILABLE);
		const failure = await database.sql.selectFrom("evidence").selectAll().execute().catch(String);
		expect(failure).toMatch(/does not respond\. Reason: ECONNREFUSED\./);
		expect(failure, "neither host nor user").not.toMatch(/127\.0\.0\.1|sightline/);
		await postgres.start();
		await database.ping();
		expect(await database.sql.selectFrom("evidence").select("digest").execute()).toEqual([{ digest: "before" }]);
		await database.close();
	});

	it("loses only the transaction that the shutdown interrupts", async () => {
		const database = await openDatabase({ url: await postgres.fresh(), file: "" });
		const broken = database.sql.transaction().execute(async (transaction) => {
			const row = { digest: "never", packed: new Uint8Array([1]) };
			await transaction.insertInto("evidence").values(row).execute();
			// The connection breaks while no query is pending.
			await postgres.stop();
			await pause(100);
			await transaction
				.insertInto("evidence")
				.values({ ...row, digest: "neither" })
				.execute();
		});
		await expect(broken).rejects.toMatchObject(UNAVAILABLE);
		await postgres.start();
		expect(await database.sql.selectFrom("evidence").select("digest").execute()).toEqual([]);
		await database.close();
	});

	it("times out a slow statement, and continues", async () => {
		const database = await openDatabase({ url: `${await postgres.fresh()}?statement_timeout=100`, file: "" });
		await expect(sql`select pg_sleep(5)`.execute(database.sql)).rejects.toMatchObject(UNAVAILABLE);
		await database.ping();
		await database.close();
	});

	it("distinguishes a statement error from an outage", async () => {
		const database = await openDatabase({ url: await postgres.fresh(), file: "" });
		await expect(sql`select nonsense`.execute(database.sql)).rejects.toMatchObject({ code: "42703" });
		await database.close();
	});

	it("times out on a silent server, and never mixes up a late response", async () => {
		const proxy = await openPostgresProxy(await postgres.fresh());
		const database = await openDatabase({ url: `${proxy.url}?query_timeout=300`, file: "" });
		await database.ping();
		proxy.fallSilent();
		await expect(sql`select 1 as "one"`.execute(database.sql)).rejects.toMatchObject(UNAVAILABLE);
		proxy.recover();
		expect((await sql`select 2 as "two"`.execute(database.sql)).rows).toEqual([{ two: 2 }]);
		await database.close();
		await proxy.close();
	});

	it("opens through a pooler that refuses settings", async () => {
		const proxy = await openPostgresProxy(await postgres.fresh(), "statement_timeout");
		const database = await openDatabase({ url: proxy.url, file: "" });
		await database.ping();
		await database.close();
		await proxy.close();
	});
});

describe("on SQLite", () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it("waits for another process's transaction without blocking its own, with a timeout", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
		const file = join(folder, "live.sqlite");
		const database = await openDatabase({ file });
		const other = openSqliteFile(file);
		const write = () => database.sql.deleteFrom("evidence").execute();
		other.exec("BEGIN IMMEDIATE");
		setTimeout(() => other.exec("COMMIT"), 50);
		await write();

		other.exec("BEGIN IMMEDIATE");
		vi.useFakeTimers({ toFake: ["performance"] });
		const late = expect(write()).rejects.toMatchObject({
			...UNAVAILABLE,
			message: expect.stringMatching(/another process locked the file/),
		});
		await pause(50);
		vi.advanceTimersByTime(6000);
		await late;
		await database.ping();
		other.exec("ROLLBACK");
		other.close();
		await write();
		await database.close();
		await rm(folder, { recursive: true });
	});

	it("pings at once while a transaction waits for another process", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
		const file = join(folder, "live.sqlite");
		const database = await openDatabase({ file });
		const other = openSqliteFile(file);
		other.exec("BEGIN IMMEDIATE");
		const waiting = database.sql.transaction().execute((trx) => trx.deleteFrom("evidence").execute());
		await database.ping();
		other.exec("COMMIT");
		other.close();
		await waiting;
		await database.close();
		await expect(database.ping()).rejects.toThrow();
		await rm(folder, { recursive: true });
	});

	it("reports a full disk, and continues when there is room", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
		const database = await openDatabase({ file: join(folder, "live.sqlite") });
		const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.sql);
		await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(database.sql);
		const big = database.sql.transaction().execute(async (transaction) => {
			await transaction
				.insertInto("evidence")
				.values({ digest: "small", packed: new Uint8Array(1) })
				.execute();
			await transaction
				.insertInto("evidence")
				.values({ digest: "big", packed: new Uint8Array(1e6) })
				.execute();
		});
		await expect(big).rejects.toMatchObject({ ...UNAVAILABLE, message: expect.stringMatching(/disk is full/) });
		await database.sql
			.insertInto("evidence")
			.values({ digest: "next", packed: new Uint8Array(1) })
			.execute();
		expect(await database.sql.selectFrom("evidence").select("digest").execute()).toEqual([{ digest: "next" }]);
		await database.close();
		await rm(folder, { recursive: true });
	});
});
