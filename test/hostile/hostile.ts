// npm run hostile: audits hostile sites with a built server whose heap is 256 MB, and prints a row for each.
import { rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { inRepository } from "../e2e/process.testkit.ts";
import { buildInPlace } from "../e2e/site-build.testkit.ts";
import { LISTED_SITES } from "./catalogue.testkit.ts";
import { hostileHosts } from "./hostile-answers.testkit.ts";
import { auditHostile, type HostileRow, WAITING_AT_ONCE } from "./hostile-run.testkit.ts";
import type { HostileSite } from "./hostile-site.testkit.ts";
import { hostileSummary, hostileTable } from "./hostile-table.testkit.ts";
import { mixedSites } from "./mixed-sites.testkit.ts";
import { openProvingGround } from "./proving-ground.testkit.ts";

const HELP = `npm run hostile [-- options]: audits every hostile site with a built server whose heap is 256 MB. Exit code 1 where the
server died, or kept its health waiting for 200 ms.

  --only PATTERN  sites whose name has this regular expression
  --mixed 100     so many more, put together at random
  --seed 1        which ones
  --json FILE     the same table for programs

Needs Linux, root, ip and openssl, as tests on an Internet of their own do.
`;

/** Limit for `/api/health` during any audit, in milliseconds. */
const HEALTH_MS = 200;

const { values } = parseArgs({
	options: {
		only: { type: "string", default: "" },
		mixed: { type: "string", default: "100" },
		seed: { type: "string", default: "1" },
		json: { type: "string" },
		help: { type: "boolean", default: false },
	},
});
if (values.help) {
	process.stdout.write(HELP);
	process.exit(0);
}
const listed = LISTED_SITES.filter(({ name }) => new RegExp(values.only).test(name));
const sites = [...listed, ...mixedSites(Number(values.mixed), Number(values.seed))];
const built = await buildInPlace({ SIGHTLINE_REPORTS: inRepository("samples"), SIGHTLINE_ADAPTER: "node" });
try {
	const rows = await auditAll();
	const summary = hostileSummary(rows);
	process.stdout.write(`${hostileTable(rows)}\n${JSON.stringify(summary)}\n`);
	if (values.json !== undefined)
		await writeFile(values.json, `${JSON.stringify({ summary, rows }, undefined, "\t")}\n`);
	process.exitCode = summary.dead.length + summary.unanswered.length > 0 || summary.healthMs >= HEALTH_MS ? 1 : 0;
} finally {
	await rm(built.place, { recursive: true, force: true });
}

/** Restarts a crashed server for the remaining sites. */
async function auditAll(): Promise<HostileRow[]> {
	const rows: HostileRow[] = [];
	let left: readonly HostileSite[] = sites;
	while (left.length > 0) {
		const ground = await openProvingGround({ site: built, prefix: "", hosts: hostileHosts(sites) });
		try {
			rows.push(...(await auditHostile(ground, left)));
		} finally {
			await ground.close();
		}
		const done = new Set(rows.map(({ name }) => name));
		left = left.filter(({ name }) => !done.has(name));
		process.stderr.write(`${rows.length} of ${sites.length}, at most ${WAITING_AT_ONCE} at once\n`);
	}
	return rows;
}
