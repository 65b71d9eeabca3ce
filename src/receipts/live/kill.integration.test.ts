import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import type { Receipt } from "#core/receipt.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { describeDatabases, type Place } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { EvidenceRows } from "./evidence-table.ts";
import { openPageTable } from "./live-pages.ts";
import { checkLiveReceipts, listSeries } from "./receipt-table.ts";

const KILLS = !FULL ? 1 : 30;
const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/**
 * Keeps audits of a few sites under leases as fast as it can, until it is killed; says when it has kept a new receipt. A
 * millisecond since the test began counts as a minute, so that the times of two processes follow each other.
 */
const WRITER = `
const { openDatabase } = await import(${here("../../store/database.ts")});
const { AuditLeases } = await import(${here("../../store/audit-leases.ts")});
const { saveLiveAudit } = await import(${here("save-live-audit.ts")});
const { auditOf } = await import(${here("live.testkit.ts")});
const db = await openDatabase(JSON.parse(process.argv[1]));
for (let reported = false; ; ) {
	const minute = Date.now() - Number(process.argv[2]);
	const domain = "site-" + (minute % 3) + ".example.com";
	const options = auditOf(minute, 1 - (minute % 7) / 100, { domain });
	const owner = process.pid + " " + minute;
	await new AuditLeases(db).acquire({ domain, mode: "light", now: options.now, ttlMs: 1, leaseMs: 1, owner });
	const { stored } = await saveLiveAudit(db, { ...options, lease: { owner, mode: "light" } });
	if (!reported && stored.receipt.auditedAt === options.report.auditedAt) reported = process.stdout.write("kept\\n");
}`;

async function killOne(place: Place, begunMs: number, afterMs: number): Promise<void> {
	const args = ["--input-type=module", "-e", WRITER, JSON.stringify(place), String(begunMs)];
	const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
	const ended = once(child, "exit");
	const early = ended.then(() => Promise.reject(new Error("A writer ended before it had kept an audit.")));
	await Promise.race([once(child.stdout, "data"), early]);
	await pause(afterMs);
	child.kill("SIGKILL");
	await ended;
}

/** A server may still be at the last statement of a process that is dead. */
async function settle({ pool }: Database): Promise<void> {
	const busy = `select 1 from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
	while (pool && (await pool.query(busy)).rowCount !== 0) await pause(20);
}

/** The receipts that tell what was found last: a writer that was overtaken may add one that is newer than a confirmed one. */
async function newestFindings({ sql }: Database, series: readonly { readonly id: string }[]) {
	const ids = new Set(series.map(({ id }) => id));
	const submitted = await sql.selectFrom("submission").select(["receipt", "audited_at"]).execute();
	const found = submitted.filter(({ receipt }) => ids.has(receipt));
	const last = found
		.map(({ audited_at }) => audited_at)
		.sort()
		.at(-1);
	return last === undefined
		? [undefined]
		: found.filter((each) => each.audited_at === last).map((each) => each.receipt);
}

/** Every receipt has its leaf, the newest two have evidence, and the page shows the latest result. */
async function expectWhole(db: Database): Promise<number> {
	await settle(db);
	const { receipts, faults } = await checkLiveReceipts(db);
	expect(faults).toEqual([]);
	for (const number of [0, 1, 2]) {
		const domain = `site-${number}.example.com`;
		const series = await listSeries(db, { domain, source: "network", mode: "light" }, { now: 0 });
		for (const { receipt } of series.slice(0, 2)) await new EvidenceRows(db).get(receipt.evidenceDigest);
		expect(await newestFindings(db, series)).toContain((await openPageTable(db).get(domain, 0))?.receipt);
		const claim = await db.sql.selectFrom("audit_claim").selectAll().where("domain", "=", domain).executeTakeFirst();
		if (claim?.receipt) expect(series.map(({ id }) => id)).toContain(claim.receipt);
	}
	// Two writers that overtake each other may leave more than the newest two; nothing is left that no receipt names.
	const evidence = await db.sql.selectFrom("evidence").select("digest").execute();
	const texts = await db.sql.selectFrom("receipt").select("text").execute();
	const named = new Set(texts.map(({ text }) => (JSON.parse(text) as Receipt).evidenceDigest));
	expect(evidence.filter(({ digest }) => !named.has(digest))).toEqual([]);
	const submitted = await db.sql.selectFrom("submission").select("receipt").where("kind", "=", "audit").execute();
	expect(submitted).toHaveLength(receipts);
	return receipts;
}

describeDatabases(({ open, place }) => {
	it("the store is consistent after processes were killed while storing audits", { timeout: 300_000 }, async () => {
		const random = seeded(20261122);
		const begun = Date.now();
		let kept = 0;
		for (let round = 0; round < KILLS; round++) {
			// Of two concurrent writers one dies; the other continues.
			const one = killOne(await place(), begun, 40 + 300 * random());
			await Promise.all([one, killOne(await place(), begun, 40 + 300 * random())]);
			const now = await expectWhole(await open());
			expect(now).toBeGreaterThan(kept);
			kept = now;
		}
	});
});
