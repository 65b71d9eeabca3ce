import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { openSqliteFile } from "./sqlite-file.ts";

const FILES = 40;

/** Opens each of the new files as soon as the other threads have come to it; ends with the errors. */
const OPENER = `
const { parentPort, workerData: { arrived, threads, folder, module } } = require("node:worker_threads");
import(module).then(({ openSqliteFile }) => {
	const errors = [];
	for (let file = 0; file < arrived.length; file++) {
		Atomics.add(arrived, file, 1);
		while (Atomics.load(arrived, file) < threads);
		try {
			openSqliteFile(folder + "/" + file + ".sqlite").close();
		} catch (error) {
			errors.push(error.message);
		}
	}
	parentPort.postMessage(errors);
});`;

it("several processes can open a new file concurrently", async () => {
	const folder = await mkdtemp(join(tmpdir(), "sightline-sqlite-"));
	const arrived = new Int32Array(new SharedArrayBuffer(4 * FILES));
	const workerData = { arrived, threads: 2, folder, module: new URL("sqlite-file.ts", import.meta.url).href };
	const open = async () => (await once(new Worker(OPENER, { eval: true, workerData }), "message"))[0];
	expect(await Promise.all([open(), open()])).toEqual([[], []]);
	const database = openSqliteFile(join(folder, "0.sqlite"));
	expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
	database.close();
	await rm(folder, { recursive: true });
});
