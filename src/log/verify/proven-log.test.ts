import { hash } from "node:crypto";
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { addTakenDown } from "#receipts/store/notices-file.ts";
import { recomputeLog } from "../audit/verify-log.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, ORIGIN } from "../seal/sealing.testkit.ts";
import { lookUpDomain } from "./proven-log.ts";

const LOGS = FULL ? 200 : 4;
const domainOf = (number: number) => `site-${number}.example.com`;

async function stateOf({ reports }: LogHome) {
	return parseCheckpoint(parseNote(await readFile(join(reports, "log/checkpoint"), "utf8")).text);
}

async function ask(home: LogHome, domain: string) {
	return lookUpDomain(await stateOf(home), domain, (path) => readFile(join(home.reports, "log", path)));
}

async function faults(home: LogHome) {
	const { audit } = await recomputeLog({ ...home, origin: ORIGIN, given: [] });
	return audit.faults.map(({ file, says }) => `${file}: ${says}`);
}

describe("the index of a log", () => {
	it("names exactly the newest receipt of every domain after any audits and removals", {
		timeout: 300_000,
	}, async () => {
		const steps = fc.array(
			fc.record({ site: fc.integer({ min: 0, max: 4 }), removed: fc.boolean(), sealed: fc.boolean() }),
			{ minLength: 1, maxLength: 10 },
		);
		const run = async (drawn: readonly { site: number; removed: boolean; sealed: boolean }[]) => {
			const home = await makeHome({ isIndexed: true });
			const newest = new Map<string, string>();
			for (const [at, { site, removed, sealed }] of drawn.entries()) {
				const domain = domainOf(site);
				newest.set(domain, await addReceipt(home.reports, at, domain));
				if (removed) {
					await sealLog({}, home);
					await addTakenDown(home.reports, await idsOf(home, domain));
					await rm(join(home.reports, "receipts", domain), { recursive: true });
					newest.delete(domain);
				}
				if (sealed) await sealLog({}, home);
			}
			await sealLog({}, home);
			expect(await faults(home)).toEqual([]);
			for (const domain of [0, 1, 2, 3, 4, 5].map(domainOf)) {
				const answer = await ask(home, domain);
				expect(answer?.covers).toBe((await stateOf(home)).size - 1);
				expect(answer?.newest?.receipt).toBe(newest.get(domain));
			}
			await rm(join(home.reports, ".."), { recursive: true });
		};
		await fc.assert(fc.asyncProperty(steps, run), { numRuns: LOGS, seed: 19 });
	});

	it("is refused for any flipped bit, which verify names", async () => {
		const home = await makeHome({ isIndexed: true });
		for (const number of [1, 2, 3]) await addReceipt(home.reports, number);
		await sealLog({}, home);
		const folder = join(home.reports, "log/index");
		for (const name of await readdir(folder)) {
			const bytes = await readFile(join(folder, name));
			for (let at = 0; at < bytes.length; at += FULL ? 1 : 29) {
				await writeFile(join(folder, name), bytes.with(at, (bytes[at] ?? 0) ^ 1));
				expect(await faults(home)).toEqual([`log/index/${name}: It differs from what the log binds.`]);
				await expect(ask(home, domainOf(2))).rejects.toMatchObject({ code: "log-inconsistent" });
			}
			await rm(join(folder, name));
			expect(await faults(home)).toEqual([`log/index/${name}: The file is missing.`]);
			await writeFile(join(folder, name), bytes);
		}
		expect(await faults(home)).toEqual([]);
	});

	it("is detected if it was signed but omits a receipt", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1, domainOf(1));
		await addReceipt(home.reports, 2, domainOf(2));
		await sealLog({}, home);
		// A log signed while the newest receipt was elsewhere.
		const older = await readFile(join(home.reports, "receipts", domainOf(2), await onlyFile(home, domainOf(2))));
		await rm(join(home.reports, "receipts", domainOf(2)), { recursive: true });
		await addReceipt(home.reports, 3, domainOf(3));
		await sealLog({}, home);
		expect((await ask(home, domainOf(2)))?.newest).toBeUndefined();
		await addReceipt(home.reports, 2, domainOf(2));
		expect(await readFile(join(home.reports, "receipts", domainOf(2), await onlyFile(home, domainOf(2))))).toEqual(
			older,
		);
		expect(await faults(home)).toEqual([
			expect.stringMatching(/^log\/index\/4: It does not list site-2\.example\.com/),
		]);
		expect((await sealLog({}, home)).added, "though nothing is new").toEqual({ audits: 0, rechecks: 0, files: 1 });
		expect(await faults(home)).toEqual([]);
		expect((await sealLog({}, home)).added.files).toBe(0);
	});

	it("does not trust the folder name for a receipt's domain", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		const there = (number: number) => join(home.reports, "receipts", domainOf(number));
		await cp(there(1), there(2), { recursive: true });
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 0 }, faulty: true });
		expect((await ask(home, domainOf(2)))?.newest).toBeUndefined();
		await rm(there(2), { recursive: true });
		await addTakenDown(home.reports, await idsOf(home, domainOf(1)));
		await rename(there(1), there(3));
		expect(await sealLog({}, home)).toMatchObject({ faulty: true });
		expect((await ask(home, domainOf(1)))?.newest).toBeUndefined();
		await rm(there(3), { recursive: true });
		await sealLog({}, home);
		expect(await faults(home)).toEqual([]);
	});

	it("does not list a removed receipt that came back", async () => {
		const home = await makeHome({ isIndexed: true });
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		await addTakenDown(home.reports, await idsOf(home, domainOf(1)));
		await rm(join(home.reports, "receipts", domainOf(1)), { recursive: true });
		await sealLog({}, home);
		await addReceipt(home.reports, 1);
		const returned = [expect.stringMatching(/^receipts\/.*was taken down\.$/)];
		expect(await faults(home)).toEqual(returned);
		await addReceipt(home.reports, 2);
		await sealLog({}, home);
		expect(await faults(home)).toEqual(returned);
	});

	it("is missing if the last leaf binds another file", async () => {
		const home = await makeHome();
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		expect(await ask(home, domainOf(1))).toBeUndefined();
		await addReceipt(home.reports, 2);
		await sealLog({}, { ...home, isIndexed: true });
		expect((await ask(home, domainOf(1)))?.newest?.index).toBe(0);
		await addReceipt(home.reports, 3);
		await sealLog({}, home);
		expect(await ask(home, domainOf(1))).toBeUndefined();
		expect(await faults(home)).toEqual([]);
	});
});

async function onlyFile({ reports }: LogHome, domain: string): Promise<string> {
	return (await readdir(join(reports, "receipts", domain)))[0] ?? "";
}

async function idsOf({ reports }: LogHome, domain: string): Promise<string[]> {
	const folder = join(reports, "receipts", domain);
	const files = await readdir(folder);
	return Promise.all(files.map(async (name) => hash("sha256", await readFile(join(folder, name)))));
}
