// npm run soak: puts mixed load on a built server and measures whether its memory and handles grow.
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../e2e/built-server.testkit.ts";
import { openMailServer, SECRET } from "../e2e/people-stage.testkit.ts";
import { inRepository } from "../e2e/process.testkit.ts";
import { buildInPlace } from "../e2e/site-build.testkit.ts";
import { relay } from "../internet/relay.testkit.ts";
import { type Reading, trendOf } from "./flatness.testkit.ts";
import { type Door, MIXED_LOAD_HOSTS, mixedLoad, type Tally } from "./mixed-load.testkit.ts";
import { openProvingGround, type ProvingGround } from "./proving-ground.testkit.ts";
import type { Sample } from "./watcher.testkit.ts";

const HELP = `npm run soak [-- --minutes 30]: mixed load on a built server; exit code 1 where something that it holds on to grows.

Needs Linux, root, ip and openssl, as tests on an Internet of their own do.
`;

const { values } = parseArgs({
	options: { minutes: { type: "string", default: "30" }, help: { type: "boolean", default: false } },
});
if (values.help) {
	process.stdout.write(HELP);
	process.exit(0);
}
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new RangeError(`--minutes ${values.minutes} is no number above 0.`);
/** Of the time: caches fill, code is compiled. */
const WARM_UP = 0.2;
const INTERVALS = 30;

/** What is watched, how a figure is read from an interval's samples, and what growth counts as none, or where it ends. */
const WATCHED: readonly {
	readonly name: string;
	readonly read: (samples: readonly Sample[]) => readonly number[];
	readonly slack?: number;
	/** V8 lets its heaps grow to their limits: what docs/operating.md gives a server. */
	readonly most?: number;
}[] = [
	{
		name: "descriptors",
		read: (samples) => samples.flatMap((s) => (s.kind === "memory" ? s.descriptors : [])),
		slack: 10,
	},
	{ name: "heap, MiB", read: (samples) => samples.flatMap((s) => (s.kind === "inside" ? s.heapMiB : [])), slack: 10 },
	{
		name: "beside it, MiB",
		read: (samples) => samples.flatMap((s) => (s.kind === "inside" ? s.externalMiB : [])),
		slack: 10,
	},
	{
		name: "active resources",
		read: (samples) => samples.flatMap((s) => (s.kind === "inside" ? s.resources : [])),
		slack: 10,
	},
	{
		name: "malloc, MiB",
		read: (samples) => samples.flatMap((s) => (s.kind === "native" ? s.mallocMiB : [])),
		slack: 60,
	},
	{ name: "RSS, MiB", read: (samples) => samples.flatMap((s) => (s.kind === "memory" ? s.rssMiB : [])), most: 1_200 },
];

const site = await buildInPlace({ SIGHTLINE_REPORTS: inRepository("samples"), SIGHTLINE_ADAPTER: "node" });
const mail = await openMailServer();
const port = await freePort();
const home = `http://localhost:${port}`;
const unlimited = ["burst", "audit", "brief", "reading", "form", "sign-in", "key"].map((name) => `${name}=1000000/10s`);
const ground = await openProvingGround({
	site,
	prefix: "",
	hosts: MIXED_LOAD_HOSTS,
	environment: {
		SIGHTLINE_LIMITS: unlimited.join(" "),
		// As in the container image.
		MALLOC_ARENA_MAX: "2",
		SIGHTLINE_BASE_URL: home,
		SIGHTLINE_SECRET: SECRET,
		SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
		SMTP_FROM: "Sightline <audits@example.org>",
	},
	healthEvery: 50,
});
const bridge = await relay({ port }, { path: ground.server.socketPath ?? "" });
try {
	await ground.internet.reach(mail.port);
	process.exitCode = (await soak(ground, { home, mail })) ? 0 : 1;
} finally {
	bridge.close();
	await mail.close();
	await ground.close();
	await rm(site.place, { recursive: true, force: true });
}

async function soak(on: ProvingGround, door: Door): Promise<boolean> {
	const begun = Date.now();
	const over = new AbortController();
	const load = mixedLoad(on, door, over.signal);
	const headings = ["minute", ...WATCHED.map(({ name }) => name), "longest health, ms"];
	process.stdout.write(`| ${headings.join(" | ")} |\n|${" --- |".repeat(headings.length)}\n`);
	const series = WATCHED.map((): Reading[] => []);
	for (let interval = 0; interval < INTERVALS && on.isAlive(); interval++) {
		const since = Date.now();
		await pause((minutes * 60_000) / INTERVALS);
		tellInterval(on, begun, since, series);
	}
	const lived = on.isAlive();
	over.abort();
	const unanswered = tellTally(await load);
	if (!lived) process.stdout.write("The server has ended.\n");
	for (const kind of unanswered) process.stdout.write(`Never answered: ${kind}\n`);
	return tellTrends(series) && lived && unanswered.length === 0;
}

/** The least of an interval: what is left when everything that could be given back was. */
function tellInterval(on: ProvingGround, begun: number, since: number, series: Reading[][]): void {
	const minute = (Date.now() - begun) / 60_000;
	const samples = on.samples().filter(({ at }) => at >= since);
	const least = WATCHED.map(({ read }) => Math.min(...read(samples)));
	// A busy machine leaves some intervals without samples.
	for (const [at, value] of least.entries()) if (Number.isFinite(value)) series[at]?.push({ minute, value });
	const health = Math.max(0, ...samples.flatMap((each) => (each.kind === "health" ? each.ms : [])));
	const cells = [minute.toFixed(1), ...least.map((value) => value.toFixed(0)), health.toFixed(0)];
	process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

/** @returns the kinds that never got an answer: what they load is not under test */
function tellTally(tally: Tally): readonly string[] {
	process.stdout.write("\nAsked, by kind and answer:\n");
	for (const [key, count] of [...tally].toSorted()) process.stdout.write(`  ${key}: ${count}\n`);
	const kinds = Map.groupBy(tally.keys(), (key) => key.split(" ")[0] ?? "");
	return [...kinds].filter(([, keys]) => keys.every((key) => key.endsWith("no answer"))).map(([kind]) => kind);
}

function tellTrends(series: readonly (readonly Reading[])[]): boolean {
	const trends = WATCHED.map(({ name, slack = Number.POSITIVE_INFINITY, most = Number.POSITIVE_INFINITY }, at) => {
		const all = series[at] ?? [];
		const trend = trendOf(all.slice(Math.floor(all.length * WARM_UP)), slack);
		return { name, ...trend, isFine: trend.isFlat && all.every(({ value }) => value <= most) };
	});
	process.stdout.write("\n");
	for (const { name, first, last, perHour, isFine } of trends) {
		const change = `${first.toFixed(0)} to ${last.toFixed(0)}, ${perHour.toFixed(1)} an hour`;
		process.stdout.write(`${isFine ? "fine" : "GROWS"}: ${name} (${change})\n`);
	}
	return trends.every(({ isFine }) => isFine);
}
