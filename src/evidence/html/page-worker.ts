import { parentPort } from "node:worker_threads";
import { digestPage } from "./digest-page.ts";
import type { ThreadWork } from "./page-parser.ts";

/** A worker thread of `page-parser.ts`: posts "ready" once, then answers each page or description with its digest. */

const port = parentPort;
if (!port) throw new Error("page-worker is started by page-parser as a worker thread, not by itself.");

// A defect that throws here reaches the parser as the worker's error event, with its stack.
port.on("message", async (work: ThreadWork) => port.postMessage(await read(work)));
port.postMessage("ready");

async function read(work: ThreadWork): Promise<unknown> {
	if (work.kind === "page") return digestPage(work.input);
	// Few sites have a description, and pages need not wait until YAML's parser is loaded.
	const { readApiDescription } = await import("../declared/api-description.ts");
	return readApiDescription(work.input);
}
