import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "#store/database.ts";
import { sightline } from "#test/e2e/process.testkit.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-backup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const data = () => join(folder, "data");
const live = () => ({ file: join(data(), "live.sqlite") });
const backUp = (target: string, environment: Record<string, string> = {}) =>
	sightline(["backup", target], {
		SIGHTLINE_DATA: data(),
		DATABASE_URL: "",
		...environment,
	});

/** Writes like a server: a receipt and its submission per transaction, as fast as possible, reporting each one. */
const WRITER = `
const { openDatabase } = await import(${JSON.stringify(new URL("../store/database.ts", import.meta.url).href)});
const { sql } = await openDatabase({ file: process.argv[1] });
for (let count = 1; ; count++) {
	const id = String(count).padStart(64, "0");
	const audited_at = new Date(count).toISOString();
	await sql.transaction().execute(async (transaction) => {
		await transaction.insertInto("receipt").values({
			id, domain: "example.com", source: "network", mode: "light", audited_at, text: "x".repeat(20_000), expires_ms: 1,
		}).execute();
		await transaction.insertInto("submission").values({
			receipt: id, kind: "audit", audited_at, submitted_ms: count, leaf_index: null,
		}).execute();
	});
	process.stdout.write(count + "\\n");
}`;

async function startWriter() {
	const writer = spawn(process.execPath, ["--input-type=module", "-e", WRITER, live().file], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	let last = 0;
	writer.stdout.on("data", (chunk) => {
		last = Number(String(chunk).trim().split("\n").at(-1));
	});
	const reaches = async (count: number) => {
		while (last < count) await once(writer.stdout, "data");
	};
	await reaches(100);
	return {
		last: () => last,
		reaches,
		async kill() {
			writer.kill("SIGKILL");
			await once(writer, "exit");
		},
	};
}

describe("npm run backup", () => {
	it("copies a consistent snapshot while a server writes, which can be restored", async () => {
		const writer = await startWriter();
		const target = join(folder, "copy.sqlite");
		const before = writer.last();
		const { code, stdout, stderr } = await backUp(target);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect((await stat(target)).mode & 0o777).toBe(0o600);
		const copied = Number(/Copied ([\d,]+) receipts/.exec(stdout)?.[1]?.replaceAll(",", ""));
		expect(copied).toBeGreaterThanOrEqual(before);
		await writer.reaches(writer.last() + 20);
		await writer.kill();

		// Restore: the server has stopped; replace the old files with the copy.
		for (const name of await readdir(data())) await rm(join(data(), name));
		await copyFile(target, live().file);
		const { sql: restored, ping, close } = await openDatabase(live());
		await ping();
		const rows = await restored.selectFrom("receipt").select("id").execute();
		expect(rows).toHaveLength(copied);
		const pairs = restored.selectFrom("receipt").innerJoin("submission", "submission.receipt", "receipt.id");
		expect(await pairs.select("id").execute()).toHaveLength(copied);
		expect((await sql`pragma integrity_check`.execute(restored)).rows).toEqual([{ integrity_check: "ok" }]);
		await restored
			.insertInto("evidence")
			.values({ digest: "after", packed: new Uint8Array(1) })
			.execute();
		await close();
	}, 60_000);

	it("never overwrites a file, and leaves no temporary files", async () => {
		await (await openDatabase(live())).close();
		const target = join(folder, "copy.sqlite");
		await writeFile(target, "yesterday's");
		const { code, stderr } = await backUp(target);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/copy\.sqlite already exists/) });
		expect((await readdir(folder)).sort()).toEqual(["copy.sqlite", "data"]);
	});

	it("refuses a damaged store and leaves no copy", async () => {
		const { sql: database, close } = await openDatabase(live());
		await database
			.insertInto("evidence")
			.values({ digest: "d", packed: new Uint8Array(200_000) })
			.execute();
		await close();
		await mkdir(join(folder, "out"));
		const file = await open(live().file, "r+");
		await file.write(Buffer.alloc(60_000, 7), 0, 60_000, 4096);
		await file.close();
		const { code, stderr } = await backUp(join(folder, "out", "copy.sqlite"));
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/could not be copied\. Reason: /) });
		expect(await readdir(join(folder, "out"))).toEqual([]);
	});

	it("reports that there is nothing to copy", async () => {
		const { code, stderr } = await backUp(join(folder, "copy.sqlite"));
		expect({ code, stderr }).toEqual({
			code: 2,
			stderr: expect.stringMatching(/There is no live store at .*live\.sqlite/),
		});
	});

	it("prints the command for Postgres without the password", async () => {
		const DATABASE_URL = "postgres://me:secret@db.example.com/sightline";
		const { code, stdout, stderr } = await backUp(join(folder, "a b.dump"), { DATABASE_URL });
		expect(code).toBe(2);
		expect(stderr).toContain(`pg_dump --format=custom --no-owner --file='${join(folder, "a b.dump")}' "$DATABASE_URL"`);
		expect(stdout + stderr).not.toContain("secret");
	});
});
