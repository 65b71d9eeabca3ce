import { beforeAll, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { flipped, type WrittenLog, whileChanged, writeLog, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

/** More leaves than a tile of level 1 holds. */
const SIZE = 65_536 + 256 + 7;

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
		...(FULL
			? [
					"log/tile/entries/256",
					"log/tile/1/000",
					"log/tile/1/001.p/1",
					"log/tile/0/255",
					"log/tile/0/257.p/7",
					"log/tile/entries/100",
				]
			: []),
	])("with a damaged %s has that file named, and no other", { timeout: 60_000 }, async (file) => {
		const middle = (bytes: Buffer) => flipped(bytes, bytes.length >> 1, 4);
		expect(await whileChanged(log, file, middle, () => wrongFiles(log))).toEqual([file]);
	});
});
