import { existsSync } from "node:fs";
import { appendFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { seeded } from "#core/seeded.testkit.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import { addSealLoad } from "#test/bench/seal-load.testkit.ts";
import { sightline, spawnSightline, startSightline } from "#test/e2e/process.testkit.ts";
import { checkLog, leftovers } from "./log-check.testkit.ts";
import { addReceipt, keyOf, makeHome, vkeyOf } from "./sealing.testkit.ts";

const KILLS = FULL ? 20 : 2;

let reports = "";
let state = "";
let environment: Record<string, string> = {};
beforeEach(async () => {
	const home = await makeHome();
	({ reports, state } = home);
	const [key = ""] = home.signingKeys;
	environment = {
		CI: "",
		LOG_ORIGIN: home.origin,
		LOG_SIGNING_KEY: key,
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: join(state, ".."),
	};
});

const sealAgain = (...args: string[]) => sightline(["seal", ...args], environment);
/** Begins the log if there is none. */
const seal = (...args: string[]) => sealAgain(...(existsSync(join(log(), "checkpoint")) ? [] : ["--new-log"]), ...args);
const log = () => join(reports, "log");

describe("npm run seal", () => {
	it("fits its report on one screen, and says if nothing is new", async () => {
		await addReceipt(reports, 1);
		const first = await seal();
		expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("Sealed: 1 receipt and 0 rechecks") });
		expect(first.stdout).toContain(await vkeyOf(1));
		expect(first.stdout).toContain((await checkLog(log())).root);
		expect(await seal()).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing new to seal") });
	});

	it("generates the first key and says where it is and how to move it", async () => {
		await addReceipt(reports, 1);
		environment.LOG_SIGNING_KEY = "";
		const { code, stdout } = await seal();
		expect(code).toBe(0);
		expect(stdout.replaceAll(/\s+/g, " ")).toContain(`It is in ${join(state, "signing-key")}, readable only by you.`);
		expect(stdout).toContain("LOG_SIGNING_KEY");
		expect(stdout).not.toContain((await readFile(join(state, "signing-key"), "utf8")).trim());
	});

	it("exits with 1 for a damaged file, with 2 for a refusal, and prints JSON", async () => {
		await addReceipt(reports, 1);
		await addReceipt(reports, 2, "site-1.example.com");
		const damaged = join(reports, "receipts", "site-1.example.com", "2026-11-01T00-00-02.000Z.json");
		await appendFile(damaged, "\n");
		const { code, stdout } = await seal("--json");
		expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ size: 2, faulty: true })]);
		environment.LOG_SIGNING_KEY = await keyOf(2);
		expect(await seal()).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--rotate") });
		expect(await seal("--accept-lost-key")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("--accept-lost-key needs --rotate"),
		});
		expect(await seal("--sign-anything")).toMatchObject({ code: 2 });
	});

	it("prints a key pair and changes nothing", async () => {
		const { code, stdout } = await seal("--new-key", "--json");
		expect(code).toBe(0);
		const pair = JSON.parse(stdout) as { privateKey: string; vkey: string };
		await expect(stat(log())).rejects.toThrow("ENOENT");
		await expect(stat(state)).rejects.toThrow("ENOENT");
		await addReceipt(reports, 1);
		environment.LOG_SIGNING_KEY = pair.privateKey;
		expect((await seal()).stdout).toContain(pair.vkey);
	});

	it("loses and duplicates no leaf when 2 processes seal at once", async () => {
		await addSealLoad(reports, 0, 1000);
		await seal();
		await addSealLoad(reports, 1000, 2000);
		const [one, two] = await Promise.all([1, 2].map(() => spawnSightline(["seal", "--json"], environment)));
		expect([one?.code, two?.code]).toEqual([0, 0]);
		// Each seal with new leaves has also bound an index.
		expect([one, two].map((ended) => JSON.parse(ended?.stdout ?? "").size)).toEqual([3002, 3002]);
		expect(new Set((await checkLog(log())).leaves.map((leaf) => JSON.stringify(leaf))).size).toBe(3002);
	});

	it(`loses and duplicates nothing when it is killed ${KILLS} times`, { timeout: 600_000 }, async () => {
		const random = seeded(20261121);
		const step = 700;
		await addSealLoad(reports, 0, step);
		const startedAt = performance.now();
		expect((await spawnSightline(["seal", "--new-log"], environment)).code).toBe(0);
		const whole = performance.now() - startedAt;
		let killed = 0;
		for (let round = 1; round <= KILLS; round++) {
			await addSealLoad(reports, round * step, step);
			const { child, ended } = startSightline(["seal"], environment);
			// Most of the time is startup; the writing is at the end.
			await pause(whole * (0.3 + 0.7 * random()));
			if (child.kill("SIGKILL")) killed++;
			await ended;
			const { size, leaves } = await checkLog(log());
			expect(leaves.filter(isReceiptLeaf).length % step).toBe(0);
			expect(new Set(leaves.map((leaf) => JSON.stringify(leaf))).size).toBe(size);
		}
		expect(killed).toBeGreaterThan(0);
		const { code, stdout } = await seal("--json");
		const total = (KILLS + 1) * step;
		const { notes, faulty } = JSON.parse(stdout);
		expect([code, faulty]).toEqual([0, false]);
		// There is nothing to sign if the last killed seal had just finished.
		for (const note of notes) expect(note).toMatch(/^The log was signed without a look/);
		const { size, leaves } = await checkLog(log());
		expect(leaves.filter(isReceiptLeaf)).toHaveLength(total);
		expect(new Set(leaves.map((leaf) => JSON.stringify(leaf))).size).toBe(size);
		expect(await leftovers(log(), size)).toEqual([]);
	});
});
