// What an audit costs: the checks' share of its CPU, reading a page of HTML, its requests, and how often it reads a page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "parse5";
import { readPage } from "#evidence/html/digest-page.ts";
import { countRequests, measureCost } from "../truth/audit-cost.ts";
import { EXEMPLARY_SITES } from "../truth/exemplary-sites.ts";
import { siteFolders } from "../truth/sites/site-folders.ts";

const ROUNDS = 11;
/** Of different size and make. */
const REAL = [
	"birdland.com.tw",
	"datarecovery-sa.com",
	"flink.apache.org",
	"lilianweng.github.io",
	"www.capitalupfitters.com",
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const real = (siteFolders() ?? []).filter(({ host }) => REAL.includes(host));
if (real.length === 0) print("There are no real websites at ../shared/sites; only the exemplary ones are measured.");

print(`CPU of all checks in a light audit of a folder, median of ${ROUNDS} rounds`);
for (const site of real.length > 0 ? real : EXEMPLARY_SITES) {
	const { host, whole, checks, share } = await measureCost(site, ROUNDS);
	const here = `(here ${checks.toFixed(1)} of ${whole.toFixed(1)} ms)`;
	print(`${host.padEnd(44)} ${(100 * share).toFixed(1).padStart(5)} %  ${here}`);
}

print("\nRequests of a light audit, 24 at most, and pages that were read");
for (const site of [...EXEMPLARY_SITES, ...real]) {
	const { host, requests, read, pages } = await countRequests(site);
	print(`${host.padEnd(44)} ${String(requests).padStart(5)}  ${read.length} read, ${pages.length} in the evidence`);
}

print(`\nCPU of reading a home page whole against parse5 alone, median of ${ROUNDS} pairs`);
for (const { host, folder } of real.length > 0 ? real : EXEMPLARY_SITES) {
	const html = readFileSync(join(folder, "index.html"), "utf8");
	const pairs = Array.from({ length: ROUNDS }, () => ({
		whole: cpuMs(() => readPage(html, `https://${host}/`)),
		bare: cpuMs(() => parse(html)),
	}));
	const whole = median(pairs.map((pair) => pair.whole));
	const ratio = median(pairs.map((pair) => pair.whole / pair.bare));
	const here = `(here ${whole.toFixed(1)} ms of ${(html.length / 1024).toFixed(0)} KiB)`;
	print(`${host.padEnd(44)} x ${ratio.toFixed(2)}  ${here}`);
}

/** Milliseconds a call, of ten in a row: the clock of processor time is coarse. */
function cpuMs(work: () => unknown): number {
	const calls = 10;
	const start = process.cpuUsage();
	for (let call = 0; call < calls; call++) work();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000 / calls;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
