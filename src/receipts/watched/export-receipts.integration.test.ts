import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
	KyselyPlugin,
	PluginTransformQueryArgs,
	PluginTransformResultArgs,
	QueryResult,
	RootOperationNode,
	UnknownRow,
} from "kysely";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { checkLog, leftovers } from "#log/seal/log-check.testkit.ts";
import { type LogHome, seal, sealLog } from "#log/seal/seal.ts";
import { keyOf, makeHome, moment, ORIGIN } from "#log/seal/sealing.testkit.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import { describePostgres } from "#store/database.testkit.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { lockExclusively } from "#store/locks.ts";
import { EvidenceRows } from "../live/evidence-table.ts";
import { deleteReceiptsOf, receiptsHere } from "../removal/removal-files.ts";
import { createFailingDisk, DiskDied, ENDINGS, type Ending } from "../store/failing-disk.testkit.ts";
import { createReceipt, receiptText } from "../store/receipt.ts";
import { fileName, openReceiptFiles } from "../store/receipt-store.ts";
import { recordAudit } from "../store/record-audit.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { startS3 } from "../store/s3.testkit.ts";
import { openWatchedExport } from "./export-receipts.ts";
import { openFleetRecords, openKeptEvidence, openWatchedReceipts, uploadNewestReceipts } from "./watched-receipts.ts";

/** The receipt of site `number`, audited at that second. */
const receiptOf = (number: number, second = number): Promise<StoredReceipt> =>
	createReceipt(
		{ ...exampleReport(), domain: `site-${number}.example.com`, auditedAt: moment(second) },
		"e".repeat(64),
	);

async function fill(db: Database, numbers: readonly number[]): Promise<void> {
	for (const number of numbers) await openWatchedReceipts(db).put(await receiptOf(number), "tonight");
}

/** Receipts' files, by path. */
async function filesOf(reports: string): Promise<string[]> {
	const names = await readdir(join(reports, "receipts"), { recursive: true }).catch(() => []);
	return names.filter((name) => name.endsWith(".json")).sort();
}

async function indices(db: Database): Promise<(number | null)[]> {
	const rows = await db.sql.selectFrom("watched_receipt").select("leaf_index").orderBy("leaf_index").execute();
	return rows.map((row) => row.leaf_index);
}

const openHome = (home: LogHome, db: Database): LogHome => ({
	...home,
	watched: openWatchedExport(db, home.reports, async () => 0),
});

/** Fails from one query on, like a server that goes away. */
class AwayAt implements KyselyPlugin {
	readonly #question: number;
	#asked = 0;

	constructor(question: number) {
		this.#question = question;
	}

	get wasAsked(): boolean {
		return this.#asked >= this.#question;
	}

	transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
		if (++this.#asked >= this.#question) throw new Failure("store-unavailable", { what: "It is away." });
		return node;
	}

	async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
		return result;
	}
}

/** A log of two receipts that were files, the same in the database, and three more that only the database has. */
async function scene() {
	const home = await makeHome();
	const root = join(home.reports, "..");
	// Outside the directory whose disk dies: SQLite survives that in its own way.
	const folder = await mkdtemp(join(tmpdir(), "sightline-export-"));
	const db = await openDatabase({ file: join(folder, "live.sqlite") });
	await fill(db, [1, 2]);
	await sealLog({}, openHome(home, db));
	await fill(db, [3, 4, 5]);
	await db.close();
	return { home, root, folder };
}

async function dieAt(step: number, ending: Ending, from: Awaited<ReturnType<typeof scene>>): Promise<boolean> {
	const root = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "sightline-export-"));
	await cp(from.root, root, { recursive: true });
	const folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "sightline-export-"));
	await cp(from.folder, folder, { recursive: true });
	const db = await openDatabase({ file: join(folder, "live.sqlite") });
	const here = { ...from.home, reports: join(root, "reports"), state: join(root, "data", "log") };
	const home = openHome(here, db);
	const disk = await createFailingDisk(root, step, ending);
	const died = await sealLog({}, home, disk).then(
		() => false,
		(error) => {
			if (error instanceof DiskDied) return true;
			throw error;
		},
	);
	if (ending === "lost" || ending === "partly") await disk.powerLoss(step);
	const again = await createFailingDisk(root, Number.POSITIVE_INFINITY, "lost");
	expect(await sealLog({}, home, again)).toMatchObject({ size: 5, faulty: false });
	const log = join(here.reports, "log");
	expect(await leftovers(log, 5)).toEqual([]);
	// What was reported as sealed survives a power loss.
	await again.powerLoss(0);
	const leaves = (await checkLog(log)).leaves.filter(isReceiptLeaf);
	expect(new Set(leaves.map(({ receipt }) => receipt)).size).toBe(5);
	expect(leaves).toHaveLength(5);
	expect(await indices(db)).toEqual([0, 1, 2, 3, 4]);
	for (const number of [1, 2, 3, 4, 5]) {
		const { receipt } = await receiptOf(number);
		const path = join(here.reports, "receipts", receipt.domain, fileName(receipt));
		expect(await readFile(path, "utf8")).toBe(await receiptText(receipt));
	}
	await db.close();
	await Promise.all([root, folder].map((path) => rm(path, { recursive: true })));
	return died;
}

