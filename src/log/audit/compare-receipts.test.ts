import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "#core/json-object.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { formatLeaf, isReceiptLeaf } from "#log/tlog/leaf.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { LogLeaves } from "./compare-receipts.ts";
import { filesUnder } from "./findings.ts";
import { put, type WrittenLog, writeLog, writeReceipt, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let log: WrittenLog;
let receipts: string[] = [];
beforeEach(async () => {
	log = await writeLog({ sizes: [5], auditEvery: 2 });
	receipts = (await filesUnder(join(log.reports, "receipts"))).map((path) => `receipts/${path}`).sort();
});

const idOf = (index: number) => log.leaves.filter(isReceiptLeaf)[index]?.receipt ?? "";
const audit = async (change: Partial<WrittenLog> = {}) => (await recomputeLog({ ...log, ...change })).audit;
const withdrawn = (ids: readonly string[], active: readonly string[] = []) => ({
	withdrawals: { ids: new Set(ids), active: new Set(active) },
});
/** File and domain of leaf 0. */
const [FIRST, DOMAIN] = ["receipts/site-0.example.com/2026-11-01T00-00-00.000Z.json", "site-0.example.com"];
const remove = (file: string) => rm(join(log.reports, file));

describe("receipts of the log", () => {
	it("are counted, including unsealed ones", async () => {
		expect(await audit()).toMatchObject({ receipts: 3, pending: 0, notes: [] });
		await writeReceipt(log.reports, "new.example.com", "2026-12-01T00:00:00.000Z");
		expect(await audit()).toMatchObject({
			receipts: 3,
			pending: 1,
			faults: [],
			notes: ["1 receipt is not sealed yet."],
		});
	});

	it("that are missing are a fault, named by time or, if a run file has it, by path", async () => {
		await remove(FIRST);
		const says = expect.stringContaining(`leaf 0 records the receipt ${idOf(0).slice(0, 16)}`);
		expect((await audit()).faults).toEqual([
			expect.objectContaining({ file: "receipts/*/2026-11-01T00-00-00.000Z*.json", says }),
		]);
		const run = log.leaves.filter(isReceiptLeaf)[0]?.auditedAt ?? "";
		const line: RunLine = {
			...{ run, domain: DOMAIN, source: "network", mode: "light", status: "recorded", ok: true },
			...{ auditedAt: run, receipt: idOf(0) },
		};
		await put(log.reports, "runs/2026-11-01.jsonl", `not JSON\n\n${canonicalJson(line)}\n`);
		expect((await audit()).faults).toEqual([expect.objectContaining({ file: FIRST, says })]);
	});

	it("that a notice names are a fault until the next seal lists their leaves", async () => {
		await remove(FIRST);
		const { faults } = await audit(withdrawn([idOf(0)]));
		expect(faults).toMatchObject([{ leaf: 0, todo: "Run npm run seal, which lists it in log/withdrawn." }]);
	});

	it("that were taken down and still exist are noted", async () => {
		expect(await audit(withdrawn([], [DOMAIN]))).toMatchObject({
			faults: [],
			notes: [`notices.json takes these down, but they are still here: ${FIRST}.`],
		});
		expect((await audit(withdrawn([]))).notes).toEqual([]);
	});

	it("that were replaced are named, and the others are not pending", async () => {
		await put(
			log.reports,
			FIRST,
			(await readFile(join(log.reports, FIRST), "utf8")).replace("<h2>Shop</h2>", "<h2>shop</h2>"),
		);
		expect(await audit()).toMatchObject({
			pending: 0,
			faults: [{ file: FIRST, says: "It is not the receipt that leaf 0 records for its time." }],
		});
	});

	it("that were moved or renamed to another time are named", async () => {
		await rename(join(log.reports, FIRST), join(log.reports, FIRST.replace("T00", "T01")));
		const found = await audit();
		expect(found.faults.map(({ file }) => file)).toContain(FIRST.replace("T00", "T01"));
	});

	it("that are not UTF-8 are named, even if they decode to the same text", async () => {
		const text = await readFile(join(log.reports, receipts[1] ?? ""));
		await put(
			log.reports,
			receipts[1] ?? "",
			Buffer.concat([text.subarray(0, 400), Buffer.from([0xff]), text.subarray(400)]),
		);
		expect((await audit()).faults).toEqual([
			{ file: receipts[1], says: "It is not UTF-8 text.", todo: "Restore it from git." },
		]);
	});
});

describe("a new receipt with the time of a damaged one", () => {
	it("is pending, and only the damaged one is a fault", async () => {
		await put(log.reports, FIRST, "damaged");
		await writeReceipt(log.reports, "new.example.com", log.leaves.filter(isReceiptLeaf)[0]?.auditedAt ?? "");
		expect(await wrongFiles(log)).toEqual([FIRST]);
		expect(await audit()).toMatchObject({ pending: 1 });
	});
});

describe("the leaves of a log", () => {
	const leaf = (kind: ReceiptLeaf["kind"], receipt: string, second = 0): Uint8Array =>
		formatLeaf({ kind, receipt: receipt.repeat(64), auditedAt: `2026-11-01T00:00:0${second}.000Z` });
	const faultsOf = (entries: readonly (Uint8Array | undefined)[]) => {
		const leaves = new LogLeaves();
		for (const [at, entry] of entries.entries()) leaves.add(at, entry);
		return leaves.faults.map(({ index, says }) => `${index}: ${says}`);
	};

	it("are an audit, then its rechecks, without duplicates", () => {
		const sound = [leaf("audit", "a"), leaf("recheck", "a", 1), leaf("audit", "b"), leaf("recheck", "a", 2)];
		expect(faultsOf(sound)).toEqual([]);
		// The missing leaf may be the audit.
		expect(faultsOf([undefined, leaf("recheck", "a", 1)])).toEqual([]);
	});

	it.each([
		["an audit twice", [leaf("audit", "a"), leaf("audit", "a")], "1: Leaf 1 is in the log twice."],
		[
			"a receipt with two times",
			[leaf("audit", "a"), leaf("audit", "a", 1)],
			"1: Leaf 1 records the receipt of leaf 0 again.",
		],
		[
			"a recheck twice",
			[leaf("audit", "a"), leaf("recheck", "a", 1), leaf("recheck", "a", 1)],
			"2: Leaf 2 is in the log twice.",
		],
		["a recheck of nothing", [leaf("recheck", "a")], "0: Leaf 0 rechecks a receipt that no leaf before it records."],
		[
			"a recheck before its audit",
			[leaf("recheck", "a", 1), leaf("audit", "a")],
			"0: Leaf 0 rechecks a receipt that no leaf before it records.",
		],
		[
			"nonsense",
			[new TextEncoder().encode("{}")],
			"0: Leaf 0 is not a leaf of this log. It is not the canonical JSON of an audit, a recheck or a list.",
		],
	])("are wrong with %s", (_, entries, says) => {
		expect(faultsOf(entries)).toEqual([says]);
	});
});

describe("a signed invalid leaf", () => {
	let bad: WrittenLog;
	beforeAll(async () => {
		const good = await writeLog({ sizes: [3] });
		const [first, second, third] = good.leaves.filter(isReceiptLeaf);
		if (!first || !second || !third) throw new Error("There are three leaves.");
		const leaves = [first, { ...second, auditedAt: third.auditedAt }, first];
		bad = await writeLog({ sizes: [3], leaves });
	});

	it("is a fault of its bundle", async () => {
		expect((await recomputeLog(bad)).audit.faults.map(({ file, says }) => `${file}: ${says}`)).toEqual([
			"log/tile/entries/000.p/3: Leaf 2 is in the log twice.",
			expect.stringContaining("Leaf 1 dates it 2026-11-01T00:00:02.000Z"),
		]);
	});
});
