import { expect, it } from "vitest";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import { listLine, type Occurrence, type OccurrenceList } from "#core/occurrence.ts";
import type { Receipt } from "#core/receipt.ts";
import { type EvidenceArchive, packFound } from "./evidence-archive.ts";
import { createReceipt } from "./receipt.ts";
import { exampleReport } from "./report.testkit.ts";

/** Contract of every evidence archive. @param open creates an empty one, or reopens the one of that name */
export function evidenceArchiveContract(open: (name: string) => Promise<EvidenceArchive>): void {
	const record = (number: number) => ({ seen: number, text: "例え\u2028".repeat(1000) });
	const occurrences: Occurrence[] = Array.from({ length: 3_000 }, (_, at) => ({
		check: "title",
		outcome: "fail",
		page: `https://a.example/${at}`,
		file: `/somewhere/${at}.html`,
		excerpt: "例え\n",
		says: "It has none.",
		fix: "Add one.",
	}));
	const named = async (digests: readonly string[]): Promise<Receipt[]> =>
		Promise.all(digests.map(async (digest) => (await createReceipt(exampleReport(), digest)).receipt));
	const isThere = async (archive: EvidenceArchive, digest: string) => {
		const got = await archive.get(digest).catch((error) => error.code);
		return got !== "evidence-missing";
	};

	it("returns stored evidence by digest, also after reopening", async () => {
		const digest = await (await open("put")).put(record(1));
		expect(digest).toBe(await sha256Hex(canonicalJson(record(1))));
		expect(await (await open("put")).get(digest)).toEqual(record(1));
		expect(await (await open("put")).put({ text: record(1).text, seen: 1 })).toBe(digest);
	});

	it("stores the list of occurrences beside evidence, and detects a missing or changed one", async () => {
		const archive = await open("list");
		const packed = await packFound({ record: record(1), occurrences });
		for (const each of packed) await archive.store(each);
		const evidence = packed[0].name;
		const text = occurrences.map(listLine).join("");
		const named = { count: occurrences.length, sha256: await sha256Hex(text) };
		const read = async (list: OccurrenceList) => {
			const all: Occurrence[] = [];
			for await (const each of archive.occurrences(evidence, list)) all.push(each);
			return all;
		};
		expect(await read(named)).toEqual(occurrences.map(({ file: _file, ...rest }) => rest));
		await expect(read({ ...named, count: 1 })).rejects.toMatchObject({ code: "list-changed" });
		await expect(read({ ...named, sha256: "0".repeat(64) })).rejects.toMatchObject({ code: "list-changed" });
		expect(await archive.remove([evidence])).toBe(1);
		await expect(read(named)).rejects.toMatchObject({ code: "evidence-missing" });
		await archive.put(record(1));
		await expect(read(named)).rejects.toThrow("The list of all occurrences is not here.");
	});

	it("fails for missing evidence", async () => {
		const archive = await open("none");
		await expect(archive.get("0".repeat(64))).rejects.toMatchObject({
			code: "evidence-missing",
			message: expect.stringContaining("never saved here, or was deleted"),
		});
	});

	it("keeps the newest 2 of a series and the one just written", async () => {
		const archive = await open("prune");
		const digests = await Promise.all([5, 4, 3, 2, 1].map((number) => archive.put(record(number))));
		await archive.prune(await named(digests), digests[3] ?? "");
		expect(await Promise.all(digests.map((digest) => isThere(archive, digest)))).toEqual([
			true,
			true,
			false,
			true,
			false,
		]);
	});

	it("deletes permanently, and counts deleted records", async () => {
		const archive = await open("remove");
		const digests = await Promise.all([1, 2, 3].map((number) => archive.put(record(number))));
		const [first = "", second = "", third = ""] = digests;
		expect(await archive.remove([first, second, "0".repeat(64)])).toBe(2);
		expect(await archive.remove([first])).toBe(0);
		expect(await archive.remove([])).toBe(0);
		expect(await isThere(archive, first)).toBe(false);
		expect(await archive.get(third)).toEqual(record(3));
	});
}
