// What an audit costs: the checks' share of its CPU, its requests, and how often it reads a page.
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
