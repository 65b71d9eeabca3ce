// Runs beside a server, in its network, as a process of its own: asks for its health every 10 ms, and looks at its memory
// and descriptors. One JSON line a sample on standard output.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";

export interface HealthSample {
	readonly kind: "health";
	/** When it was asked, milliseconds since 1970. */
	readonly at: number;
	/** Until the answer was read, milliseconds; 0 where none came. */
	readonly ms: number;
	readonly status: number;
	/** Processor time that the server's main thread used meanwhile, milliseconds: what held the answer up there. */
	readonly mainMs: number;
}

export interface MemorySample {
	readonly kind: "memory";
	readonly at: number;
	readonly rssMiB: number;
	readonly descriptors: number;
}

/** What the process says of itself. */
export interface InsideSample {
	readonly kind: "inside";
	readonly at: number;
	/** Memory beside the heap: buffers, and what native code holds for it. */
	readonly externalMiB: number;
	readonly heapMiB: number;
	/** Sockets, timers and requests that keep the event loop going. */
	readonly resources: number;
}

export type Sample = HealthSample | MemorySample | InsideSample;

const [base = "", pid = "", everyMs = "10"] = process.argv.slice(2);
/** One address alone would be asking too often. */
const agents = Array.from(
	{ length: 40 },
	(_, at) => new Agent({ localAddress: `127.3.0.${at}`, connections: 2, headersTimeout: 0, bodyTimeout: 0 }),
);
let turn = 0;
const nextAgent = () => agents[turn++ % agents.length] as Agent;
const MIB = 1024 * 1024;

const write = (sample: Sample) => process.stdout.write(`${JSON.stringify(sample)}\n`);
const now = () => performance.timeOrigin + performance.now();

/** The thread that a process began with has its number. */
function mainThreadMs(): number {
	const [ran = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
	return Number(ran) / 1e6;
}

async function askHealth(): Promise<void> {
	const [at, cpu] = [now(), mainThreadMs()];
	let status = 0;
	try {
		const answer = await request(`${base}/api/health`, { dispatcher: nextAgent() });
		await answer.body.dump();
		status = answer.statusCode;
	} catch {
		// Not answered at all: the status says so.
	}
	write({ kind: "health", at, ms: now() - at, status, mainMs: mainThreadMs() - cpu });
}

async function lookInside(): Promise<void> {
	const answer = await request(`${base}/metrics`, { dispatcher: nextAgent() });
	const text = await answer.body.text();
	const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
	write({
		kind: "inside",
		at: now(),
		externalMiB: read("nodejs_external_memory_bytes") / MIB,
		heapMiB: read("nodejs_heap_size_used_bytes") / MIB,
		resources: read("nodejs_active_resources_total"),
	});
}

function lookOutside(): void {
	const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
	write({ kind: "memory", at: now(), rssMiB: rss, descriptors: readdirSync(`/proc/${pid}/fd`).length });
}

/** Again and again, until the process is gone. */
async function every(ms: number, work: () => Promise<void> | void): Promise<void> {
	for (;;) {
		await work();
		await pause(ms);
	}
}

process.stdout.write("ready\n");
await Promise.race([
	every(Number(everyMs), askHealth),
	every(20, lookOutside),
	every(300, lookInside).catch(() => new Promise<never>(() => undefined)),
]).catch(() => process.exit(0));
