/** Measures programs and functions, interleaved with their floor, so that a slower machine affects both. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const TELL_COST = fileURLToPath(new URL("tell-cost.cjs", import.meta.url));

/** The packed command line, as users run it; `bench.ts` builds it first. */
export const PROGRAM = fileURLToPath(new URL("../../lib/sightline.js", import.meta.url));

export interface Cost {
	/** Of all threads, seconds. */
	readonly cpu: number;
	/** Seconds. */
	readonly wall: number;
	/** Peak resident memory, MiB. */
	readonly memory: number;
	readonly stdout: string;
}

export interface RunOptions {
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Exit codes that are no failure; 0 by default. */
	readonly codes?: readonly number[];
}

/** Runs a program by this Node. @throws Error when it ends with another exit code */
export function run(args: readonly string[], { cwd, env = {}, codes = [0] }: RunOptions = {}): Cost {
	const start = performance.now();
	const child = spawnSync(process.execPath, ["--require", TELL_COST, ...args], {
		cwd,
		env: { ...process.env, CI: "", LOG_SIGNING_KEY: "", ASTRO_TELEMETRY_DISABLED: "1", ...env },
		stdio: ["ignore", "pipe", "inherit", "pipe"],
		maxBuffer: 2 ** 30,
	});
	const wall = (performance.now() - start) / 1_000;
	if (!codes.includes(child.status ?? -1)) throw new Error(`node ${args.join(" ")} ended with ${child.status}.`);
	const [cpu = Number.NaN, memory = Number.NaN] = JSON.parse(String(child.output[3])) as number[];
	return { cpu, wall, memory, stdout: String(child.stdout) };
}

export interface Pair<T> {
	readonly ours: T;
	readonly floor: T;
}

export async function inTurn<T>(rounds: number, ours: () => T, floor: () => T): Promise<readonly Pair<Awaited<T>>[]> {
	const pairs: Pair<Awaited<T>>[] = [];
	for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), floor: await floor() });
	return pairs;
}

export const ratios = <T>(pairs: readonly Pair<T>[], of: (one: T) => number) =>
	pairs.map(({ ours, floor }) => of(ours) / of(floor));

/** CPU milliseconds of a call, of ten in a row: the clock of processor time is coarse. */
export function cpuMs(work: () => unknown): number {
	const calls = 10;
	const start = process.cpuUsage();
	for (let call = 0; call < calls; call++) work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000 / calls;
}

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
	return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
