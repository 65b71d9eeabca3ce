/** A night of many sites: one process relative to parsing the same pages, several workers relative to one. */

import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openFleetQueue } from "#queue/fleet-queue.ts";
import { startPostgres, type TestPostgres } from "#store/postgres.testkit.ts";
import { inRepository, type Started, start } from "../e2e/process.testkit.ts";
import { EXEMPLARY_SITES } from "../truth/exemplary-sites.ts";
import { homePages } from "../truth/sites/site-folders.ts";
import type { Figure } from "./figures.ts";
import { type Cost, inTurn, median, PROGRAM, ratios, run } from "./measure.ts";

const WORKERS = [1, 2];
/** Jobs for each worker, so that all take about as long. */
const JOBS = 60;
/** Total response time of an audit's sites. */
const NETWORK_MS = 2_000;
const REAL_SITES = 300;
const LISTS = [300, 3_000];

export async function* measure(): AsyncGenerator<Figure> {
	const root = mkdtempSync(join(tmpdir(), "sightline-bench-fleet-"));
	try {
		yield* measureRescan(root);
		yield* measureMemory(root);
		const postgres = await startPostgres();
		try {
			yield* measureWorkers(postgres, root);
		} finally {
			await postgres.end();
		}
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

/** Home pages of real sites, each many times under names of its own. */
async function* measureRescan(root: string): AsyncGenerator<Figure> {
	const reports = join(root, "real");
	const sites = homePages(EXEMPLARY_SITES).map(({ file }) => file);
	for (const [at, page] of sites.entries()) {
		mkdirSync(join(reports, `site-${at}`), { recursive: true });
		cpSync(page, join(reports, `site-${at}`, "index.html"));
	}
	const entries = Array.from({ length: REAL_SITES }, (_, at) => ({
		...{ domain: `site-${at}.example.com`, folder: `site-${at % sites.length}` },
	}));
	writeFileSync(join(reports, "watchlist.json"), JSON.stringify({ entries }));
	const files = entries.map(({ folder }) => join(reports, folder, "index.html"));
	const floor = () => run(["--input-type=module", "-e", BARE, JSON.stringify(files)], { cwd: inRepository(".") });
	let night = 0;
	const pairs = await inTurn(3, () => rescan(reports, join(root, `night-${night++}`)), floor);
	const ours = pairs.map((pair) => pair.ours);
	const here = `${median(ours.map(({ cpu }) => cpu)).toFixed(1)} s`;
	const against = "reading and parsing the same pages by parse5";
	const what = `a rescan of ${REAL_SITES} real home pages`;
	yield {
		id: "fleet.rescan",
		what: `${what}, CPU`,
		against,
		unit: "x",
		values: ratios(pairs, ({ cpu }) => cpu),
		goal: 2,
		here,
	};
	const rates = ours.map(({ wall }) => REAL_SITES / wall);
	yield { id: "fleet.rescan-rate", what: "its audits of folders", unit: "a second", values: rates, goal: 100 };
	const memory = ours.map(({ memory }) => memory);
	yield { id: "fleet.rescan-memory", what: "its peak memory", unit: "MB", values: memory, goal: 250 };
}

const BARE = `import { readFileSync } from "node:fs"; import { parse } from "parse5";
for (const file of JSON.parse(process.argv[1])) parse(readFileSync(file, "utf8"));`;

function rescan(reports: string, data: string): Cost {
	const program = [PROGRAM, "rescan", "--watchlist", join(reports, "watchlist.json")];
	return run(program, { env: { SIGHTLINE_REPORTS: reports, SIGHTLINE_DATA: data } });
}

/** By the length of the list. */
async function* measureMemory(root: string): AsyncGenerator<Figure> {
	const reports = join(root, "reports");
	writeSmallSite(join(reports, "site"));
	const [few = Number.NaN, many = Number.NaN] = LISTS.map((length) => {
		const entries = Array.from({ length }, (_, at) => ({ domain: `site-${at}.example.com`, folder: "site" }));
		writeFileSync(join(reports, "watchlist.json"), JSON.stringify({ entries }));
		return rescan(reports, join(root, `data-${length}`)).memory;
	});
	const what = `peak memory of a rescan of ${LISTS[1]?.toLocaleString("en")} sites`;
	const here = `${many.toFixed(0)} MiB, ${few.toFixed(0)} MiB`;
	yield { id: "fleet.memory", what, against: `one of ${LISTS[0]}`, unit: "x", values: [many / few], here };
}

function writeSmallSite(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const words = "Words that stand in the page. ".repeat(40);
	const page = `<!doctype html><html lang="en"><title>One page</title><main><h1>One page</h1><p>${words}</p></main>`;
	writeFileSync(join(folder, "index.html"), page);
}

/** Audits a second, 6 at a time in each worker; sites take their time to answer, audits are real. */
async function* measureWorkers(postgres: TestPostgres, root: string): AsyncGenerator<Figure> {
	const site = join(root, "fleet", "site");
	writeSmallSite(site);
	const rates: number[] = [];
	for (const count of WORKERS) rates.push(await night(postgres, count, site));
	const [alone = 1, together = 0] = rates;
	const here = `${together.toFixed(2)} a second`;
	const what = `${WORKERS[1]} workers on one Postgres, audits a second`;
	yield {
		id: "fleet.workers",
		what,
		against: "one worker",
		unit: "x",
		values: [together / alone],
		higherIsBetter: true,
		here,
	};
}

/** Audits a second, from the moment that all workers are there. */
async function night(postgres: TestPostgres, count: number, site: string): Promise<number> {
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
	const program = inRepository("src/rescan/fleet-process.testkit.ts");
	const none = join(site, "none");
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
	await Promise.all(workers.map(({ ended }) => ended));
	await queue.close();
	return total / seconds;
}
