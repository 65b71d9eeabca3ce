// npm run sites: 20 whole sites of 1,000 to 10,000 pages with planted faults, each of which is to be found at its place.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuditor } from "#audit/auditor.ts";
import { readArguments } from "#cli/arguments.ts";
import { readEnvironment } from "#config/environment.ts";
import { EXIT, reportFailure } from "#config/exit-code.ts";
import { judgeSite, type SiteVerdict, writeSite } from "./judge-site.ts";
import { planSite } from "./site.ts";

const HELP = `npm run sites: audits whole sites with planted faults, and demands every fault at its file, line and column, and
no other. Takes about ten minutes.

Options
  -- --sites <n>  how many sites; 20 by default
  -- --help       print this text
`;

const SITES = 20;
const LEAST = 1_000;
const MOST = 10_000;
/** Shown of each kind of error. */
const SHOWN = 10;

try {
	const { options, help } = readArguments("npm run sites --", process.argv.slice(2), {
		options: { sites: { type: "string", value: "<n>", range: { from: 1, to: SITES }, says: "how many sites" } },
	});
	if (help) process.stdout.write(HELP);
	else process.exitCode = await run(Number(options.sites ?? SITES));
} catch (error) {
	process.exitCode = reportFailure(error, process.stderr);
}

async function run(sites: number): Promise<number> {
	process.stdout.write("site  pages  planted  missed  invented  CPU s  ms/page  wall s   MiB\n");
	let wrong = 0;
	const checks = new Set<string>();
	const auditor = await createAuditor(readEnvironment({}), { load: "lone" });
	for (let seed = 1; seed <= sites; seed++) {
		const size = Math.round(LEAST * (MOST / LEAST) ** ((seed - 1) / (SITES - 1)));
		const folder = await mkdtemp(join(tmpdir(), "sightline-sites-"));
		const site = planSite(seed, size);
		const expected = await writeSite(site, folder);
		const verdict = await judgeSite(auditor, site, folder, expected);
		for (const each of expected) checks.add(each.split(" ", 1)[0] ?? "");
		await rm(folder, { recursive: true });
		process.stdout.write(rowOf(seed, verdict));
		wrong += verdict.missed.length + verdict.invented.length + Math.abs(size - verdict.pages);
	}
	await auditor.close();
	const outcome = wrong === 0 ? "every one was found at its place, and no other" : `${wrong} are wrong`;
	process.stdout.write(`Faults of ${checks.size} checks were planted: ${outcome}.\n`);
	return wrong === 0 ? EXIT.fine : EXIT.under;
}

function rowOf(site: number, verdict: SiteVerdict): string {
	const { pages, planted, missed, invented, cpuSeconds, wallSeconds, mebibytes } = verdict;
	const numbers: readonly (readonly [number | string, number])[] = [
		[site, 4],
		[pages, 7],
		[planted, 9],
		[missed.length, 8],
		[invented.length, 10],
		[cpuSeconds.toFixed(1), 7],
		[((cpuSeconds * 1_000) / pages).toFixed(1), 9],
		[wallSeconds.toFixed(1), 8],
		[mebibytes.toFixed(0), 6],
	];
	const row = numbers.map(([value, width]) => String(value).padStart(width)).join("");
	const list = (what: string, all: readonly string[]) => all.slice(0, SHOWN).map((each) => `      ${what}: ${each}\n`);
	return [`${row}\n`, ...list("missed", missed), ...list("invented", invented)].join("");
}
