import { parentPort, workerData } from "node:worker_threads";
import { loadReader } from "./readers.ts";
import type { ThreadWork } from "./reading-pool.ts";

const port = parentPort;
if (!port) throw new Error("reading-worker is started by the reading pool as a worker thread, not by itself.");

/** Milliseconds of processor time used before reading; shared with the pool. */
const began = workerData as Float64Array;

// An error here reaches the pool as the worker's error event.
port.on("message", async ({ kind, input }: ThreadWork) => {
	const read = await loadReader(kind);
	const { user, system } = process.threadCpuUsage();
	began[0] = (user + system) / 1_000;
	port.postMessage(await read(input));
});
port.postMessage("ready");
