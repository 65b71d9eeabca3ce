import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { formatVerifierKey, parseNote, signNote } from "#log/tlog/note.ts";
import { filesUnder } from "./findings.ts";
import { flipped, put, signerKey, type WrittenLog, whileChanged, writeLog, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

const PATIENCE = FULL ? 3_600_000 : 60_000;
/** The full test changes every byte with each mask; the short one changes so many bytes, spread over the file. */
const PLACES = 3;

function flips(length: number): { at: number; mask: number }[] {
	const count = FULL ? length : Math.min(length, PLACES);
	const places = Array.from({ length: count }, (_, number) =>
		Math.round((number * (length - 1)) / Math.max(1, count - 1)),
	);
	return places.flatMap((at, number) =>
		(FULL ? [1, 4, 32, 128, 255] : [1 << (number % 8)]).map((mask) => ({ at, mask })),
	);
}

describe("a log of 20 leaves, signed by two keys", () => {
	let log: WrittenLog;
	beforeAll(async () => {
		log = await writeLog({ sizes: [6, 20], auditEvery: 10, keys: 2 });
		const retired = await signerKey(9);
		await put(log.reports, "log/retired-vkeys", `${formatVerifierKey(retired)}\n`);
		const { text } = parseNote(await readFile(join(log.reports, "log/checkpoints/6"), "utf8"));
		await put(log.reports, "log/checkpoints/6", await signNote(text, [...log.keys, retired]));
	});

	it("is audited without faults", async () => {
		const { audit } = await recomputeLog(log);
		expect(audit).toMatchObject({ size: 20, earlierCheckpoints: 1, receipts: 2, pending: 0, notes: [], faults: [] });
		expect(audit.signedBy).toHaveLength(2);
	});

	it.each([
		"log/checkpoint",
		"log/checkpoints/6",
		"log/checkpoints/20",
		"log/vkeys",
		"log/retired-vkeys",
		"log/tile/0/000.p/6",
		"log/tile/0/000.p/20",
		"log/tile/entries/000.p/6",
		"log/tile/entries/000.p/20",
		"receipts/",
	])("with a changed byte in %s has that file named, and no other", { timeout: PATIENCE }, async (path) => {
		const [file = ""] = (await filesUnder(log.reports)).filter((each) => each.startsWith(path)).sort();
		const { length } = await readFile(join(log.reports, file));
		for (const { at, mask } of flips(length)) {
			const found = await whileChanged(
				log,
				file,
				(bytes) => flipped(bytes, at, mask),
				() => wrongFiles(log),
			);
			expect(found, `byte ${at}, mask ${mask}`).toEqual([file]);
		}
	});

	it("has only files that the test changes", async () => {
		const files = await filesUnder(join(log.reports, "log"));
		expect(files.sort()).toHaveLength(9);
	});
});

describe("a log of 730 leaves with earlier checkpoints", () => {
	let log: WrittenLog;
	let files: string[] = [];
	beforeAll(async () => {
		log = await writeLog({ sizes: [100, 256, 300, 513, 700, 730], auditEvery: 60, keys: 2 });
		files = await filesUnder(log.reports);
	});

	it("names exactly the file with a changed byte", { timeout: PATIENCE }, async () => {
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
		await fc.assert(fc.asyncProperty(anywhere, isNamed), { numRuns: FULL ? 2000 : 6 });
	});

	const changes: [string, (bytes: Buffer) => Uint8Array | undefined][] = [
		["is cut by a byte", (bytes) => bytes.subarray(0, -1)],
		["has a byte more", (bytes) => Buffer.concat([bytes, Buffer.from("\n")])],
		["is empty", () => new Uint8Array()],
		["is gone", () => undefined],
	];
	it.each(changes)("names the file that %s", async (how, change) => {
		for (const file of some(files.filter((each) => each.startsWith("log/")).toSorted(), 5)) {
			const found = await whileChanged(log, file, change, () => recomputeLog(log));
			const named = [...new Set(found.audit.faults.map((fault) => fault.file))];
			expect(named, file).toEqual(how === "is gone" && isForgotten(file) ? [] : [file]);
		}
	});

	/** Checkpoints without other traces: their partial tiles have become full; the newest is a note. */
	function isForgotten(file: string): boolean {
		return ["log/checkpoints/100", "log/checkpoints/256", "log/checkpoints/300", "log/checkpoints/730"].includes(file);
	}

	it("names one file of each damaged kind, or the root that was not reached", {
		timeout: PATIENCE,
	}, async () => {
		const tiles = files.filter((each) => each.startsWith("log/tile/"));
		const several = fc.subarray(tiles, { minLength: 2 });
		const areNamed = async (damaged: string[]) => {
			const found = await damageAll(damaged, () => wrongFiles(log));
			// If a bundle and its tile are both damaged, one is compared with the other.
			const isOpen = found.includes("log/checkpoint");
			const expected = damaged.filter((file) => !isOpen || !/tile\/(0|entries)/.test(file));
			expect(new Set(found.map(kindOf))).toEqual(new Set([...expected, ...found].map(kindOf)));
			if (isOpen) expect(found.some((file) => /tile\/(0|entries)/.test(file))).toBe(true);
			expect(found).toHaveLength(new Set(found.map(kindOf)).size);
		};
		await fc.assert(fc.asyncProperty(several, areNamed), { numRuns: FULL ? 500 : 3 });
	});

	it("with intact entries, names the first damaged file of each kind and counts the others", {
		timeout: PATIENCE,
	}, async () => {
		const several = fc.subarray(files.filter((each) => /tile\/\d/.test(each) || each.includes("checkpoints/")));
		const areNamed = async (damaged: string[]) => {
			const { audit } = await damageAll(damaged, () => recomputeLog(log));
			const kinds = Map.groupBy(damaged, kindOf);
			expect(audit.faults.map(({ file }) => kindOf(file)).sort()).toEqual([...kinds.keys()].sort());
			for (const { file, more = 0 } of audit.faults) {
				const alike = kinds.get(kindOf(file)) ?? [];
				expect(file).toBe(alike.toSorted(byPosition)[0]);
				expect(more).toBe(alike.length - 1);
			}
		};
		await fc.assert(fc.asyncProperty(several, areNamed), { numRuns: FULL ? 500 : 3 });
	});

	const kindOf = (file: string) =>
		file
			.split("/")
			.slice(0, -1)
			.join("/")
			.replace(/\/\d+\.p$/, "");

	/** Comparison order of a kind: the current tree's tile before narrower ones of the same place. */
	function byPosition(a: string, b: string): number {
		const [place = "", otherPlace = ""] = [a, b].map((file) => /\/(\d{3})/.exec(file)?.[1] ?? "");
		const width = (file: string) => Number(file.split("/").at(-1));
		return (
			place.localeCompare(otherPlace) || (place ? Number(isOlder(a)) - Number(isOlder(b)) : 0) || width(a) - width(b)
		);
	}
	const isOlder = (file: string) => file.includes(".p/") && !/\/(218|2)$/.test(file);

	/** Each in its middle. */
	async function damageAll<T>([first, ...rest]: readonly string[], look: () => Promise<T>): Promise<T> {
		if (first === undefined) return look();
		const change = (bytes: Buffer) => flipped(bytes, Math.floor(bytes.length / 2), 0x10);
		return whileChanged(log, first, change, () => damageAll(rest, look));
	}
});

/** More leaves than a tile of level 1 holds. */
const SIZE = 65_536 + 256 + 7;

if (FULL)
	describe("a log with tiles of level 2", () => {
		let log: WrittenLog;
		beforeAll(async () => {
			log = await writeLog({ sizes: [60_000, 65_536, 65_600, SIZE], auditEvery: 40_000 });
		}, 120_000);

		it("is audited without faults", { timeout: 60_000 }, async () => {
			const steps: number[] = [];
			const { audit } = await recomputeLog({ ...log, onProgress: ({ done }) => steps.push(done) });
			expect(audit).toMatchObject({ size: SIZE, earlierCheckpoints: 3, receipts: 2, faults: [], notes: [] });
			expect(steps).toContain(SIZE);
		});

		it.each([
			"log/tile/2/000.p/1",
			"log/tile/entries/256",
			"log/tile/1/000",
			"log/tile/1/001.p/1",
			"log/tile/0/255",
			"log/tile/0/257.p/7",
			"log/tile/entries/100",
		])("with a damaged %s has that file named, and no other", { timeout: 60_000 }, async (file) => {
			const middle = (bytes: Buffer) => flipped(bytes, bytes.length >> 1, 4);
			expect(await whileChanged(log, file, middle, () => wrongFiles(log))).toEqual([file]);
		});
	});
