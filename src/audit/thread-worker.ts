import { parentPort, workerData } from "node:worker_threads";
import { loadReader } from "#evidence/reading/readers.ts";
import type { ThreadWork } from "./thread-pool.ts";

const port = parentPort;
if (!port) throw new Error("thread-worker is started by the thread pool as a worker thread, not by itself.");

/** Milliseconds of processor time used before the work; shared with the pool. */
const began = workerData as Float64Array;

// An error here reaches the pool as the worker's error event.
port.on("message", async ({ kind, input }: ThreadWork) => {
	const work = kind === "evidence" ? await loadJudge() : await loadReader(kind);
	const { user, system } = process.threadCpuUsage();
	began[0] = (user + system) / 1_000;
	port.postMessage(await work(input as never));
});
port.postMessage("ready");

async function loadJudge() {
	const [{ assess }, { CHECKS }] = await Promise.all([import("./assess.ts"), import("#checks/registry.ts")]);
	return ({ body }: { readonly body: Uint8Array }) => assess(JSON.parse(new TextDecoder().decode(body)), CHECKS);
}
