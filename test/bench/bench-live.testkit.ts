/** The figures of the live API, from a built server in an Internet of the bench's own. */

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type RunningServer, startBuiltServer } from "../e2e/built-server.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import { buildInPlace } from "../e2e/site-build.testkit.ts";
import type { InternetHost } from "../internet/internet-world.testkit.ts";
import { openTestInternet, type TestInternet } from "../internet/test-internet.testkit.ts";
import type { BenchOrder } from "./bench-client.testkit.ts";

const AUDIT = "/api/v1/public/audit";
const ROUNDS = 7;
const ROUND_MS = 1500;
const CLIENTS = 16;
const SLOW_SITES = 200;
const SLOW_MS = 1500;
const page = (title: string) =>
	`<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Words of it.</p></main></html>`;

export interface LiveFigures {
	/** Requests a second of cached audits over those of a bare endpoint whose answers are as long; median of the rounds. */
	readonly throughput: number;
	readonly cachedPerSecond: number;
	readonly answerBytes: number;
	/** Under so many slow audits at once. */
	readonly slowSites: number;
	readonly statuses: Readonly<Record<string, number>>;
	/** Milliseconds. */
	readonly healthP99: number;
	readonly healthAsked: number;
	/** Peak resident memory before and during, MiB. */
	readonly memory: readonly [number, number];
}

export async function measureLive(): Promise<LiveFigures> {
	const routes = { "/bare": "test/bench/bare-endpoint.testkit.ts" };
	const samples = { SIGHTLINE_REPORTS: inRepository("samples"), SIGHTLINE_ADAPTER: "node" };
	const site = await buildInPlace(samples, routes);
	const data = await mkdtemp(join(tmpdir(), "sightline-bench-live-"));
	const internet = await openTestInternet({ hosts: hosts() });
	try {
		const environment = {
			SIGHTLINE_LIMITS: "burst=1000000/10s audit=1000000/1h reading=1000000/10s",
			SIGHTLINE_CONCURRENCY: "64",
		};
		const server = await startBuiltServer({ site, data, internet, environment });
		const throughput = await measureThroughput(server, internet);
		const load = await measureLoad(server);
		await server.stop();
		return { ...throughput, ...load };
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

/** Asked from inside: what leads there from outside would cost both the same, and hide the difference. */
async function measureThroughput(server: RunningServer, internet: TestInternet) {
	const first = await server.post(AUDIT, { domain: "shop.example.com" });
	const answerBytes = (await first.arrayBuffer()).byteLength;
	const order: BenchOrder = {
		origin: server.origin,
		asked: [
			{ path: AUDIT, body: { domain: "shop.example.com" } },
			{ path: "/bare", body: { bytes: answerBytes } },
		],
		rounds: ROUNDS,
		roundMs: ROUND_MS,
		clients: CLIENTS,
	};
	const client = inRepository("test/bench/bench-client.testkit.ts");
	const { stdout, stderr, code } = await internet.start([process.execPath, client, JSON.stringify(order)]).ended;
	if (code !== 0) throw new Error(`The client ended (${code}): ${stderr}`);
	const rounds = JSON.parse(stdout) as [number, number][];
	return {
		throughput: median(rounds.map(([ours, theirs]) => ours / theirs)),
		cachedPerSecond: median(rounds.map(([ours]) => ours)),
		answerBytes,
	};
}

async function measureLoad(server: RunningServer) {
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
	const sorted = waits.toSorted((a, b) => a - b);
	return {
		slowSites: SLOW_SITES,
		statuses,
		healthP99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
		healthAsked: waits.length,
		memory: [before, peakMiB(server.pid)] as const,
	};
}

/** Linux's own account of a process. */
function peakMiB(pid: number): number {
	return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
