/** The live API relative to a bare endpoint of the same server, and under many slow audits, in a test Internet. */

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RunningServer, startBuiltServer } from "../e2e/built-server.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import { buildInPlace } from "../e2e/site-build.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import type { Asked, BenchOrder, Rate } from "./bench-client.testkit.ts";
import type { Figure } from "./figures.ts";
import { median, quantile } from "./measure.ts";

const AUDIT = "/api/v1/public/audit";
const ROUNDS = 9;
/** All rounds must end before the cached audit expires after a minute. */
const ROUND_MS = 500;
const CLIENTS = 16;
const SLOW_SITES = 200;
const SLOW_MS = 1500;
const page = (title: string) =>
	`<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Words of it.</p></main></html>`;

/** Our endpoint relative to a bare one with equally long responses. */
interface Comparison {
	/** Requests a second, of each round. */
	readonly rates: readonly number[];
	/** Per round: the bare endpoint's CPU time per response divided by ours. */
	readonly cpu: readonly number[];
	/** Ours, median. */
	readonly perSecond: number;
	readonly bytes: number;
}

export async function* measure(): AsyncGenerator<Figure> {
	const missing = whyNoTestInternet();
	if (missing) return void process.stderr.write(`live is left out: ${missing}.\n`);
	const routes = { "/bare": "test/bench/bare-endpoint.testkit.ts" };
	const samples = { SIGHTLINE_REPORTS: inRepository("samples"), SIGHTLINE_ADAPTER: "node" };
	const site = await buildInPlace(samples, { routes });
	const data = await mkdtemp(join(tmpdir(), "sightline-bench-live-"));
	const internet = await openTestInternet({ hosts: hosts() });
	try {
		const environment = {
			SIGHTLINE_LIMITS: "burst=1000000/10s audit=1000000/1h reading=1000000/10s",
			SIGHTLINE_CONCURRENCY: "64",
			SIGHTLINE_CONNECTIONS_PER_ADDRESS: "1000",
		};
		const server = await startBuiltServer({ site, data, internet, environment });
		yield* measureServed(server, internet);
		yield* measureLoad(server);
		await server.stop();
	} finally {
		await internet.close();
		await Promise.all([site.place, data].map((place) => rm(place, { recursive: true, force: true })));
	}
}

function hosts(): Record<string, InternetHost> {
	const slow = Array.from({ length: SLOW_SITES }, (_, index): [string, InternetHost] => [
		`slow-${index}.example.com`,
		{ paths: { "/": { delayMs: SLOW_MS, body: page(`Slow ${index}`) }, "*": { delayMs: SLOW_MS, status: 404 } } },
	]);
	return { "shop.example.com": { paths: { "/": page("A shop") } }, ...Object.fromEntries(slow) };
}

/** Sends requests from inside, because the way from outside would cost both the same and hide the difference. */
async function* measureServed(server: RunningServer, internet: TestInternet): AsyncGenerator<Figure> {
	const domain = "shop.example.com";
	await (await server.post("/api/v1/public/brief", { domain })).arrayBuffer();
	const asked: Readonly<Record<string, Asked & { readonly what: string; readonly goal?: number }>> = {
		audit: { what: "a cached audit", path: AUDIT, body: { domain } },
		share: { what: "a live share page", path: `/share/${domain}/`, goal: 0.6 },
		static: { what: "a static page", path: "/api/" },
		health: { what: "health", path: "/api/health" },
	};
	const pairs = await Promise.all(
		Object.values(asked).map(async ({ path, body }) => {
			const ours = { path, body };
			const answer = await (ours.body ? server.post(ours.path, ours.body) : server.ask(ours.path));
			if (!answer.ok) throw new Error(`${ours.path} answered ${answer.status}.`);
			const bytes = (await answer.arrayBuffer()).byteLength;
			return { ours, bare: ours.body ? { path: "/bare", body: { bytes } } : { path: `/bare?bytes=${bytes}` } };
		}),
	);
	const order: BenchOrder = {
		origin: server.origin,
		pid: server.pid,
		pairs,
		rounds: ROUNDS,
		roundMs: ROUND_MS,
		clients: CLIENTS,
	};
	const client = inRepository("test/bench/bench-client.testkit.ts");
	const { stdout, stderr, code } = await internet.start([process.execPath, client, JSON.stringify(order)]).ended;
	if (code !== 0) throw new Error(`The client ended (${code}): ${stderr}`);
	const rounds = JSON.parse(stdout) as { readonly ours: Rate; readonly bare: Rate }[][];
	for (const [at, [id, { what, goal }]] of Object.entries(asked).entries()) {
		const { rates, cpu, perSecond, bytes } = comparisonOf(rounds.flatMap((round) => round[at] ?? []));
		const against = "a bare Astro endpoint with as many bytes";
		const here = `${perSecond.toFixed(0)} a second, ${bytes} bytes each; by processor time × ${median(cpu).toFixed(2)}`;
		const shown = {
			what: `${what}, requests a second`,
			against,
			unit: "x",
			values: rates,
			higherIsBetter: true,
			here,
		} as const;
		yield { id: `live.${id}`, ...shown, ...(goal && { goal }) };
	}
}

function comparisonOf(pairs: readonly { readonly ours: Rate; readonly bare: Rate }[]): Comparison {
	return {
		rates: pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond),
		cpu: pairs.map(({ ours, bare }) => bare.cpuEach / ours.cpuEach),
		perSecond: median(pairs.map(({ ours }) => ours.perSecond)),
		bytes: pairs[0]?.ours.bytes ?? Number.NaN,
	};
}

async function* measureLoad(server: RunningServer): AsyncGenerator<Figure> {
	const before = peakMiB(server.pid);
	const waits: number[] = [];
	let ended = false;
	const watch = async () => {
		while (!ended) {
			const asked = performance.now();
			await (await server.ask("/api/health")).arrayBuffer();
			waits.push(performance.now() - asked);
			await pause(10);
		}
	};
	const watching = watch();
	const asked = Array.from({ length: SLOW_SITES }, (_, index) =>
		server.post(AUDIT, { domain: `slow-${index}.example.com` }).then(async (answer) => {
			await answer.arrayBuffer();
			return answer.status;
		}),
	);
	const answers = await Promise.all(asked);
	ended = true;
	await watching;
	const statuses = Object.fromEntries(
		[...Map.groupBy(answers, (status) => status)].map(([status, all]) => [status, all.length]),
	);
	const what = `under ${SLOW_SITES} concurrent audits of slow sites`;
	const p99 = {
		unit: "ms",
		values: [quantile(waits, 0.99)],
		goal: 100,
		here: `of ${waits.length}; answers ${JSON.stringify(statuses)}`,
	} as const;
	yield { id: "live.health-p99", what: `health ${what}, 99th percentile`, ...p99 };
	yield {
		id: "live.memory",
		what: `peak memory of the server ${what}`,
		unit: "MB",
		values: [peakMiB(server.pid)],
		here: `${before.toFixed(0)} before`,
	};
}

/** Linux's own account of a process. */
function peakMiB(pid: number): number {
	return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
