// npm run hostile [-- --only PATTERN --mixed 100 --seed 1 --json FILE]: audits every hostile site with a built server whose
// heap is 256 MB, and prints a row for each. Ends with 1 where the server died, or kept its health waiting.
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

/** Milliseconds that `/api/health` may take, whatever is audited. */
const HEALTH_MS = 200;

const { values } = parseArgs({
	options: {
		only: { type: "string", default: "" },
		mixed: { type: "string", default: "100" },
		seed: { type: "string", default: "1" },
		json: { type: "string" },
	},
});
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

/** A server that a site has ended is started again for the others. */
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
