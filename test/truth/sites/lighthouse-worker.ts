import { parentPort } from "node:worker_threads";
import { lighthouseFaults } from "./lighthouse-pages.ts";

const port = parentPort;
if (!port) throw new Error("lighthouse-worker is started as a worker thread, not by itself.");
port.on("message", ({ debugPort, url }: { debugPort: number; url: string }) => {
	lighthouseFaults(debugPort, url).then(
		(faults) => port.postMessage({ faults }),
		(error: Error) => port.postMessage({ error: error.message }),
	);
});
