// What a whole site costs: a folder of 1,000 pages and one of 10,000, audited by the command line, against a loop that
// reads the same files by parse5. `npm run bench` runs this file.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { planSite, sourceOf } from "../truth/site-scale/site.ts";

const TELL_COST =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();writeSync(3,JSON.stringify([(u+s)/1e6,m/1024]))})";
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

interface Cost {
	readonly cpu: number;
	readonly wall: number;
	readonly mebibytes: number;
}

function run(args: readonly string[]): Cost {
	const start = performance.now();
	const child = spawnSync(process.execPath, ["--import", TELL_COST, ...args], {
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	const wall = (performance.now() - start) / 1_000;
	// The generated sites have faults of the site, of which the exit code tells.
	if (child.output[3] === null) throw new Error(`node ${args.join(" ")} ended with ${child.status}.`);
	const [cpu = Number.NaN, mebibytes = Number.NaN] = JSON.parse(String(child.output[3])) as number[];
	return { cpu, wall, mebibytes };
}

/** Main parts of so many pages stand on one, by its number: 5 to 40 kB. */
const PARTS = 8;

function writePages(folder: string, size: number): void {
	const site = planSite(5, size);
	const mainOf = (number: number) => {
		const page = site.pages[number % size];
		return page ? (/<main>(.*)<\/main>/s.exec(sourceOf(site, page))?.[1] ?? "").replaceAll("h1>", "h2>") : "";
	};
	for (const page of site.pages) {
		const parts = Array.from({ length: page.number % PARTS }, (_, part) => mainOf(page.number + part + 1));
		const file = join(folder, page.file);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(
			file,
			sourceOf(site, page).replace("</main>", () => `${parts.join("")}</main>`),
		);
	}
}

process.stdout.write(
	"A folder of pages against parse5 alone; wall time against half of the CPU, as two cores would take\n",
);
const each: number[] = [];
for (const size of [1_000, 10_000]) {
	const folder = mkdtempSync(join(tmpdir(), "sightline-bench-site-"));
	writePages(folder, size);
	const bare = run([path("bare-pages.testkit.ts"), folder]);
	const ours = run([
		path("../../src/cli/sightline.ts"),
		"audit",
		"--dir",
		folder,
		"--as",
		"bench.example.com",
		"--json",
	]);
	rmSync(folder, { recursive: true });
	each.push(ours.cpu / size);
	const ratios = `CPU x ${(ours.cpu / bare.cpu).toFixed(2)}  wall x ${(ours.wall / (ours.cpu / 2)).toFixed(2)}`;
	const here = `(here ${ours.cpu.toFixed(1)} s, ${ours.mebibytes.toFixed(0)} MiB)`;
	process.stdout.write(`${`${size.toLocaleString("en")} pages`.padEnd(44)} ${ratios}  ${here}\n`);
}
const [small = 1, large = 0] = each;
process.stdout.write(`a page of 10,000 against one of 1,000: CPU x ${(large / small).toFixed(2)}\n`);
