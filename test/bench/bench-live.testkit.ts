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
import type { Asked, BenchOrder, Rate } from "./bench-client.testkit.ts";

const AUDIT = "/api/v1/public/audit";
const ROUNDS = 9;
/** All rounds together end before the cached audit does, after a minute. */
const ROUND_MS = 500;
const CLIENTS = 16;
const SLOW_SITES = 200;
const SLOW_MS = 1500;
const page = (title: string) =>
	`<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Words of it.</p></main></html>`;

export interface LiveFigures {
	/** What is served from what was kept, against a bare Astro endpoint of the same server. */
	readonly served: readonly Comparison[];
	/** Under so many slow audits at once. */
	readonly slowSites: number;
	readonly statuses: Readonly<Record<string, number>>;
	/** Milliseconds. */
	readonly healthP99: number;
	readonly healthAsked: number;
	/** Peak resident memory before and during, MiB. */
	readonly memory: readonly [number, number];
}

/** Ours over a bare endpoint whose answers are as long. */
export interface Comparison {
	readonly what: string;
	/** Requests a second. */
	readonly rate: Spread;
	/** The bare endpoint's processor time for an answer over ours: the same on a machine with time to spare. */
	readonly cpu: Spread;
	/** Ours, median. */
	readonly perSecond: number;
	readonly bytes: number;
}

/** Of the rounds. */
export interface Spread {
	readonly least: number;
	readonly median: number;
	readonly most: number;
}

export async function measureLive(): Promise<LiveFigures> {
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
		const served = await measureServed(server, internet);
		const load = await measureLoad(server);
		await server.stop();
		return { served, ...load };
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
async function measureServed(server: RunningServer, internet: TestInternet): Promise<readonly Comparison[]> {
	const domain = "shop.example.com";
	await (await server.post("/api/v1/public/brief", { domain })).arrayBuffer();
	const asked: Readonly<Record<string, Asked>> = {
		"a cached audit": { path: AUDIT, body: { domain } },
		"a live share page": { path: `/share/${domain}/` },
		"a static page": { path: "/api/" },
		health: { path: "/api/health" },
	};
	const pairs = await Promise.all(
		Object.values(asked).map(async (ours) => {
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
	return Object.keys(asked).map((what, at) => {
		const pairs = rounds.flatMap((round) => round[at] ?? []);
		return {
			what,
			rate: spreadOf(pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
			cpu: spreadOf(pairs.map(({ ours, bare }) => bare.cpuEach / ours.cpuEach)),
			perSecond: spreadOf(pairs.map(({ ours }) => ours.perSecond)).median,
			bytes: pairs[0]?.ours.bytes ?? Number.NaN,
		};
	});
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

function spreadOf(values: readonly number[]): Spread {
	const sorted = values.toSorted((a, b) => a - b);
	const at = (place: number) => sorted[Math.floor((sorted.length - 1) * place)] ?? Number.NaN;
	return { least: at(0), median: at(0.5), most: at(1) };
}
