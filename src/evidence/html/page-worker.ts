import { parentPort } from "node:worker_threads";
import { digestPage, type PageInput } from "./digest-page.ts";

/** A worker thread of `page-parser.ts`: says "ready" once, then answers each page with its digest. */

const port = parentPort;
if (!port) throw new Error("page-worker is started by page-parser as a worker thread, not by itself.");

// A defect that throws here reaches the parser as the worker's error event, with its stack.
port.on("message", (input: PageInput) => port.postMessage(digestPage(input)));
port.postMessage("ready");
