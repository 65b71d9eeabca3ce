// npm run truth:score [-- --own]: the ladder with its scores, and what each mutation does to the score of each site.
import { climbLadder, outOfBand, wrongOrderPairs } from "../ladder/ladder.ts";
import { type Effect, measureMutations, wrongEffects } from "./measure.ts";
import { ownSites, realSites } from "./mutated-sites.ts";
import { MUTATIONS } from "./mutations.ts";

process.stdout.write(`${await ladderTable()}\n\n`);
const real = process.argv.includes("--own") ? undefined : await realSites();
if (!real) process.stdout.write("Without the real sites.\n");
const effects = await measureMutations([...(await ownSites()), ...(real ?? [])]);
process.stdout.write(`${mutationTable(effects)}\n\n${siteTable(effects)}\n\n`);

async function ladderTable(): Promise<string> {
	const scores = await climbLadder();
	const wrong = new Set(outOfBand(scores));
	const rows = scores.map((each) => {
		const { rung, site, score } = each;
		const band = `${rung.min} to ${rung.max}`;
		return `${rung.name.padEnd(16)}${site.padEnd(24)}${String(score).padStart(6)}   ${band}${wrong.has(each) ? "  out of band" : ""}`;
	});
	return [...rows, `Out of band: ${wrong.size}; pairs in the wrong order: ${wrongOrderPairs(scores).length}`].join(
		"\n",
	);
}

function mutationTable(all: readonly Effect[]): string {
	const rows = MUTATIONS.map(({ name, atLeast }) => {
		const here = all.filter(({ mutation }) => mutation.name === name).map(({ change }) => change);
		const sorted = here.toSorted((a, b) => a - b);
		const rises = here.filter((change) => change > 0).length;
		const cells = [sorted.length, rises, sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
		const numbers = cells.map((cell) => String(cell ?? "–").padStart(7)).join("");
		return `${name.padEnd(40)}${numbers}${atLeast === undefined ? "" : `   at least ${atLeast.points}`}`;
	});
	const wrong = wrongEffects(all).map(
		({ mutation, host, base, change }) => `  ${mutation.name}: ${host} ${base} ${change > 0 ? "+" : ""}${change}`,
	);
	const head = `${"mutation".padEnd(40)}  sites  rises    min median    max`;
	return [head, ...rows, "", `Wrong: ${wrong.length}`, ...wrong].join("\n");
}

function siteTable(all: readonly Effect[]): string {
	const bases = new Map(all.map(({ host, base }) => [host, base]));
	const sorted = [...bases].toSorted(([, a], [, b]) => a - b);
	return ["sites as they are", ...sorted.map(([host, base]) => `${String(base).padStart(6)} ${host}`)].join("\n");
}
