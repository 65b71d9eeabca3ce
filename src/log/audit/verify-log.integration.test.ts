import { hash } from "node:crypto";
import { cpSync, renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { sightline } from "#test/e2e/process.testkit.ts";
import { seal } from "../seal/seal.ts";
import { flipped, ORIGIN, put, writeLog, writeReceipt } from "./log.testkit.ts";
import { verifyLog } from "./verify-log.ts";

let root = "";
let environment: Record<string, string> = {};
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-verify-"));
	environment = {
		SIGHTLINE_REPORTS: join(root, "reports"),
		SIGHTLINE_DATA: join(root, "data"),
		LOG_ORIGIN: "x.example/log",
	};
});

const settings = () => readEnvironment(environment);
const verify = (...args: string[]) => sightline(["log", "verify", ...args], environment);
const at = (path: string) => join(root, path);

/** Seals so many new receipts, followed by the index of domains. */
async function sealMore(count: number) {
	const night = (await readdir(at("reports/log/checkpoints")).catch(() => [])).length + 1;
	for (let number = 0; number < count; number++)
		await writeReceipt(at("reports"), `site-${number}.example.com`, `2026-11-0${night}T00:00:${10 + number}.000Z`);
	return seal({}, settings());
}

const remembered = async () =>
	parseCheckpoint(parseNote(await readFile(at("data/log/last-checkpoint"), "utf8")).text).size;

describe("npm run verify", () => {
	it("proves a sealed log with the reader's key and checkpoint", async () => {
		await sealMore(12);
		await writeFile(at("before"), await readFile(at("reports/log/checkpoint")));
		const { vkey } = await sealMore(9);
		await rm(at("data/log/last-checkpoint"));
		const ended = await verify("--key", vkey, "--since", at("before"));
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toContain("The log has no faults");
		expect(ended.stdout).toContain("1 earlier checkpoint is a prefix");
		expect(ended.stdout).toContain("21 receipts have not changed since logged.");
		expect(ended.stdout).toMatch(/split\s+view/);
		expect(ended.stdout).not.toContain("Who owns the key");
		expect(await remembered()).toBe(23);
		expect((await verify()).stdout).toContain("Who owns the key");
	});

	it("names faults, exits with 1, remembers nothing, and repairs what is proven", async () => {
		await sealMore(3);
		await sealMore(3);
		await rm(at("data/log/last-checkpoint"));
		const tile = at("reports/log/tile/0/000.p/8");
		await writeFile(tile, flipped(await readFile(tile), 40, 1));
		const ended = await verify();
		expect(ended.code).toBe(1);
		expect(ended.stdout).toContain("The log has faults: 1 file is wrong");
		expect(ended.stdout).toContain("log/tile/0/000.p/8\n    Its hash 1 is not that of leaf 1.");
		await expect(readFile(at("data/log/last-checkpoint"))).rejects.toThrow("ENOENT");
		const json = await verify("--json", "--repair");
		expect(json.code).toBe(0);
		expect(JSON.parse(json.stdout)).toMatchObject({ size: 8, faults: [], repaired: ["log/tile/0/000.p/8"] });
		expect(await remembered()).toBe(8);
	});

	it("detects a log that went back since the last look", async () => {
		await sealMore(3);
		const paths = ["checkpoint", "tile/0/000.p/4", "tile/entries/000.p/4", "checkpoints/4"].map(
			(path) => `reports/log/${path}`,
		);
		const older = await Promise.all(paths.map((path) => readFile(at(path))));
		await sealMore(2);
		await rm(at("reports/log/tile"), { recursive: true });
		await rm(at("reports/log/checkpoints"), { recursive: true });
		for (const [place, path] of paths.entries()) await put(root, path, older[place] ?? "");
		const ended = await verify();
		expect(ended.code).toBe(1);
		expect(ended.stdout).toMatch(/the log\s+went back/);
		expect(await remembered()).toBe(7);
	});

	it("gives advice if there is no log or an argument is invalid", async () => {
		await mkdir(at("reports"), { recursive: true });
		expect(await verify()).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Run npm run seal") });
		await sealMore(1);
		for (const args of [["--key", "nonsense"], ["--since", at("nowhere")], ["--since", root], ["--sinse"], ["extra"]])
			expect(await verify(...args), args.join(" ")).toMatchObject({ code: 2, stdout: "" });
		expect(await verify("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--repair") });
	});
});

describe("verifyLog", () => {
	it("reads removals from notices.json", async () => {
		await sealMore(3);
		const [file = ""] = await readdir(at("reports/receipts/site-1.example.com"));
		const path = at(`reports/receipts/site-1.example.com/${file}`);
		const id = hash("sha256", await readFile(path));
		await rm(path);
		expect((await verifyLog({}, settings())).faults).toHaveLength(1);
		const proof = { place: "dns", found: "sightline-removal=1" };
		const removal = {
			kind: "removal",
			domain: "site-1.example.com",
			receipts: [id],
			at: "2026-12-01T00:00:00.000Z",
			proof,
		};
		await put(root, "reports/notices.json", JSON.stringify({ notices: [removal] }));
		const [fault, ...others] = (await verifyLog({}, settings())).faults;
		expect([fault?.todo, others]).toEqual(["Run npm run seal, which lists it in log/withdrawn.", []]);
		await sealMore(0);
		expect(await verifyLog({}, settings())).toMatchObject({ faults: [], withdrawn: 1, receipts: 2 });
		await put(root, "reports/notices.json", "{");
		await expect(verifyLog({}, settings())).rejects.toMatchObject({ code: "input-invalid" });
	});

	it("reads a log again if it was replaced meanwhile", async () => {
		const before = await writeLog({ sizes: [300], auditEvery: 300 });
		const after = await writeLog({ sizes: [600], auditEvery: 300 });
		environment = { ...environment, SIGHTLINE_REPORTS: before.reports, LOG_ORIGIN: ORIGIN };
		let replaced = false;
		const onProgress = () => {
			if (replaced) return;
			replaced = true;
			// The tile of level 1 is still to be read, and the new log has a wider one.
			renameSync(join(before.reports, "log"), at("log-before"));
			renameSync(join(after.reports, "log"), join(before.reports, "log"));
			cpSync(join(after.reports, "receipts"), join(before.reports, "receipts"), { recursive: true });
		};
		expect(await verifyLog({ onProgress }, settings())).toMatchObject({ size: 600, receipts: 2, faults: [] });
	});

	it("finds no fault in a log that grows during the read", async () => {
		await sealMore(5);
		const sealing = (async () => {
			for (let night = 0; night < 6; night++) await sealMore(3);
		})();
		let done = false;
		void sealing.finally(() => (done = true));
		let rounds = 0;
		while (!done) {
			rounds++;
			expect((await verifyLog({}, settings())).faults).toEqual([]);
		}
		await sealing;
		expect(rounds).toBeGreaterThan(0);
		expect(await verifyLog({}, settings())).toMatchObject({ size: 30, faults: [] });
		expect(await remembered()).toBe(30);
	});
});
