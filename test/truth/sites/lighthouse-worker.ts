import { parentPort } from "node:worker_threads";
import { lighthouseFaults, lighthouseScores } from "./lighthouse-pages.ts";

const port = parentPort;
if (!port) throw new Error("lighthouse-worker is started as a worker thread, not by itself.");
port.on("message", ({ debugPort, url, asked }: { debugPort: number; url: string; asked: "faults" | "scores" }) => {
	const answer = asked === "faults" ? lighthouseFaults(debugPort, url) : lighthouseScores(debugPort, url);
	answer.then(
		(said) => port.postMessage({ said }),
		(error: Error) => port.postMessage({ error: error.message }),
	);
});
