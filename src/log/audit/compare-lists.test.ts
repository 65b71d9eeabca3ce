import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "#core/json-object.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { addTakenDown, readTakenDown } from "#receipts/store/notices-file.ts";
import { withdrawFromRuns } from "#receipts/store/run-file.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, moment, ORIGIN, unchanged, writeRun } from "../seal/sealing.testkit.ts";
import { writeLog, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let home: LogHome;
let ids: string[] = [];
beforeEach(async () => {
	home = await makeHome();
	ids = [];
	for (let site = 0; site < 4; site++) ids.push(await addReceipt(home.reports, site));
	await sealLog({}, home);
});

/** Notices of the widest kind, which excuse nothing by themselves. */
const verify = async () => (await recomputeLog({ ...home, origin: ORIGIN, given: [] })).audit;
const faults = async () => (await verify()).faults.map(({ file, says }) => `${file}: ${says}`);
const at = (path: string) => join(home.reports, path);
const lose = (site: number) => rm(at(`receipts/site-${site}.example.com`), { recursive: true });
const isOf = (site: number) => (line: { readonly domain: string }) => line.domain === `site-${site}.example.com`;

describe("an absent receipt", () => {
	it("is excused only by the index of its leaf", async () => {
		await addTakenDown(home.reports, [ids[1] ?? ""]);
		await lose(1);
		await lose(2);
		await sealLog({}, home);
		expect(await readFile(at("log/withdrawn"), "utf8")).toBe("1\n");
		expect(await faults()).toEqual([expect.stringContaining("leaf 2 records")]);
		expect(await verify()).toMatchObject({ receipts: 2, withdrawn: 1 });
		expect(await readTakenDown(home.reports)).toEqual([ids[1]]);
	});

	it("is a fault after a removal until a seal has listed it", async () => {
		await lose(3);
		expect(await faults()).toEqual([expect.stringContaining("leaf 3 records")]);
		await addTakenDown(home.reports, [ids[3] ?? ""]);
		await sealLog({}, home);
		expect(await faults()).toEqual([]);
		expect(await sealLog({}, home)).toMatchObject({ size: 5, added: { audits: 0, rechecks: 0, files: 0 } });
	});

	it("is a fault if it is listed and comes back", async () => {
		await addTakenDown(home.reports, [ids[0] ?? ""]);
		await lose(0);
		await sealLog({}, home);
		await addReceipt(home.reports, 0);
		expect(await faults()).toEqual([expect.stringContaining("log/withdrawn says that leaf 0")]);
	});

	it("is not listed while its file exists", async () => {
		await addTakenDown(home.reports, ids);
		expect(await sealLog({}, home)).toMatchObject({ size: 4, added: { files: 0 } });
		expect(await faults()).toEqual([]);
	});
});

describe("a list that a leaf binds", () => {
	beforeEach(async () => {
		for (const site of [1, 3]) {
			await addTakenDown(home.reports, [ids[site] ?? ""]);
			await lose(site);
			await sealLog({}, home);
		}
	});

	it("is named for any flipped bit, and nothing is signed", async () => {
		expect(await faults()).toEqual([]);
		const bytes = await readFile(at("log/withdrawn"));
		for (let bit = 0; bit < bytes.length * 8; bit += FULL ? 1 : 11) {
			const changed = Buffer.from(bytes);
			changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			await writeFile(at("log/withdrawn"), changed);
			expect((await verify()).faults.map(({ file }) => file)).toContain("log/withdrawn");
		}
		await expect(sealLog({}, home)).rejects.toMatchObject({ code: "log-inconsistent" });
		await rm(at("log/withdrawn"));
		expect((await verify()).faults.map(({ file }) => file)).toContain("log/withdrawn");
	});

	it("excuses nothing by text appended to it", async () => {
		await writeFile(at("log/withdrawn"), "1\n3\n2\n");
		await lose(2);
		expect(await faults()).toEqual([expect.stringContaining("leaf 2 records")]);
		expect((await verify()).notes.join()).toContain("2 bytes that no leaf binds");
	});
});

function missingOf(line: string): string {
	const { run, domain, source, mode } = JSON.parse(line);
	return canonicalJson({ run, domain, source, mode, status: "missing", ok: false, says: "It did not end." });
}

describe("a run", () => {
	const night = async () => {
		const run = moment(100);
		const lines = ids.map((id, site) => ({
			...unchanged(id, moment(100 + site), run),
			domain: `site-${site}.example.com`,
		}));
		await writeRun(home.reports, run.slice(0, 10), lines);
		return at(`runs/${run.slice(0, 10)}.jsonl`);
	};

	it("is bound once it exists, and any flipped bit is found", async () => {
		const path = await night();
		expect(await sealLog({}, home)).toMatchObject({ added: { audits: 0, rechecks: 4, files: 1 } });
		expect(await faults()).toEqual([]);
		const bytes = await readFile(path);
		for (let bit = 3; bit < bytes.length * 8; bit += FULL ? 97 : 997) {
			const changed = Buffer.from(bytes);
			changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			await writeFile(path, changed);
			expect((await verify()).faults.map(({ file }) => file)).toEqual(["runs/2026-11-01.jsonl"]);
		}
		await rm(path);
		expect((await verify()).faults.map(({ file }) => file)).toEqual(["runs/2026-11-01.jsonl"]);
	});

	it("may lose only what a removal takes out", async () => {
		const path = await night();
		await sealLog({}, home);
		await withdrawFromRuns(at("runs"), isOf(2));
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		expect(await faults()).toEqual([]);
		const text = await readFile(path, "utf8");
		await writeFile(path, text.replace('"ok":true', '"ok":false'));
		expect(await sealLog({}, home)).toMatchObject({
			added: { files: 0 },
			faulty: true,
			notes: ["runs/2026-11-01.jsonl differs from what the log binds: restore it from git."],
		});
		expect(await faults()).toEqual([expect.stringContaining("One of its lines has changed")]);
	});

	it("is bound again after its missing sites are run again, merged or whole, and removed", async () => {
		const path = await night();
		const found = await readFile(path, "utf8");
		const lacks = found
			.split("\n")
			.map((line, site) => (site === 1 || site === 3 ? missingOf(line) : line))
			.join("\n");
		await writeFile(path, lacks);
		await sealLog({}, home);
		await withdrawFromRuns(at("runs"), isOf(1));
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		// As after a merge of 2 checkouts: the missing line stays beside the result.
		await writeFile(
			path,
			found +
				lacks
					.split("\n")
					.filter((line) => line.includes("missing"))
					.map((line) => `${line}\n`)
					.join(""),
		);
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		expect(await faults()).toEqual([]);
		await writeFile(path, found);
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 0 }, faulty: false });
		expect(await faults()).toEqual([]);
		await writeFile(path, lacks);
		expect(await sealLog({}, home)).toMatchObject({ faulty: true });
	});

	it("is bound again by one seal per removal, however many lines it took", async () => {
		const path = await night();
		await sealLog({}, home);
		await withdrawFromRuns(at("runs"), (line) => [0, 1, 2].some((site) => isOf(site)(line)));
		expect(await sealLog({}, home)).toMatchObject({
			added: { files: 1 },
			notes: [expect.stringContaining("bound again")],
		});
		expect((await verify()).notes.join()).toContain("1 run was bound again");
		const text = await readFile(path, "utf8");
		for (const edited of [
			text.replace('"source":"network"', '"source":"browser"'),
			text.replace('"ok":true', '"ok":false'),
		]) {
			await writeFile(path, edited);
			expect(await sealLog({}, home)).toMatchObject({ added: { files: 0 }, faulty: true });
			expect(await faults()).toEqual([expect.stringContaining("One of its lines has changed")]);
		}
		await writeFile(path, text);
		await withdrawFromRuns(at("runs"), isOf(3));
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		expect(await faults()).toEqual([]);
	});
});

