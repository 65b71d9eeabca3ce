import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cpuUnitsOf } from "#core/cpu-units.testkit.ts";
import { mayBeOurs } from "#core/failure.ts";

import { attack, attackHosts, baseline, sendBystanders } from "../hostile/attack.testkit.ts";
import { hostOf, LISTED_SITES } from "../hostile/catalogue.testkit.ts";
import { hostileHosts } from "../hostile/hostile-answers.testkit.ts";
import { auditHostile, measured } from "../hostile/hostile-run.testkit.ts";
import { hostileSummary, hostileTable } from "../hostile/hostile-table.testkit.ts";
import { mixedSites } from "../hostile/mixed-sites.testkit.ts";
import { HEAP, openProvingGround, type ProvingGround } from "../hostile/proving-ground.testkit.ts";
import { whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { buildServer } from "./built-site.testkit.ts";
import { inRepository } from "./process.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const missing = whyNoTestInternet();

const SITES = [...LISTED_SITES, ...mixedSites(200, Date.now() % 1e6)];
const BYSTANDERS = 100;
/** Processor time of the main thread behind one answer about health, in units of about a millisecond. */
const STALL_UNITS = 300;
/** Thousands of simultaneous connections and requests need time themselves. */
const FLOOD_UNITS = 2_000;

describe.skipIf(missing !== undefined)(`a server in a hostile world${missing ? ` (skipped: ${missing})` : ""}`, () => {
	let ground: ProvingGround;
	beforeAll(async () => {
		ground = await openProvingGround({
			site: await buildServer(),
			prefix: SERVER_PREFIX,
			hosts: { ...hostileHosts(SITES), ...attackHosts(BYSTANDERS) },
			environment: { SIGHTLINE_BASE_URL: SERVER_BASE_URL },
		});
	});
	afterAll(() => ground?.close());

	it("survives audits of hostile sites with a heap of 256 MB, and reports its health", {
		timeout: 3_600_000,
	}, async () => {
		const rows = await auditHostile(ground, SITES, 1);
		await writeFile(join(process.cwd(), ".tmp-hostile-sites.md"), hostileTable(rows));
		const { dead, unanswered, mainMs } = hostileSummary(rows);
		expect({ sites: rows.length, dead, unanswered }).toEqual({ sites: SITES.length, dead: [], unanswered: [] });
		// Wall-clock time would depend on other load.
		const worst = rows.find((row) => row.mainMs === mainMs);
		expect(cpuUnitsOf(mainMs), JSON.stringify(worst)).toBeLessThan(STALL_UNITS);
		// Its name server refuses TCP, so this machine's own lookups fail: no fault of the site's.
		const own = rows.filter(({ name }) => name === "name-cut");
		expect(own).toMatchObject([{ status: 503, outcome: "overloaded" }]);
		expect(rows.filter((row) => !own.includes(row) && row.status !== 200 && row.status !== 400)).toEqual([]);
		expect((await ground.internet.events()).filter(({ kind }) => kind === "inward")).toEqual([]);
	});

	it("rescans hostile sites in a separate process with the same heap, one line each", {
		timeout: 3_600_000,
	}, async () => {
		const [reports, data] = await Promise.all(["reports-", "data-"].map((name) => mkdtemp(join(tmpdir(), name))));
		const entries = SITES.map((each) => ({ domain: hostOf(each), mode: each.mode ?? "light" }));
		await writeFile(join(reports ?? "", "watchlist.json"), JSON.stringify({ entries }));
		const command = [process.execPath, HEAP, inRepository("src/cli/sightline.ts"), "rescan", "--json"];
		const environment = { SIGHTLINE_REPORTS: reports ?? "", SIGHTLINE_DATA: data ?? "" };
		const { code, stdout, stderr } = await ground.internet.start(command, environment).ended;
		const domains = stdout
			.split("\n")
			.flatMap((line) => (line === "" ? [] : (JSON.parse(line) as { domain?: string }).domain));
		expect([...new Set(domains)].filter(Boolean).toSorted(), stderr).toEqual(
			entries.map(({ domain }) => domain).toSorted(),
		);
		expect([0, 1]).toContain(code);
	});

	it("serves other clients correctly while one address attacks in every way at once", {
		timeout: 600_000,
	}, async () => {
		const calm = await baseline(ground);
		expect(calm).toMatchObject({ status: 200, score: expect.any(Number) });
		const begun = Date.now();
		const attacker = await attack(ground);
		const errands = await sendBystanders(ground, BYSTANDERS, calm.score ?? 0);
		attacker.child.kill("SIGKILL");
		expect(errands.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
		expect(errands).toHaveLength(4 * BYSTANDERS);
		expect(cpuUnitsOf(measured(ground.samples(), begun).mainMs)).toBeLessThan(FLOOD_UNITS);
		expect(ownFaults(ground.data)).toEqual([]);
	});
});

/** Live receipts that blame a site for what may be our failure. */
function ownFaults(data: string): unknown[] {
	const database = new DatabaseSync(join(data, "live.sqlite"), { readOnly: true });
	try {
		const rows = database.prepare("SELECT text FROM receipt").all();
		const receipts = rows.map(({ text }) => JSON.parse(String(text)) as { failure?: { code: string } });
		expect(receipts.length).toBeGreaterThan(0);
		return receipts.filter(({ failure }) => failure && mayBeOurs(failure.code));
	} finally {
		database.close();
	}
}
