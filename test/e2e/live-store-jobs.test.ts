import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { checkLog } from "#log/seal/log-check.testkit.ts";
import { addReceipt, makeHome } from "#log/seal/sealing.testkit.ts";
import { auditOf, countRows } from "#receipts/live/live.testkit.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { keepAudit, owner, readNotice } from "#receipts/removal/removal.testkit.ts";
import { remove } from "#receipts/removal/removal.ts";
import { describePostgres } from "#store/database.testkit.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { sightline } from "./process.testkit.ts";

/** Nothing listens there. */
const NOWHERE = "postgres://sightline@127.0.0.1:1/live";

let environment: Record<string, string> = {};
let data = "";
let reports = "";
beforeEach(async () => {
	const home = await makeHome();
	({ reports } = home);
	data = join(home.state, "..");
	environment = {
		CI: "",
		DATABASE_URL: "",
		LOG_ORIGIN: home.origin,
		LOG_SIGNING_KEY: home.signingKeys[0] ?? "",
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: data,
	};
});

const settings = () => readEnvironment(environment);
const seal = (...args: string[]) => sightline(["seal", "--json", ...args], environment);
const verify = () => sightline(["log", "verify", "--json"], environment);
const size = async () => (await checkLog(join(reports, "log"))).size;

async function inLiveStore<T>(work: (db: Database) => Promise<T>): Promise<T> {
	const db = await openDatabase({
		url: environment.DATABASE_URL === "" ? undefined : environment.DATABASE_URL,
		file: join(data, "live.sqlite"),
	});
	try {
		return await work(db);
	} finally {
		await db.close();
	}
}

/** Stores a live audit, seals and verifies, with any live store. */
async function sealAndVerify(): Promise<void> {
	await addReceipt(reports, 1);
	const { stored } = await inLiveStore((db) => saveLiveAudit(db, auditOf(0)));
	const sealed = await seal("--new-log");
	expect([sealed.code, JSON.parse(sealed.stdout)]).toEqual([
		0,
		expect.objectContaining({ size: 4, added: { audits: 2, rechecks: 0, files: 2 }, notes: [] }),
	]);
	expect(await inLiveStore((db) => openSubmissions(db).position(stored.id))).toBe(1);
	const verified = await verify();
	expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { receipts: 1, faults: [] }]);
	expect(JSON.parse(verified.stdout).notes.join(" ")).toMatch(
		/1 receipt of the log is of live audits and not published.*1 receipt of the live store is whole/,
	);
	await inLiveStore((db) => db.sql.updateTable("receipt").set({ text: "{}" }).execute());
	const damaged = await verify();
	expect([damaged.code, JSON.parse(damaged.stdout).faults]).toEqual([
		1,
		[expect.objectContaining({ file: `live receipt ${stored.id}` })],
	]);
}

describe("the jobs and a live store", () => {
	it("in a file are sealed and verified together", { timeout: 60_000 }, sealAndVerify);

	describePostgres((postgres) => {
		it("in Postgres are sealed and verified together", { timeout: 60_000 }, async () => {
			environment.DATABASE_URL = await postgres.fresh();
			await sealAndVerify();
		});
	});

	it("that never existed is not created", async () => {
		await addReceipt(reports, 1);
		expect((await seal("--new-log")).code).toBe(0);
		const verified = await verify();
		expect([verified.code, JSON.parse(verified.stdout).notes.join(" ")]).toEqual([
			0,
			expect.not.stringContaining("live"),
		]);
		expect(existsSync(join(data, "live.sqlite"))).toBe(false);
	});

	it("that is unreachable prevents a seal, and verify notes what it skipped", { timeout: 60_000 }, async () => {
		await addReceipt(reports, 1);
		await seal("--new-log");
		await addReceipt(reports, 2);
		environment.DATABASE_URL = NOWHERE;
		const refused = await seal();
		expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("DATABASE_URL") });
		expect(await size()).toBe(2);
		const verified = await verify();
		expect([verified.code, JSON.parse(verified.stdout).notes.join(" ")]).toEqual([
			0,
			expect.stringContaining("Receipts of live audits were not checked"),
		]);
	});
});

describe("a removal", () => {
	const domain = { domain: "example.com" };
	const order = { ...domain, receipts: [], check: false };

	it("deletes live audits of a domain", async () => {
		await keepAudit(settings(), "example.com", 20);
		const stays = await inLiveStore(async (db) => {
			await saveLiveAudit(db, auditOf(0, 1, domain));
			await saveLiveAudit(db, auditOf(1, 0.5, domain));
			return (await saveLiveAudit(db, auditOf(0))).stored.id;
		});
		const asked = owner("sightline-remove=all");
		expect(await remove({ ...order, check: true }, settings(), asked)).toMatchObject({ deleted: { receipts: 3 } });
		expect(await remove(order, settings(), asked)).toMatchObject({
			notice: "written",
			deleted: { receipts: 3, evidence: 3, runLines: 1, pages: 1 },
			active: true,
		});
		await inLiveStore(async (db) => {
			expect(await db.sql.selectFrom("receipt").select("id").execute()).toEqual([{ id: stays }]);
			expect([await countRows(db, "evidence"), await countRows(db, "page")]).toEqual([1, 1]);
		});
		expect(await readFile(join(reports, "notices.json"), "utf8")).not.toContain('"public"');
	});

	it("deletes one live receipt by id, and none of another domain", async () => {
		const [one, other] = await inLiveStore(async (db) => [
			(await saveLiveAudit(db, auditOf(0, 1, domain))).stored.id,
			(await saveLiveAudit(db, auditOf(0))).stored.id,
		]);
		const asked = owner(`sightline-remove=${one}`, `sightline-remove=${other}`);
		expect(await remove(order, settings(), asked)).toMatchObject({
			unknown: [other],
			deleted: { receipts: 1, evidence: 1, pages: 1 },
		});
		expect(await readNotice(settings())).toMatchObject([{ receipts: [one] }]);
		expect(await inLiveStore((db) => countRows(db, "receipt"))).toBe(1);
	});
});
