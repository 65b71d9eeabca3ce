import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { openFleetQueue } from "#queue/fleet-queue.ts";
import { runLineSchema } from "#receipts/store/run-file.ts";
import { describeOwnPostgres } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { type Started, sightline, start } from "#test/e2e/process.testkit.ts";

const SITES = FULL ? 2_000 : 12;
const KILLS = FULL ? 20 : 1;
const WORKERS = FULL ? 3 : 2;
const PROCESS = fileURLToPath(new URL("fleet-process.testkit.ts", import.meta.url));

describeOwnPostgres((postgres) => {
	it(`audits ${SITES} sites once each, although workers are killed and the database restarts`, {
		timeout: 300_000,
	}, async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-fleet-"));
		const reports = join(root, "reports");
		await mkdir(reports);
		const domains = Array.from({ length: SITES }, (_, index) => `site-${index}.example.com`);
		const watchlist = join(reports, "watchlist.json");
		await writeFile(watchlist, JSON.stringify({ entries: domains.map((domain) => ({ domain })) }));
		const url = await postgres.fresh();
		const environment = { DATABASE_URL: url, SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: join(root, "data") };
		const alone = { DATABASE_URL: url, SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "none") };
		const startWorker = () => start([PROCESS, "worker"], alone);

		const night = start([PROCESS, "rescan", watchlist], environment);
		const workers: Started[] = Array.from({ length: WORKERS }, startWorker);
		const queue = await openFleetQueue(url);
		const done = async () => {
			const run = await queue.lastRun();
			return run === undefined ? 0 : (await queue.progress(run)).done;
		};
		try {
			for (let kill = 0; kill < KILLS; kill++) {
				// Spread over the whole night, each of the workers in turn.
				await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan((kill * SITES) / (KILLS + 1));
				await pause(100 * ((kill * 0.618) % 1));
				const killed = workers[kill % WORKERS];
				// One that was still starting when the database stopped has ended, and said so.
				const isKilled = killed?.child.kill("SIGKILL");
				if (!isKilled) expect((await killed?.ended)?.stderr).toMatch(/live store \S+ cannot be opened/);
				if (kill === Math.min(1, KILLS - 1)) await postgres.stop().then(() => postgres.start());
				workers[kill % WORKERS] = startWorker();
			}
			expect(await night.ended).toMatchObject({ code: 0, stderr: "" });
		} finally {
			for (const { child } of [...workers, night]) child.kill("SIGKILL");
			await queue.close();
		}

		const [file = ""] = await readdir(join(reports, "runs"));
		const text = await readFile(join(reports, "runs", file), "utf8");
		const lines = text
			.trim()
			.split("\n")
			.map((line) => runLineSchema.parse(JSON.parse(line)));
		expect(lines.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
		expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(["recorded"]));
		const db = await openDatabase({ url, file: "" });
		const receipts = await db.sql.selectFrom("watched_receipt").select(["id", "domain"]).execute();
		await db.close();
		expect(receipts.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
		expect(lines.map(({ receipt }) => receipt).toSorted()).toEqual(receipts.map(({ id }) => id).toSorted());
	});

	it("says which sites stay visible if the reports have no watchlist", async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-fleet-"));
		const list = join(root, "list.json");
		await writeFile(list, '{"entries": []}');
		const reports = join(root, "reports");
		const environment = { DATABASE_URL: await postgres.fresh(), SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: root };
		const { code, stderr } = await sightline(["rescan", "--watchlist", list], environment);
		expect([code, stderr]).toEqual([0, expect.stringMatching(/were not updated.*There is no .*watchlist\.json/)]);
	});
});
