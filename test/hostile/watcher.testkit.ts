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

/** The process's own figures. */
export interface InsideSample {
	readonly kind: "inside";
	readonly at: number;
	/** Memory beside the heap: buffers, and what native code holds for it. */
	readonly externalMiB: number;
	readonly heapMiB: number;
	/** Sockets, timers and requests that keep the event loop going. */
	readonly resources: number;
}

/** What native code has allocated, beside the heaps of V8, which may fill up to their limits before they are collected. */
export interface NativeSample {
	readonly kind: "native";
	readonly at: number;
	readonly mallocMiB: number;
}

export type Sample = HealthSample | MemorySample | InsideSample | NativeSample;

const [base = "", pid = "", everyMs = "10"] = process.argv.slice(2);
/** One address would hit the rate limit. */
const agents = Array.from(
	{ length: 40 },
	(_, at) => new Agent({ localAddress: `127.3.0.${at}`, connections: 2, headersTimeout: 0, bodyTimeout: 0 }),
);
let turn = 0;
const nextAgent = () => agents[turn++ % agents.length] as Agent;
const MIB = 1024 * 1024;
const ARENA = 64n * 1024n * 1024n;

const write = (sample: Sample) => process.stdout.write(`${JSON.stringify(sample)}\n`);
const now = () => performance.timeOrigin + performance.now();

/** The thread that a process began with has its number. */
function mainThreadMs(): number {
	const [ran = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
	return Number(ran) / 1e6;
}

async function fetchHealth(): Promise<void> {
	const [at, cpu] = [now(), mainThreadMs()];
	let status = 0;
	try {
		const answer = await request(`${base}/api/health`, { dispatcher: nextAgent() });
		await answer.body.dump();
		status = answer.statusCode;
	} catch {
		// No response: the status shows it.
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

/** glibc's heap, and its arenas, which alone begin at a multiple of 64 MiB. */
function lookAtMalloc(): void {
	let [kiB, isMalloc] = [0, false];
	for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
		const [, start, name] = /^([0-9a-f]+)-\S+(?: +\S+){4} *(.*)$/.exec(line) ?? [];
		if (start !== undefined) isMalloc = name === "[heap]" || (name === "" && BigInt(`0x${start}`) % ARENA === 0n);
		else if (isMalloc && line.startsWith("Rss:")) kiB += Number.parseInt(line.slice(4), 10);
	}
	write({ kind: "native", at: now(), mallocMiB: kiB / 1024 });
}

/** Repeats until the process ends. */
async function every(ms: number, work: () => Promise<void> | void): Promise<void> {
	for (;;) {
		await work();
		await pause(ms);
	}
}

process.stdout.write("ready\n");
await Promise.race([
	every(Number(everyMs), fetchHealth),
	every(20, lookOutside),
	every(2_000, lookAtMalloc),
	every(300, lookInside).catch(() => new Promise<never>(() => undefined)),
]).catch(() => process.exit(0));
