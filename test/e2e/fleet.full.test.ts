import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "#store/database.testkit.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { inRepository, sightline } from "./process.testkit.ts";

const missing = whyNoTestInternet() ?? whyNoPostgres();
const HOME = `<!doctype html><html lang=en><title>A site</title><main><h1>A site</h1><p>${"Words of it. ".repeat(60)}</p></main></html>`;
const SITES = Array.from({ length: 9 }, (_, index) => `site-${index}.example.com`);
/** Requests of a light audit, as its help says. */
const MOST = 24;

describe.skipIf(missing !== undefined)(`a fleet${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it("shares a night: workers without reports, one visit per host, local folders", {
		timeout: 120_000,
	}, async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-fleet-"));
		const reports = join(root, "reports");
		await mkdir(join(reports, "built"), { recursive: true });
		await writeFile(join(reports, "built", "index.html"), HOME);
		const entries = SITES.map((domain, index) => (index === 0 ? { domain, preset: "docs" } : { domain }));
		const folder = { domain: "built.example.com", folder: "built" };
		await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries: [...entries, folder] }));
		const DATABASE_URL = await freshDatabase();
		const planner = {
			DATABASE_URL,
			SIGHTLINE_REPORTS: reports,
			SIGHTLINE_DATA: join(root, "data"),
			SIGHTLINE_CONCURRENCY: "1",
		};
		const elsewhere = { DATABASE_URL, SIGHTLINE_REPORTS: join(root, "none"), SIGHTLINE_DATA: join(root, "other") };
		// Slow enough that no machine finishes before the others start.
		const slow = { body: HOME, headers: { "content-type": "text/html" }, delayMs: 1_500 };
		const hosts = Object.fromEntries(SITES.map((domain) => [domain, { paths: { "/": slow } }]));
		const internet = await openTestInternet({ hosts });
		try {
			await internet.reach(Number(new URL(DATABASE_URL).port));
			const program = [process.execPath, inRepository("src/cli/sightline.ts")];
			const workers = [1, 2].map(() => internet.start([...program, "worker"], elsewhere));
			const night = await internet.start([...program, "rescan", "--json"], planner).ended;
			expect(night).toMatchObject({ code: 0, stderr: "" });
			const lines = night.stdout
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line));
			expect(lines.map(({ domain, status, ok }) => [domain, status, ok]).toSorted()).toEqual(
				[...SITES, "built.example.com"].map((domain) => [domain, "recorded", true]).toSorted(),
			);
			const events = await internet.events();
			for (const domain of SITES) {
				const asked = events.filter((event) => event.kind === "request" && event.host === domain);
				expect(asked.length, domain).toBeLessThanOrEqual(MOST);
				const robots = asked.filter((event) => event.kind === "request" && event.path === "/robots.txt");
				expect(robots.length, `${domain} was visited once`).toBe(1);
			}
			for (const { child } of workers) child.kill("SIGTERM");
			const ended = await Promise.all(workers.map(({ ended }) => ended));
			expect(ended.map(({ code }) => code)).toEqual([0, 0]);
			const done = ended.map(({ stderr }) => Number(/Stopping: (\d+) jobs? done here, 0 without/.exec(stderr)?.[1]));
			expect(
				done.every((count) => count > 0),
				ended.map(({ stderr }) => stderr).join(""),
			).toBe(true);

			const status = await sightline(["fleet", "status", "--json"], planner);
			const total = entries.length + 1;
			expect(JSON.parse(status.stdout)).toMatchObject({ total, done: total, held: 0, dead: 0, paused: false });
			expect(await sightline(["fleet", "dead"], planner)).toMatchObject({ code: 0 });
			expect(await sightline(["fleet", "retry"], planner), "nothing is dead").toMatchObject({ code: 1 });
			const [file = ""] = await readdir(join(reports, "runs"));
			expect((await readFile(join(reports, "runs", file), "utf8")).trim().split("\n")).toHaveLength(total);
		} finally {
			await internet.close();
		}
	});

	it("needs a shared database", async () => {
		const ended = await sightline(["worker", "--once"], { DATABASE_URL: "" });
		expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("A worker needs DATABASE_URL.") });
	});
});
