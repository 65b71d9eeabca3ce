/** Cost of a whole site: folders of 1,000 and 10,000 pages, relative to a loop with parse5. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inRepository } from "../e2e/process.testkit.ts";
import { planSite, sourceOf } from "../truth/site-scale/site.ts";
import type { Figure } from "./figures.ts";
import { PROGRAM, run } from "./measure.ts";

/** Main parts of so many pages stand on one, by its number: 5 to 40 kB. */
const PARTS = 8;

export async function* measure(): AsyncGenerator<Figure> {
	const cpuEach: number[] = [];
	for (const size of [1_000, 10_000]) {
		const folder = mkdtempSync(join(tmpdir(), "sightline-bench-site-"));
		writePages(folder, size);
		const bare = run([inRepository("test/bench/bare-pages.testkit.ts"), folder]);
		const program = [PROGRAM, "audit", "--dir", folder, "--as", "bench.example.com", "--json"];
		// The generated sites have faults, so the exit code may be 1.
		const ours = run(program, { codes: [0, 1] });
		rmSync(folder, { recursive: true });
		cpuEach.push(ours.cpu / size);
		const pages = size.toLocaleString("en");
		const here = `${ours.cpu.toFixed(1)} s, floor ${bare.cpu.toFixed(1)} s`;
		const cpu = { unit: "x", against: "parse5 over the same files", goal: 2, here } as const;
		yield { id: `site.cpu-${size}`, what: `a folder of ${pages} pages, CPU`, values: [ours.cpu / bare.cpu], ...cpu };
		const half = { unit: "x", against: "half of its CPU time, as on two cores", goal: 1.2 } as const;
		yield {
			id: `site.wall-${size}`,
			what: `a folder of ${pages} pages, time`,
			values: [ours.wall / (ours.cpu / 2)],
			...half,
		};
		const memory = { unit: "MB", values: [ours.memory], goal: 300 } as const;
		yield { id: `site.memory-${size}`, what: `a folder of ${pages} pages, peak memory`, ...memory };
	}
	const [small = 1, large = 0] = cpuEach;
	const against = "a page of 1,000";
	yield { id: "site.linear", what: "a page of 10,000, CPU", against, unit: "x", values: [large / small], goal: 1.1 };
}

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
