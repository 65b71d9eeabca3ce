// Runs in a server's network, sends requests as fast as possible and prints the rates.
import { readFileSync } from "node:fs";
import { Pool } from "undici";

/** A request: POST with a body, else GET. */
export interface Asked {
	readonly path: string;
	readonly body?: unknown;
}

export interface BenchOrder {
	readonly origin: string;
	/** Process of the server, whose processor time is read. */
	readonly pid: number;
	/** Our endpoint, and the bare endpoint with as many bytes. */
	readonly pairs: readonly { readonly ours: Asked; readonly bare: Asked }[];
	readonly rounds: number;
	readonly roundMs: number;
	readonly clients: number;
}

/** Of one round. */
export interface Rate {
	readonly perSecond: number;
	/** Of the server's processor time, microseconds. */
	readonly cpuEach: number;
	/** Of one answer's body. */
	readonly bytes: number;
}

const order = JSON.parse(process.argv[2] ?? "") as BenchOrder;
// The same connections for all.
const pool = new Pool(order.origin, { connections: order.clients });
const TICK_MICROSECONDS = 10_000;

async function measure(asked: Asked, ms = order.roundMs): Promise<Rate> {
	const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked.body) };
	const options = asked.body === undefined ? { method: "GET" as const } : { ...post, method: "POST" as const };
	const begun = performance.now();
	const ticks = cpuTicks();
	let answered = 0;
	let bytes = 0;
	const client = async () => {
		while (performance.now() - begun < ms) {
			const answer = await pool.request({ path: asked.path, ...options });
			const body = await answer.body.arrayBuffer();
			if (answer.statusCode !== 200) throw new Error(`${asked.path} answered ${answer.statusCode}.`);
			bytes = body.byteLength;
			answered++;
		}
	};
	await Promise.all(Array.from({ length: order.clients }, client));
	const perSecond = answered / ((performance.now() - begun) / 1000);
	return { perSecond, cpuEach: ((cpuTicks() - ticks) * TICK_MICROSECONDS) / answered, bytes };
}

/** User and system time of all threads of the server, from Linux. */
function cpuTicks(): number {
	const fields = readFileSync(`/proc/${order.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
	return Number(fields[11]) + Number(fields[12]);
}

// Warm up once, then interleave, so that a slower machine affects both.
for (const { ours, bare } of order.pairs) for (const each of [ours, bare]) await measure(each);
const rounds: { ours: Rate; bare: Rate }[][] = [];
for (let round = 0; round < order.rounds; round++) {
	const rates: { ours: Rate; bare: Rate }[] = [];
	for (const { ours, bare } of order.pairs) rates.push({ ours: await measure(ours), bare: await measure(bare) });
	rounds.push(rates);
}
await pool.close();
process.stdout.write(JSON.stringify(rounds));
