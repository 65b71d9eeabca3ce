// npm run truth:score [-- --own]: the ladder with its scores, and what each mutation does to the score of each site.
import { climbLadder, outOfBand, wrongOrderPairs } from "../ladder/ladder.ts";
import { basesOf, type Effect, measureMutations, medianOf, summaries, wrongEffects } from "./measure.ts";
import { ownSites, realSites } from "./mutated-sites.ts";

process.stdout.write(`${await ladderTable()}\n\n`);
const real = process.argv.includes("--own") ? undefined : await realSites();
if (!real) process.stdout.write("Without the real sites.\n");
const effects = await measureMutations([...(await ownSites()), ...(real ?? [])]);
process.stdout.write(`${mutationTable(effects)}\n\n${siteTable(effects)}\n`);
if (real)
	process.stdout.write(
		`${spreadOf(
			real.map(({ host }) => host),
			effects,
		)}\n`,
	);

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
	const rows = summaries(all).map(({ name, changes, rises }) => {
		const cells = [changes.length, rises, changes[0], medianOf(changes), changes.at(-1)];
		return `${name.padEnd(40)}${cells.map((cell) => String(cell ?? "–").padStart(7)).join("")}`;
	});
	const wrong = wrongEffects(all).map(
		({ mutation, host, base, change }) => `  ${mutation.name}: ${host} ${base} ${change > 0 ? "+" : ""}${change}`,
	);
	const head = `${"mutation".padEnd(40)}  sites  rises    min median    max`;
	return [head, ...rows, "", `Wrong: ${wrong.length}`, ...wrong].join("\n");
}

function siteTable(all: readonly Effect[]): string {
	return ["sites as they are", ...basesOf(all).map(([host, base]) => `${String(base).padStart(6)} ${host}`)].join("\n");
}

/** Of the real sites alone: ours have no faults. */
function spreadOf(hosts: readonly string[], all: readonly Effect[]): string {
	const scores = basesOf(all).flatMap(([host, base]) => (hosts.includes(host) ? [base] : []));
	const mean = scores.reduce((sum, each) => sum + each, 0) / scores.length;
	const variance = scores.reduce((sum, each) => sum + (each - mean) ** 2, 0) / scores.length;
	const deviation = Math.sqrt(variance).toFixed(1);
	return `${scores.length} real sites: median ${medianOf(scores)}, standard deviation ${deviation}, ${scores[0]} to ${scores.at(-1)}`;
}