describe("a policy", () => {
	const policy = "# nobody is asked\nquorum none\n";

	it("is bound by the next seal, and named for any flipped bit", async () => {
		await writeFile(at("log/policy.txt"), policy);
		expect((await verify()).notes.join()).toContain("No leaf binds log/policy.txt yet");
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, notes: [] });
		expect(await faults()).toEqual([]);
		for (let bit = 0; bit < policy.length * 8; bit += FULL ? 1 : 29) {
			const changed = Buffer.from(policy);
			changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			await writeFile(at("log/policy.txt"), changed);
			expect((await verify()).faults.map(({ file }) => file)).toContain("log/policy.txt");
		}
		await rm(at("log/policy.txt"));
		expect(await faults()).toEqual([expect.stringContaining("log/policy.txt: It is missing")]);
	});

	it("is bound and noted if it was changed or deleted", async () => {
		await writeFile(at("log/policy.txt"), policy);
		await sealLog({}, home);
		await writeFile(at("log/policy.txt"), "quorum none\n");
		expect(await sealLog({}, home)).toMatchObject({
			added: { files: 1 },
			notes: [expect.stringContaining("another one")],
		});
		expect(await faults()).toEqual([]);
		await rm(at("log/policy.txt"));
		expect(await sealLog({}, home)).toMatchObject({
			added: { files: 1 },
			notes: [expect.stringContaining("another one")],
		});
		expect(await faults()).toEqual([]);
		expect(await sealLog({}, home)).toMatchObject({ size: 7, added: { files: 0 } });
	});
});

it("a run without a time is never skipped", async () => {
	const leaf = { kind: "list" as const, name: "run/yesterday", digest: "0".repeat(64), size: 1, at: moment(1) };
	expect(await wrongFiles(await writeLog({ sizes: [1], leaves: [leaf] }))).toContain("log/run/yesterday");
});
