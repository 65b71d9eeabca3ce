// A fleet's night: how much more several workers do than one, and what a domain costs; then the memory of one process by the length of its list.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { openFleetQueue } from "#queue/fleet-queue.ts";
import { openDatabase } from "#store/database.ts";
import { startPostgres, type TestPostgres } from "#store/postgres.testkit.ts";
import { type Started, start } from "../e2e/process.testkit.ts";

const WORKERS = [1, 2, 3];
/** Jobs for each worker, so that all take about as long. */
const JOBS = 150;
/** What the sites of an audit take to answer, in all. */
const NETWORK_MS = 2_000;
const LISTS = [1_000, 10_000];

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const print = (line: string) => process.stdout.write(`${line}\n`);
const root = mkdtempSync(join(tmpdir(), "sightline-bench-fleet-"));
const site = join(root, "reports", "site");
mkdirSync(site, { recursive: true });
writeFileSync(
	join(site, "index.html"),
	`<!doctype html><html lang="en"><title>One page</title><main><h1>One page</h1><p>${"Words that stand in the page. ".repeat(40)}</p></main>`,
);

async function measureWorkers(postgres: TestPostgres): Promise<void> {
	print(`Audits a second by workers, 6 at a time each; sites take ${NETWORK_MS} ms to answer, audits are real`);
	let alone = Number.NaN;
	for (const count of WORKERS) {
		const { perSecond, url, cpuMs } = await night(postgres, count);
		if (count === 1) alone = perSecond;
		const times = (perSecond / alone).toFixed(2);
		print(
			`${count} of them`.padEnd(44) +
				` x ${times}  (here ${perSecond.toFixed(2)} a second, ${cpuMs.toFixed(0)} ms of processor time each)`,
		);
		if (count === WORKERS.at(-1)) await printCost(url, JOBS * count);
	}
}

/** Time from the moment that all workers are there. */
async function night(postgres: TestPostgres, count: number) {
	const url = await postgres.fresh();
	const queue = await openFleetQueue(url);
	const total = JOBS * count;
	const sites = Array.from({ length: total }, (_, index) => ({
		domain: `site-${index}.example.com`,
		source: "network",
		mode: "light",
	}));
	const jobs = sites.map((each) => ({ key: each.domain, data: JSON.stringify(each) }));
	const { id } = await queue.openRun({ digest: "bench", jobs, shared: '{"notices":[]}' });
	await queue.setPaused(id, true);
	const program = path("../../src/rescan/fleet-process.testkit.ts");
	const none = join(root, "none");
	const environment = {
		DATABASE_URL: url,
		SIGHTLINE_REPORTS: none,
		SIGHTLINE_DATA: none,
		FLEET_FOLDER: site,
		FLEET_AUDIT_MS: String(NETWORK_MS),
	};
	const workers: Started[] = Array.from({ length: count }, () => start([program, "worker"], environment));
	await Promise.all(workers.map(({ child }) => child.stdout && once(child.stdout, "data")));
	await queue.setPaused(id, false);
	const begun = performance.now();
	while ((await queue.progress(id)).done < total) await pause(100);
	const seconds = (performance.now() - begun) / 1000;
	for (const { child } of workers) child.kill("SIGTERM");
	const ended = await Promise.all(workers.map(({ ended }) => ended));
	await queue.close();
	const cpuMs = ended.reduce((sum, { stdout }) => sum + Number(/cpu (\d+)/.exec(stdout)?.[1] ?? Number.NaN), 0) / total;
	return { perSecond: total / seconds, url, cpuMs };
}

/** Bytes of Postgres for each domain of one night. */
async function printCost(url: string, domains: number): Promise<void> {
	const db = await openDatabase({ url, file: "" });
	const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
		select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as bytes, c.reltuples::bigint as rows
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and (c.relname in ('rescan_job', 'watched_receipt', 'watched_evidence', 'rescan_visit') or n.nspname = 'sightline_jobs')
		order by bytes desc limit 6`.execute(db.sql);
	print(`\nBytes in Postgres for each of ${domains} domains, indexes included`);
	for (const { name, bytes } of rows) print(`${name.padEnd(60)} ${(bytes / domains).toFixed(0).padStart(8)}`);
	await db.close();
}

/** Tells the process's own peak memory on file descriptor 3 when it ends. */
const TELL_MEMORY =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))";

/** Peak memory of one `sightline rescan` of so many domains, MiB. */
function memoryOf(domains: number): number {
	const data = join(root, `data-${domains}`);
	const watchlist = join(root, "reports", `${domains}.json`);
	const entries = Array.from({ length: domains }, (_, index) => ({
		domain: `site-${index}.example.com`,
		folder: "site",
	}));
	writeFileSync(watchlist, JSON.stringify({ entries }));
	const environment = { ...process.env, SIGHTLINE_REPORTS: join(root, "reports"), SIGHTLINE_DATA: data };
	const program = [path("../../src/cli/sightline.ts"), "rescan", "--watchlist", watchlist];
	const child = spawnSync(process.execPath, ["--import", TELL_MEMORY, ...program], {
		env: environment,
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	if (child.status !== 0) throw new Error(`A rescan of ${domains} domains ended with ${child.status}.`);
	return Number(child.output[3]?.toString()) / 1024;
}

const only = process.argv[2];
try {
	if (only !== "memory") {
		const postgres = await startPostgres();
		await measureWorkers(postgres).finally(() => postgres.end());
	}
	if (only !== "workers") {
		print("\nPeak memory of one rescan by the domains of its list");
		const [few = Number.NaN, many = Number.NaN] = LISTS.map(memoryOf);
		const here = `(here ${many.toFixed(0)} against ${few.toFixed(0)} MiB)`;
		print(`${`${LISTS[1]} against ${LISTS[0]}`.padEnd(44)} x ${(many / few).toFixed(2)}  ${here}`);
	}
} finally {
	rmSync(root, { recursive: true, force: true });
}