describe("a seal that exports receipts from the database", () => {
	it.each(ENDINGS)("has each exactly once wherever the disk dies (%s)", { timeout: 600_000 }, async (ending) => {
		const from = await scene();
		// In the short form every eleventh step has one of the endings.
		let step = FULL ? 1 : 1 + 11 * ENDINGS.indexOf(ending);
		while (await dieAt(step, ending, from)) step += FULL ? 1 : 11 * ENDINGS.length;
		expect(step).toBeGreaterThan(40);
		await rm(from.root, { recursive: true });
	});

	it("has each exactly once if the database fails at any query and recovers", async () => {
		const from = await scene();
		for (let question = 1, isAway = true; isAway; question += FULL ? 1 : 3) {
			const root = await mkdtemp(join(tmpdir(), "sightline-export-"));
			await cp(from.root, root, { recursive: true });
			await cp(from.folder, join(root, "store"), { recursive: true });
			const here = { ...from.home, reports: join(root, "reports"), state: join(root, "data", "log") };
			const db = await openDatabase({ file: join(root, "store", "live.sqlite") });
			const away = new AwayAt(question);
			const said = await sealLog({}, openHome(here, { ...db, sql: db.sql.withPlugin(away) })).then(
				({ notes }) => notes.join(" "),
				(error) => (isFailure(error) ? error.message : Promise.reject(error)),
			);
			isAway = away.wasAsked;
			if (isAway) expect(said).toContain("It is away.");
			expect(await sealLog({}, openHome(here, db))).toMatchObject({ size: 5, faulty: false });
			expect(await indices(db)).toEqual([0, 1, 2, 3, 4]);
			expect(await filesOf(here.reports)).toHaveLength(5);
			expect(await leftovers(join(here.reports, "log"), 5)).toEqual([]);
			await db.close();
			await rm(root, { recursive: true });
		}
	});

	it("records positions at the next seal if the database failed after signing", async () => {
		const { home, folder } = await scene();
		const db = await openDatabase({ file: join(folder, "live.sqlite") });
		const whole = openHome(home, db);
		const markSealed = () => Promise.reject(new Failure("store-unavailable", { what: "It is away." }));
		const first = await sealLog({}, { ...whole, ...(whole.watched && { watched: { ...whole.watched, markSealed } }) });
		expect(first).toMatchObject({ size: 5, added: { audits: 3 } });
		expect(first.notes.join()).toContain("It is away.");
		expect(await indices(db)).toEqual([0, 1, null, null, null].toSorted((a, b) => (a ?? -1) - (b ?? -1)));
		expect(await sealLog({}, whole)).toMatchObject({ size: 5, added: { audits: 0 } });
		expect(await indices(db)).toEqual([0, 1, 2, 3, 4]);
		await db.close();
	});

	it("exports again after the sealed checkout was lost", async () => {
		const { home, folder } = await scene();
		const db = await openDatabase({ file: join(folder, "live.sqlite") });
		const earlier = await mkdtemp(join(tmpdir(), "sightline-before-"));
		const before = join(earlier, "reports");
		await cp(home.reports, before, { recursive: true });
		await sealLog({}, openHome(home, db));
		const elsewhere = { ...home, reports: before, state: join(earlier, "state") };
		await fill(db, [6]);
		expect(await sealLog({}, openHome(elsewhere, db))).toMatchObject({ size: 6, added: { audits: 4 } });
		expect(await filesOf(before)).toHaveLength(6);
		expect(await indices(db)).toEqual([0, 1, 2, 3, 4, 5]);
		await db.close();
	});

	it("exports no removed receipt, and none with a path outside its folder", async () => {
		const { home, root, folder } = await scene();
		const db = await openDatabase({ file: join(folder, "live.sqlite") });
		const evidence = new EvidenceRows(db, "watched_evidence");
		const taken = await createReceipt(
			{ ...exampleReport(), domain: "gone.example.com", auditedAt: moment(9) },
			await evidence.put({ seen: 9 }),
		);
		const hostile = await createReceipt(
			{ ...exampleReport(), domain: "../../outside", auditedAt: moment(8) },
			"e".repeat(64),
		);
		await openWatchedReceipts(db).put(taken);
		await openWatchedReceipts(db).put(hostile);
		const proof = { place: "dns", found: "sightline-removal=all" };
		const removal = { kind: "removal", domain: "gone.example.com", receipts: "all", at: moment(10), proof };
		await writeFile(join(home.reports, "notices.json"), JSON.stringify({ notices: [removal] }));
		const forgotten: string[] = [];
		const forget = async (digests: readonly string[]) => forgotten.push(...digests);
		const result = await sealLog({}, { ...home, watched: openWatchedExport(db, home.reports, forget) });
		expect(result).toMatchObject({ faulty: true, added: { audits: 3 } });
		expect(result.notes.join(" ")).toMatch(
			/Not taken from Postgres.*Deleted from Postgres at their owners' request: 1 receipt/s,
		);
		expect(forgotten).toEqual([taken.receipt.evidenceDigest]);
		await expect(evidence.get(taken.receipt.evidenceDigest)).rejects.toMatchObject({ code: "evidence-missing" });
		expect(await openWatchedReceipts(db).list(taken.receipt)).toEqual([]);
		expect(await filesOf(home.reports)).toHaveLength(5);
		expect((await readdir(root)).sort()).toEqual(["data", "reports"]);
		await db.close();
	});
});

