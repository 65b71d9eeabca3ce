import { parentPort, workerData } from "node:worker_threads";
import { LineReader, signatureCheck } from "./log-lines.ts";
import type { CounterData, FromCounter, ToCounter } from "./read-logs.ts";

const port = parentPort;
if (!port) throw new Error("log-worker is started by readLogs as a worker thread, not by itself.");

const { settings, now, byName } = workerData as CounterData;
const reader = new LineReader(settings, now, {
	...(byName ? { byName: askByName } : {}),
	bySignature: await signatureCheck(settings),
});
let answered: ((answer: boolean | undefined) => void) | undefined;

/** The main thread asks name servers and caches their responses for all threads. */
function askByName(token: string, address: string): Promise<boolean | undefined> {
	return new Promise((resolve) => {
		answered = resolve;
		send({ ask: "name", token, address });
	});
}

function send(message: FromCounter): void {
	port?.postMessage(message);
}

/** Reads blocks in order, even if one waits for a name. */
let turn = Promise.resolve();

// The main thread receives errors as the worker's error event.
port.on("message", (message: ToCounter) => {
	if ("answer" in message) answered?.(message.answer);
	else turn = turn.then(() => work(message));
});

async function work(message: Exclude<ToCounter, { readonly answer: unknown }>): Promise<void> {
	if ("finish" in message) send({ state: reader.state() });
	else {
		const block = Buffer.from(message.block, 0, message.length);
		send({ result: await reader.read(block, message.fields) });
	}
}
