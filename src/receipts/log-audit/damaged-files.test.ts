import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { flipped, type WrittenLog, whileChanged, writeLog, wrongFiles } from "./log.testkit.ts";
import { filesUnder } from "./log-listing.ts";
import { recountLog } from "./recount-log.ts";

const FULL = Boolean(process.env.SIGHTLINE_TEST_FULL);
const PATIENCE = FULL ? 3_600_000 : 60_000;
/** The full form changes every byte; the short one as many, spread over the file from its first byte to its last. */
const PLACES = 24;

function placesIn(length: number): number[] {
	const count = FULL ? length : Math.min(length, PLACES);
	return Array.from({ length: count }, (_, index) => Math.round((index * (length - 1)) / Math.max(1, count - 1)));
}

describe("a log of 20 leaves, signed by two keys", () => {
	let log: WrittenLog;
	beforeAll(async () => {
		log = await writeLog({ sizes: [6, 20], auditEvery: 10, keys: 2 });
	});

	it("has no faults", async () => {
		const { audit } = await recountLog(log);
		expect(audit).toMatchObject({ size: 20, earlierCheckpoints: 1, receipts: 2, pending: 0, notes: [], faults: [] });
		expect(audit.signedBy).toHaveLength(2);
	});

	it.each([
		"log/checkpoint",
		"log/checkpoints/6",
		"log/checkpoints/20",
		"log/vkeys",
		"log/tile/0/000.p/6",
		"log/tile/0/000.p/20",
		"log/tile/entries/000.p/6",
		"log/tile/entries/000.p/20",
	])("names %s, and nothing else, whichever byte of it is changed", { timeout: PATIENCE }, async (file) => {
		const { length } = await readFile(join(log.reports, file));
		for (const at of placesIn(length)) {
			for (const mask of FULL ? [1, 4, 32, 128, 255] : [1 << (at % 8)]) {
				const found = await whileChanged(
					log,
					file,
					(bytes) => flipped(bytes, at, mask),
					() => wrongFiles(log),
				);
				expect(found, `byte ${at}, mask ${mask}`).toEqual([file]);
			}
		}
	});

	it("names a receipt, and nothing else, whichever byte of it is changed", { timeout: PATIENCE }, async () => {
		const [file = ""] = (await filesUnder(join(log.reports, "receipts"))).map((path) => `receipts/${path}`);
		const { length } = await readFile(join(log.reports, file));
		for (const at of placesIn(length)) {
			const found = await whileChanged(
				log,
				file,
				(bytes) => flipped(bytes, at, 1 << (at % 8)),
				() => wrongFiles(log),
			);
			expect(found, `byte ${at}`).toEqual([file]);
		}
	});

	it("knows that the files which the test changes are all that there are", async () => {
		const files = await filesUnder(join(log.reports, "log"));
		expect(files.sort()).toHaveLength(8);
	});
});

describe("a log of 730 leaves with earlier checkpoints", () => {
	let log: WrittenLog;
	let files: string[] = [];
	beforeAll(async () => {
		log = await writeLog({ sizes: [100, 256, 300, 513, 700, 730], auditEvery: 60, keys: 2 });
		files = await filesUnder(log.reports);
	});

	it("has the file that was changed named, and nothing else", { timeout: PATIENCE }, async () => {
		const anywhere = fc.tuple(fc.constantFrom(...files.sort()), fc.nat(), fc.integer({ min: 1, max: 255 }));
		const isNamed = async ([file, place, mask]: [string, number, number]) => {
			const found = await whileChanged(
				log,
				file,
				(bytes) => flipped(bytes, place % bytes.length, mask),
				() => wrongFiles(log),
			);
			expect(found).toEqual([file]);
		};
		await fc.assert(fc.asyncProperty(anywhere, isNamed), { numRuns: FULL ? 2000 : 40 });
	});

	const changes: [string, (bytes: Buffer) => Uint8Array | undefined][] = [
		["is cut by a byte", (bytes) => bytes.subarray(0, -1)],
		["has a byte more", (bytes) => Buffer.concat([bytes, Buffer.from("\n")])],
		["is empty", () => new Uint8Array()],
		["is gone", () => undefined],
	];
	it.each(changes)("has each file named that %s", async (how, change) => {
		for (const file of files.filter((each) => each.startsWith("log/"))) {
			const found = await whileChanged(log, file, change, () => recountLog(log));
			const named = [...new Set(found.audit.faults.map((fault) => fault.file))];
			expect(named, file).toEqual(how === "is gone" && isForgotten(file) ? [] : [file]);
		}
	});

	/** Checkpoints that nothing else is left of: their partial tiles have become full; the newest is told in a note. */
	function isForgotten(file: string): boolean {
		return ["log/checkpoints/100", "log/checkpoints/256", "log/checkpoints/300", "log/checkpoints/730"].includes(file);
	}

	it("has every wrong file named where many are", { timeout: PATIENCE }, async () => {
		const tiles = files.filter((each) => each.startsWith("log/tile/"));
		const some = fc.subarray(tiles, { minLength: 2 });
		const areNamed = async (damaged: string[]) => {
			const found = await damageAll(damaged, () => wrongFiles(log));
			expect(found).toEqual(expect.arrayContaining(damaged));
		};
		await fc.assert(fc.asyncProperty(some, areNamed), { numRuns: FULL ? 500 : 8 });
	});

	it("has nothing named but what is wrong while the entries are whole", { timeout: PATIENCE }, async () => {
		const some = fc.subarray(files.filter((each) => /tile\/\d/.test(each) || each.includes("checkpoints/")));
		const areNamed = async (damaged: string[]) => {
			expect((await damageAll(damaged, () => wrongFiles(log))).sort()).toEqual([...damaged].sort());
		};
		await fc.assert(fc.asyncProperty(some, areNamed), { numRuns: FULL ? 500 : 8 });
	});

	/** Each in its middle. */
	async function damageAll<T>([first, ...rest]: readonly string[], look: () => Promise<T>): Promise<T> {
		if (first === undefined) return look();
		const change = (bytes: Buffer) => flipped(bytes, Math.floor(bytes.length / 2), 0x10);
		return whileChanged(log, first, change, () => damageAll(rest, look));
	}
});