describePostgres(({ fresh }) => {
	async function openSettings(change: Record<string, string> = {}) {
		const root = await mkdtemp(join(tmpdir(), "sightline-fleet-"));
		await mkdir(join(root, "reports"));
		return readEnvironment({
			DATABASE_URL: await fresh(),
			SIGHTLINE_REPORTS: join(root, "reports"),
			SIGHTLINE_DATA: join(root, "data"),
			LOG_ORIGIN: ORIGIN,
			LOG_SIGNING_KEY: await keyOf(1),
			...change,
		});
	}

	it("one machine seals at a time; the other is refused with the holder's name", async () => {
		const settings = await openSettings();
		const db = await openDatabase({ url: settings.databaseUrl, file: "" });
		await fill(db, [1, 2]);
		const { pool } = db;
		if (!pool) throw new Error("Postgres has a pool.");
		const lock = await lockExclusively(pool, "seal");
		await expect(seal({ newLog: true }, settings)).rejects.toMatchObject({
			code: "store-busy",
			message: expect.stringMatching(/It is sightline seal on \S+, process \d+ .*, which began \d+ s ago\./),
		});
		expect(await readdir(settings.reports)).toEqual([]);
		await lock.release();
		expect(await seal({ newLog: true }, settings)).toMatchObject({ size: 3 });
		expect(await seal({}, settings)).toMatchObject({ size: 3, added: { audits: 0 } });
		await db.close();
	});

	it("signs nothing after losing the connection that holds the lock", async () => {
		const settings = await openSettings();
		const db = await openDatabase({ url: settings.databaseUrl, file: "" });
		await fill(db, [1]);
		const { pool } = db;
		if (!pool) throw new Error("Postgres has a pool.");
		const lock = await lockExclusively(pool, "seal");
		const expectAlone = async () => {
			await pool.query(
				"select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'sightline seal%'",
			);
			await lock.expectHeld();
		};
		const home = { ...openHome(await makeHome(), db), expectAlone };
		await expect(sealLog({}, home)).rejects.toMatchObject({ code: "store-unavailable" });
		expect(existsSync(join(home.reports, "log", "checkpoint"))).toBe(false);
		await lock.release();
		const { expectAlone: _, ...alone } = home;
		expect(await sealLog({}, alone)).toMatchObject({ size: 1 });
		await db.close();
	});

	it("removes an owner's receipts, and their evidence from the bucket", async () => {
		const s3 = await startS3();
		const { accessKeyId, secretAccessKey, endpoint, region } = s3.bucket;
		const aws = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_ENDPOINT_URL: endpoint };
		const settings = await openSettings({ SIGHTLINE_EVIDENCE: "s3://evidence/fleet", AWS_REGION: region, ...aws });
		const records = await openFleetRecords(settings);
		const report = { ...exampleReport(), domain: "gone.example.com" };
		const kept = await recordAudit({ report, record: { seen: 1 }, sight: "whole" }, { ...records, night: moment(1) });
		const digest = kept.draft.receipt.evidenceDigest;
		expect(await (await openKeptEvidence(settings)).get(digest)).toEqual({ seen: 1 });
		expect(await receiptsHere("gone.example.com", settings)).toMatchObject({ all: [kept.draft.id] });
		expect(await deleteReceiptsOf("gone.example.com", "all", settings)).toMatchObject({ receipts: 1, evidence: 1 });
		expect(await records.store.list(report)).toEqual([]);
		await expect(records.archive.get(digest)).rejects.toMatchObject({ code: "evidence-missing" });
		await records.close();
		await s3.end();
	});

	it("uploads the newest receipt of each series once, if the file is newer", async () => {
		const settings = await openSettings();
		const files = openReceiptFiles(join(settings.reports, "receipts"));
		for (const second of [1, 2, 3]) await files.put(await receiptOf(1, second));
		await files.put(await createReceipt({ ...(await receiptOf(1, 9)).receipt, mode: "deep" }, "e".repeat(64)));
		await files.put(await receiptOf(2, 5));
		const db = await openDatabase({ url: settings.databaseUrl, file: "" });
		await openWatchedReceipts(db).put(await receiptOf(2, 6), "tonight");
		const site = (number: number) =>
			({ domain: `site-${number}.example.com`, source: "network", mode: "light" }) as const;
		expect(await uploadNewestReceipts([site(1), site(2), site(3)], settings)).toBe(1);
		expect(await uploadNewestReceipts([site(1), site(2), site(3)], settings)).toBe(0);
		expect(await openWatchedReceipts(db).list(site(1))).toEqual([await receiptOf(1, 3)]);
		await db.close();
	});
});
