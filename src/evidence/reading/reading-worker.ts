import { parentPort, workerData } from "node:worker_threads";
import { loadReader } from "./readers.ts";
import type { ThreadWork } from "./reading-pool.ts";

/** A worker thread of the reading pool: posts "ready" once, then answers each piece of work with what it read. */

const port = parentPort;
if (!port) throw new Error("reading-worker is started by the reading pool as a worker thread, not by itself.");

/** Shared with the pool: processor time, in milliseconds, that the thread had used when it began to read. */
const began = workerData as Float64Array;

// A defect that throws here reaches the pool as the worker's error event, with its stack.
port.on("message", async ({ kind, input }: ThreadWork) => {
	const read = await loadReader(kind);
	const { user, system } = process.threadCpuUsage();
	began[0] = (user + system) / 1_000;
	port.postMessage(await read(input));
});
port.postMessage("ready");
