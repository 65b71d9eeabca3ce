import { parentPort, workerData } from "node:worker_threads";
import { loadReader } from "#evidence/reading/readers.ts";
import type { Case, PageJudge } from "./evaluate.ts";
import type { PageAnswer, PageRead } from "./page-reader.ts";
import type { ThreadWork } from "./thread-pool.ts";

const port = parentPort;
if (!port) throw new Error("thread-worker is started by the thread pool as a worker thread, not by itself.");

/** CPU time in milliseconds before the current work; shared with the pool. */
const began = workerData as Float64Array;

// The pool receives errors as the worker's error event.
port.on("message", async (sent: ThreadWork) => {
	const work = await load(sent);
	const { user, system } = process.threadCpuUsage();
	began[0] = (user + system) / 1_000;
	port.postMessage(await work(sent.input as never));
});
port.postMessage("ready");

async function load(sent: ThreadWork) {
	if (sent.kind === "evidence") return loadJudge();
	return sent.kind === "judged page" ? loadPageJudge(sent.site) : loadReader(sent.kind);
}

async function loadJudge() {
	const [{ assess }, { CHECKS }] = await Promise.all([import("./assess.ts"), import("#checks/registry.ts")]);
	return ({ body }: { readonly body: Uint8Array }) => assess(JSON.parse(new TextDecoder().decode(body)), CHECKS);
}

/** For the site that is being read. */
let judge: PageJudge | undefined;

const loadJudging = () =>
	Promise.all([
		import("./evaluate.ts"),
		import("#checks/registry.ts"),
		import("./page-reader.ts"),
		import("#evidence/collect-home.ts"),
		loadReader("page"),
	]);

let judging: ReturnType<typeof loadJudging> | undefined;

/** @param site as `PageJudge` writes it, if it has changed */
async function loadPageJudge(site: string | undefined) {
	judging ??= loadJudging();
	const [{ PageJudge }, { CHECKS }, { judgePage }, { inputOf, pageOf }, read] = await judging;
	return async (answer: PageAnswer): Promise<PageRead> => {
		if (site !== undefined) judge = new PageJudge(CHECKS, JSON.parse(site) as Case);
		if (!judge) throw new Error("A page came before its site.");
		return judgePage(pageOf(answer, await read(inputOf(answer))), judge, answer.isListed);
	};
}
