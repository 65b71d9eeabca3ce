import { readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { LogProgress } from "#core/verification.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, makeHome, moment, unchanged, writeRun } from "./sealing.testkit.ts";

let home: LogHome;
beforeEach(async () => {
	home = await makeHome();
});

describe("the index", () => {
	const indexOf = () => join(home.state, "index.sqlite");
	beforeEach(async () => {
		const receipt = await addReceipt(home.reports, 0);
		await writeRun(home.reports, "2026-11-01", [unchanged(receipt, moment(1)), unchanged(receipt, moment(2))]);
		await sealLog({}, home);
	});

	it("may be deleted, which only costs time", async () => {
		await rm(indexOf());
		expect(await sealLog({}, home)).toMatchObject({ size: 3, added: { audits: 0, rechecks: 0 } });
		await rm(indexOf());
		await addReceipt(home.reports, 7);
		expect(await sealLog({}, home)).toMatchObject({ size: 4, added: { audits: 1, rechecks: 0 } });
	});

	it("is rebuilt if it is damaged", async () => {
		await writeFile(
			indexOf(),
			"This is no database, and long enough for it to be seen as one that is damaged.".repeat(90),
		);
		for (const each of ["-wal", "-shm"]) await rm(`${indexOf()}${each}`, { force: true });
		await addReceipt(home.reports, 7);
		expect(await sealLog({}, home)).toMatchObject({ size: 4, added: { audits: 1, rechecks: 0 } });
	});

	it("catches up if another machine has sealed", async () => {
		const elsewhere = { ...home, state: join(home.state, "..", "elsewhere") };
		await addReceipt(home.reports, 7);
		expect(await sealLog({}, elsewhere)).toMatchObject({ size: 4, added: { audits: 1, rechecks: 0 } });
		await addReceipt(home.reports, 8);
		expect(await sealLog({}, home)).toMatchObject({ size: 5, added: { audits: 1, rechecks: 0 } });
	});

	it("is rebuilt for another log", async () => {
		const other = await makeHome();
		await addReceipt(other.reports, 55);
		await addReceipt(other.reports, 0);
		await sealLog({}, other);
		await rm(join(home.state, "index.sqlite"));
		await rename(join(other.state, "index.sqlite"), join(home.state, "index.sqlite"));
		expect(await sealLog({}, home)).toMatchObject({ size: 3, added: { audits: 0, rechecks: 0 } });
	});

	it("avoids reading files unchanged since they were sealed", async () => {
		const read = async () => {
			const reported: LogProgress[] = [];
			await sealLog({ onProgress: (progress) => reported.push(progress) }, home);
			return reported.filter(({ step }) => step === "receipts read").map(({ total }) => total);
		};
		expect(await read()).toEqual([]);
		await utimes(join(home.reports, "receipts", "site-0.example.com", "2026-11-01T00-00-00.000Z.json"), 0, 0);
		expect(await read()).toEqual([1]);
		expect(await read()).toEqual([]);
	});

	it("forgets the name of a removed receipt, while the log keeps its leaf", async () => {
		await rm(join(home.reports, "receipts"), { recursive: true });
		expect(await sealLog({}, home)).toMatchObject({ size: 3, added: { audits: 0, rechecks: 0 } });
		const bytes = await readFile(join(home.state, "index.sqlite"), "latin1");
		expect(bytes).not.toContain("site-0.example.com");
	});
});
