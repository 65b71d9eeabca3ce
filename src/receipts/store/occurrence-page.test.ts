import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "#core/bytes.ts";
import { FULL } from "#core/long-form.testkit.ts";
import { listLine, type Occurrence } from "#core/occurrence.ts";
import { EvidenceFiles, EvidenceReader, packFound } from "./evidence-archive.ts";
import { readOccurrences } from "./occurrence-page.ts";
import { createReceipt } from "./receipt.ts";
import { exampleReport } from "./report.testkit.ts";

const archive = new EvidenceFiles(await mkdtemp(join(tmpdir(), "sightline-occurrences-")));

async function keep(occurrences: readonly Occurrence[]) {
	const packed = await packFound({ record: { occurrences }, occurrences });
	for (const each of packed) await archive.store(each);
	const list = { count: occurrences.length, sha256: await sha256Hex(occurrences.map(listLine).join("")) };
	return createReceipt({ ...exampleReport(), site: { pages: 2, list, templates: [] } }, packed[0].name);
}

const occurrence: fc.Arbitrary<Occurrence> = fc.record({
	check: fc.constantFrom("title", "lang", "alt"),
	outcome: fc.constantFrom("partial", "fail"),
	page: fc.constantFrom("https://a.example/", "https://a.example/b"),
	line: fc.integer({ min: 1, max: 99 }),
	excerpt: fc.string(),
	says: fc.string(),
	fix: fc.string(),
});

const ONE: Occurrence = {
	check: "title",
	outcome: "fail",
	page: "https://a.example/",
	excerpt: "<head>",
	says: "",
	fix: "",
};

describe("the list behind a receipt", () => {
	it("is returned in pages that together are complete and in order", async () => {
		const filter = fc.record({
			check: fc.constantFrom(undefined, "title", "none"),
			page: fc.constantFrom(undefined, "https://a.example/b"),
			limit: fc.integer({ min: 1, max: 7 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(occurrence, { maxLength: 20 }), filter, async (all, asked) => {
				const stored = await keep(all);
				const { check, page } = asked;
				const wanted = all.filter((each) => (check ?? each.check) === each.check && (page ?? each.page) === each.page);
				const got: Occurrence[] = [];
				let cursor: string | undefined;
				do {
					const part = await readOccurrences(stored, { ...asked, cursor }, archive);
					expect(part.total).toBe(wanted.length);
					got.push(...part.occurrences);
					cursor = part.nextCursor;
				} while (cursor !== undefined);
				expect(got).toEqual(wanted);
			}),
			{ numRuns: FULL ? 300 : 15 },
		);
	});

	it("is unpacked once for any length and number of pages", async () => {
		const count = FULL ? 200_001 : 50_001;
		const stored = await keep([{ ...ONE, says: "Unpacked once." }]);
		const { site, ...rest } = stored.receipt;
		const long = {
			...stored,
			receipt: { ...rest, ...(site && { site: { ...site, list: { count, sha256: "1".repeat(64) } } }) },
		};
		let reads = 0;
		const counting = new (class extends EvidenceReader {
			load = (name: string) => archive.load(name);
			override async *occurrenceLines() {
				reads++;
				for (let line = 1; line <= count; line++) yield listLine({ ...ONE, line }).trimEnd();
			}
		})();
		for (const cursor of [0, 3, 497, 40_000, count - 7, count]) {
			const { total, occurrences } = await readOccurrences(long, { limit: 7, cursor: String(cursor) }, counting);
			expect(total).toBe(count);
			const wanted = Array.from({ length: Math.min(7, count - cursor) }, (_, index) => cursor + index + 1);
			expect(occurrences.map(({ line }) => line)).toEqual(wanted);
		}
		expect(reads).toBe(1);
	});

	it("is refused if its bytes differ from the receipt's digest", async () => {
		const stored = await keep([{ ...ONE, says: "One." }]);
		const { site, ...rest } = stored.receipt;
		const list = { count: 1, sha256: "0".repeat(64) };
		const other = { ...stored, receipt: { ...rest, ...(site ? { site: { ...site, list } } : {}) } };
		for (let asked = 0; asked < 2; asked++)
			await expect(readOccurrences(other, { limit: 1 }, archive)).rejects.toMatchObject({ code: "list-changed" });
	});

	it("is reported as missing if it is not stored or the receipt has none", async () => {
		const all = { limit: 1 };
		const stored = await keep([{ ...ONE, says: "Never asked for before." }]);
		await archive.remove([stored.receipt.evidenceDigest]);
		await expect(readOccurrences(stored, all, archive)).rejects.toMatchObject({ code: "evidence-missing" });
		const ofOnePage = await createReceipt(exampleReport(), "e".repeat(64));
		await expect(readOccurrences(ofOnePage, all, archive)).rejects.toThrow("names no list of occurrences");
	});
});
