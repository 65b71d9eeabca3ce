// npm run bench: figures as ratios taken in one run, since absolute times say little about another machine.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = 11;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Tells the process's own peak memory on file descriptor 3 when it ends. */
const TELL_MEMORY =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))";

interface Measured {
	readonly wallMs: number;
	/** Peak resident memory, KiB. */
	readonly rss: number;
}

function run(args: readonly string[]): Measured {
	const start = performance.now();
	const child = spawnSync(process.execPath, ["--import", TELL_MEMORY, ...args], {
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	const wallMs = performance.now() - start;
	if (child.status !== 0) throw new Error(`node ${args.join(" ")} ended with ${child.status}.`);
	return { wallMs, rss: Number(child.output[3]?.toString() ?? Number.NaN) };
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Both in turn, so that a machine that slows down slows both. */
function compare(name: string, args: readonly string[], baseline: readonly string[]): string {
	const pairs = Array.from({ length: ROUNDS }, () => ({ ours: run(args), theirs: run(baseline) }));
	const wall = median(pairs.map(({ ours, theirs }) => ours.wallMs / theirs.wallMs));
	const rss = median(pairs.map(({ ours, theirs }) => ours.rss / theirs.rss));
	const ms = median(pairs.map(({ ours }) => ours.wallMs));
	const mib = median(pairs.map(({ ours }) => ours.rss)) / 1024;
	return `${name.padEnd(44)} wall x ${wall.toFixed(2)}  memory x ${rss.toFixed(2)}  (here ${ms.toFixed(0)} ms, ${mib.toFixed(0)} MiB)`;
}

/**
 * Wall time alone, by processes with nothing of ours in them but the program: what tells memory makes `node -e 0` slower,
 * and the ratio smaller than it is.
 */
function compareStart(name: string, args: readonly string[], environment: Record<string, string> = {}): string {
	const env = { ...process.env, ...environment };
	const time = (given: readonly string[]) => {
		const start = performance.now();
		const { status } = spawnSync(process.execPath, given, { stdio: ["ignore", "ignore", "inherit"], env });
		if (status !== 0) throw new Error(`node ${given.join(" ")} ended with ${status}.`);
		return performance.now() - start;
	};
	const pairs = Array.from({ length: ROUNDS }, () => ({ ours: time(args), theirs: time(["-e", "0"]) }));
	const wall = median(pairs.map(({ ours, theirs }) => ours / theirs));
	return `${name.padEnd(44)} wall x ${wall.toFixed(2)}  (here ${median(pairs.map(({ ours }) => ours)).toFixed(0)} ms)`;
}

const site = mkdtempSync(join(tmpdir(), "sightline-bench-"));
writeFileSync(
	join(site, "index.html"),
	`<!doctype html><html lang="en"><title>One page</title><main><h1>One page</h1><p>${"Words that stand in the page. ".repeat(40)}</p></main>`,
);
const audit = ["audit", "--dir", site, "--as", "bench.example.com", "--json"];
const bundled = spawnSync(process.execPath, [path("../../jobs/bundle.ts")], { stdio: "inherit" });
if (bundled.status !== 0) throw new Error("The bundle could not be built.");

process.stdout.write(`Whole processes against node -e 0, median of ${ROUNDS} pairs, Node ${process.version}\n`);
process.stdout.write(
	`${compare("a folder of one page, bundled", [path("../../lib/sightline.js"), ...audit], ["-e", "0"])}\n`,
);
process.stdout.write(
	`${compare("a folder of one page, from source", [path("../../src/cli/sightline.ts"), ...audit], ["-e", "0"])}\n`,
);
const program = path("../../lib/sightline.js");
process.stdout.write(`${compare("sightline --version, bundled", [program, "--version"], ["-e", "0"])}\n`);

process.stdout.write(`\nStarts of the bundle against node -e 0, median of ${ROUNDS} pairs; --help cold at most x 4\n`);
const cold = { NODE_DISABLE_COMPILE_CACHE: "1" };
process.stdout.write(`${compareStart("sightline --help, cold", [program, "--help"], cold)}\n`);
process.stdout.write(`${compareStart("sightline --help, by Node's compile cache", [program, "--help"])}\n`);
process.stdout.write(`${compareStart("a folder of one page, cold", [program, ...audit], cold)}\n`);
process.stdout.write(`${compareStart("a folder of one page, by the compile cache", [program, ...audit])}\n`);

process.stdout.write("\nThe log\n");
const sealing = spawnSync(process.execPath, [path("bench-seal.ts")], { stdio: "inherit" });
if (sealing.status !== 0) throw new Error("The log could not be measured.");

const takingIn = spawnSync(process.execPath, [path("bench-receipts.ts")], { stdio: "inherit" });
if (takingIn.status !== 0) throw new Error("Receipts could not be measured.");

process.stdout.write("\nThe site\n");
const building = spawnSync(process.execPath, [path("bench-build.ts")], { stdio: "inherit" });
if (building.status !== 0) throw new Error("Builds of the site could not be measured.");

process.stdout.write("\nAn audit\n");
const auditing = spawnSync(process.execPath, [path("bench-audit.ts")], { stdio: "inherit" });
if (auditing.status !== 0) throw new Error("Audits could not be measured.");

process.stdout.write("\nA whole site\n");
const reading = spawnSync(process.execPath, [path("bench-site.ts")], { stdio: "inherit" });
if (reading.status !== 0) throw new Error("Whole sites could not be measured.");

process.stdout.write("\nThe live API\n");
const serving = spawnSync(process.execPath, [path("bench-live.ts")], { stdio: "inherit" });
if (serving.status !== 0) throw new Error("The live API could not be measured.");

process.stdout.write("\nThe fleet\n");
const sharing = spawnSync(process.execPath, [path("bench-fleet.ts")], { stdio: "inherit" });
if (sharing.status !== 0) throw new Error("The fleet could not be measured.");
