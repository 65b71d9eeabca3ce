import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DISK, writeAll } from "./durable-file.ts";
import { createFailingDisk } from "./failing-disk.testkit.ts";

describe("writeAll", () => {
	it("writes and replaces many files without leftovers", async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-all-"));
		const files = Array.from({ length: 100 }, (_, at) => ({
			path: `${at % 3}/${at}`,
			data: Buffer.from(`file ${at}`),
		}));
		await writeAll(root, files);
		const done: number[] = [];
		await writeAll(root, [{ path: "0/0", data: Buffer.from("new") }], { onWritten: (count) => done.push(count) });
		expect(done).toEqual([1]);
		for (const { path, data } of files.slice(1)) expect(await readFile(join(root, path))).toEqual(data);
		expect(await readFile(join(root, "0/0"), "utf8")).toBe("new");
		expect(await readdir(root, { recursive: true })).toHaveLength(103);
	});

	it("makes every file and directory durable before it resolves", async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-all-"));
		const disk = await createFailingDisk(root, Number.POSITIVE_INFINITY, "lost");
		const files = ["a/b/c/1", "a/b/2", "a/3"].map((path) => ({ path, data: Buffer.from(path) }));
		await writeAll(root, files, { disk });
		await disk.powerLoss(0);
		for (const { path, data } of files) expect(await readFile(join(root, path))).toEqual(data);
	});

	it("stops after a failure, and throws it", async () => {
		const root = await mkdtemp(join(tmpdir(), "sightline-all-"));
		let created = 0;
		const disk = {
			...DISK,
			create() {
				created++;
				throw Object.assign(new Error("No space."), { code: "ENOSPC" });
			},
		};
		const files = Array.from({ length: 1000 }, (_, at) => ({ path: String(at), data: new Uint8Array(1) }));
		await expect(writeAll(root, files, { disk })).rejects.toThrow("No space.");
		expect(created).toBeLessThan(100);
	});
});
