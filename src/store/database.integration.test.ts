import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { sql } from "kysely";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { describe, expect, it } from "vitest";
import { describeDatabases, describePostgres } from "./database.testkit.ts";
import { openDatabase } from "./database.ts";

const RECEIPT = {
	id: "a".repeat(64),
	domain: "example.com",
	source: "network",
	mode: "light",
	audited_at: "2026-11-21T02:00:00.000Z",
	text: '{"domain":"例え.example"}',
	expires_ms: 1_800_000_000_123,
	held: 0,
};

describe("openDatabase", () => {
	describeDatabases(({ open, place }) => {
		it("round-trips texts, times and bytes", async () => {
			const database = await open();
			await database.ping();
			const packed = Uint8Array.from({ length: 256 }, (_, index) => index);
			await database.sql.insertInto("receipt").values(RECEIPT).execute();
			await database.sql.insertInto("evidence").values({ digest: "d", packed }).execute();
			const again = (await open()).sql;
			expect(await again.selectFrom("receipt").selectAll().execute()).toEqual([RECEIPT]);
			const evidence = await again.selectFrom("evidence").selectAll().executeTakeFirstOrThrow();
			expect(new Uint8Array(evidence.packed)).toEqual(packed);
			const { count } = await again
				.selectFrom("receipt")
				.select((build) => build.fn.countAll<number>().as("count"))
				.executeTakeFirstOrThrow();
			expect(count).toBe(1);
		});

		it("returns the number of changed rows, and returned rows", async () => {
			const { sql: database } = await open();
			await database.insertInto("receipt").values(RECEIPT).execute();
			const changed = await database.updateTable("receipt").set({ expires_ms: 1 }).executeTakeFirst();
			expect(changed.numUpdatedRows).toBe(1n);
			const ignored = await database
				.insertInto("receipt")
				.values(RECEIPT)
				.onConflict((conflict) => conflict.doNothing())
				.executeTakeFirst();
			expect(ignored.numInsertedOrUpdatedRows).toBe(0n);
			const gone = await database.deleteFrom("receipt").returning("id").execute();
			expect(gone).toEqual([{ id: RECEIPT.id }]);
		});

		it("refuses a second receipt of a series and time, and a value of another type", async () => {
			const { sql: database } = await open();
			await database.insertInto("receipt").values(RECEIPT).execute();
			await expect(
				database
					.insertInto("receipt")
					.values({ ...RECEIPT, id: "b" })
					.execute(),
			).rejects.toThrow(/unique/i);
			const late = { ...RECEIPT, id: "c", audited_at: "2026-11-22T02:00:00.000Z", expires_ms: "soon" as never };
			await expect(database.insertInto("receipt").values(late).execute()).rejects.toThrow(/integer|bigint/i);
			await expect(database.selectFrom("receipt").selectAll().execute()).resolves.toHaveLength(1);
		});

		it("compares texts byte by byte", async () => {
			const { sql: database } = await open();
			const digests = ["Z", "a", "é", "~"];
			for (const digest of digests) {
				await database.insertInto("evidence").values({ digest, packed: new Uint8Array() }).execute();
			}
			const rows = await database.selectFrom("evidence").select("digest").orderBy("digest").execute();
			expect(rows.map(({ digest }) => digest)).toEqual(["Z", "a", "~", "é"]);
		});

		it("rolls back a failed transaction", async () => {
			const { sql: database } = await open();
			const failing = database.transaction().execute(async (transaction) => {
				await transaction.insertInto("receipt").values(RECEIPT).execute();
				throw new Error("after all not");
			});
			await expect(failing).rejects.toThrow("after all not");
			expect(await database.selectFrom("receipt").selectAll().execute()).toEqual([]);
		});

		it("serializes transactions of 2 connections, without a lost update", async () => {
			const both = [await open(), await open()];
			await both[0]?.sql
				.insertInto("receipt")
				.values({ ...RECEIPT, expires_ms: 0 })
				.execute();
			const add = (database: (typeof both)[number]) =>
				database.sql.transaction().execute(async (transaction) => {
					const row = await transaction
						.selectFrom("receipt")
						.select("expires_ms")
						.$if(database.kind === "postgres", (query) => query.forUpdate())
						.executeTakeFirstOrThrow();
					await new Promise((resolve) => setTimeout(resolve, 5));
					await transaction
						.updateTable("receipt")
						.set({ expires_ms: row.expires_ms + 1 })
						.execute();
				});
			await Promise.all(Array.from({ length: 10 }, () => both.map(add)).flat());
			const end = await both[0]?.sql.selectFrom("receipt").select("expires_ms").executeTakeFirst();
			expect(end).toEqual({ expires_ms: 20 });
		});

		it("migrates once when processes start at the same time", async () => {
			const where = await place();
			const script = `const { openDatabase } = await import(${JSON.stringify(new URL("database.ts", import.meta.url).href)});
for (const opened of await Promise.all([1, 2].map(() => openDatabase(${JSON.stringify(where)})))) { await opened.ping(); await opened.close(); }`;
			const start = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
			await Promise.all([start(), start(), start()]);
			const database = await open();
			const names = await sql<{ name: string }>`select name from kysely_migration`.execute(database.sql);
			const alone = await sql<{ name: string }>`select name from kysely_migration`.execute((await open("alone")).sql);
			expect(names.rows).toEqual(alone.rows);
			expect(names.rows).toContainEqual({ name: "001-tables" });
		});

		it("is not opened by an older version", async () => {
			await place();
			const { sql: database } = await open();
			const later = { name: "900-later", timestamp: "2026-12-01T00:00:00.000Z" };
			await sql`insert into kysely_migration (name, timestamp) values (${later.name}, ${later.timestamp})`.execute(
				database,
			);
			await expect(open()).rejects.toMatchObject({
				code: "store-unavailable",
				message: expect.stringMatching(/cannot be opened\. A newer version .* Start that version/),
			});
		});
	});

	it("says which file cannot be opened, and why", async () => {
		const folder = await mkdtemp(join(tmpdir(), "sightline-live-"));
		const file = join(folder, "live.sqlite");
		await writeFile(file, "this is no database, however long one may look at it".repeat(40));
		const words = {
			code: "store-unavailable",
			message: expect.stringMatching(/live\.sqlite cannot be opened\..*not a database/),
		};
		await expect(openDatabase({ file })).rejects.toMatchObject(words);
		await expect(openDatabase({ file: join(file, "below") })).rejects.toMatchObject({ code: "store-unavailable" });
		await rm(folder, { recursive: true });
	});

	it.each([
		["postgres://me:secret@127.0.0.1:1/db", /127\.0\.0\.1:1\/db cannot be opened.*ECONNREFUSED/],
		["postgres://me:secret#word@127.0.0.1:1/db", /of DATABASE_URL cannot be opened/],
		["postgres://me:12/secret@x@127.0.0.1:1/db", /of DATABASE_URL cannot be opened/],
	])("tells of %s without its password", async (url, words) => {
		const failure = await openDatabase({ url, file: "" }).catch((error: unknown) => error);
		expect(failure).toMatchObject({ code: "store-unavailable", message: expect.stringMatching(words) });
		expect(inspect(failure, { depth: 9 })).not.toContain("secret");
	});

	describePostgres((postgres) => {
		it("has the table in which rate-limiter-flexible counts", async () => {
			const database = await openDatabase({ url: await postgres.fresh(), file: "" });
			if (database.pool === undefined) throw new Error("no pool");
			const counter = new RateLimiterPostgres({
				storeClient: database.pool,
				tableName: "rate_limit",
				tableCreated: true,
				points: 2,
				duration: 60,
			});
			await counter.consume("me");
			expect(await counter.consume("me")).toMatchObject({ consumedPoints: 2, remainingPoints: 0 });
			await expect(counter.consume("me")).rejects.toMatchObject({ consumedPoints: 3 });
			await database.close();
		});

		it("fails with store-unavailable when the password is wrong or the database missing", async () => {
			const url = await postgres.fresh();
			const wrong = openDatabase({ url: url.replace("not-in-messages", "guessed"), file: "" });
			await expect(wrong).rejects.toMatchObject({
				code: "store-unavailable",
				message: expect.stringMatching(/password authentication failed/),
			});
			const missing = openDatabase({ url: `${url}_not`, file: "" });
			await expect(missing).rejects.toMatchObject({ message: expect.stringMatching(/does not exist/) });
		});
	});
});
