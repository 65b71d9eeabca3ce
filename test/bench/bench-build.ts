/** Cost of a build relative to plain Astro with as many pages: cold, unchanged, and with a few new audits. */

import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRepository } from "../e2e/process.testkit.ts";
import { type BareSize, writeBareSite } from "./bare-site.testkit.ts";
import { addNight, benchHost, confirmNight, writeBuildLoad } from "./build-load.testkit.ts";
import type { Figure } from "./figures.ts";
import { type Cost, PROGRAM, run } from "./measure.ts";

const DOMAINS = Number(process.env.BENCH_DOMAINS ?? 300);

/** Folders with files of each domain and receipt. */
const OF_DOMAINS = /^\/(?:badge|brief|card|history|oembed|receipts|seal|share)\//;

export async function* measure(): AsyncGenerator<Figure> {
	const place = await mkdtemp(join(tmpdir(), "sightline-bench-build-"));
	const root = await mkdtemp(inRepository(".tmp-bench-build-"));
	try {
		yield* measureBuilds(root, join(place, "reports"), join(place, "data"));
	} finally {
		await Promise.all([place, root].map((path) => rm(path, { recursive: true, force: true })));
	}
}

async function* measureBuilds(root: string, reports: string, data: string): AsyncGenerator<Figure> {
	const env = {
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: data,
		SIGHTLINE_BASE_URL: "https://bench.example.com",
		SIGHTLINE_ADAPTER: "none",
	};
	const seal = () => run([PROGRAM, "seal"], { cwd: inRepository("."), env });
	const config = pathToFileURL(inRepository("astro.config.mjs")).href;
	await writeFile(join(root, "astro.config.mjs"), `export { default } from ${JSON.stringify(config)};\n`);
	await writeBuildLoad(reports, DOMAINS);
	seal();
	const cold = build(root, env);
	let files = await filesOf(join(root, "dist"));
	const pages = [...files.keys()].filter((path) => path.endsWith(".html")).length;
	const bare = await bareBuild(join(root, "bare"), { pages, files: 0 });
	const bareFiles = await bareBuild(join(root, "bare"), { pages, files: files.size - pages });
	const ofDomains = [...files].filter(([path]) => OF_DOMAINS.test(path));
	const bytes = ofDomains.reduce((sum, [, file]) => sum + file.bytes, 0);
	const here = ({ cpu, memory }: Cost) => `${cpu.toFixed(1)} s, ${memory.toFixed(0)} MiB`;
	const what = `a cold build of ${DOMAINS.toLocaleString("en")} domains`;
	const against = `Astro with as many pages (${pages})`;
	yield { id: "build.cold", what, against, unit: "x", values: [cold.cpu / bare.cpu], goal: 3, here: here(cold) };
	yield {
		id: "build.cold-files",
		what,
		against: "Astro with as many pages and files",
		unit: "x",
		values: [cold.cpu / bareFiles.cpu],
	};
	yield { id: "build.weight", what: "files of one domain", unit: "kB", values: [bytes / DOMAINS / 1000], goal: 120 };
	yield { id: "build.memory", what: `peak memory of ${what}`, unit: "MB", values: [cold.memory], goal: 900 };

	const again = async (id: string, changed: string, goal?: number): Promise<Figure> => {
		const cost = build(root, env);
		const now = await filesOf(join(root, "dist"));
		const count = changedFiles(files, now);
		files = now;
		const values = [cost.cpu / cold.cpu];
		return {
			id,
			what: `a build with ${changed}`,
			against: "the cold one",
			unit: "x",
			values,
			...(goal && { goal }),
			here: `${here(cost)}, ${count} files changed`,
		};
	};
	yield await again("build.unchanged", "nothing new", 0.1);
	await addNight(reports, [benchHost(97 % DOMAINS)], 1);
	seal();
	yield await again("build.one", "one domain audited again");
	await confirmNight(
		reports,
		Array.from({ length: DOMAINS }, (_, number) => benchHost(number)),
		2,
	);
	seal();
	yield await again("build.confirmed", "a night without new results");
}

const build = (root: string, env: Readonly<Record<string, string>> = {}) =>
	run([inRepository("node_modules/astro/bin/astro.mjs"), "build", "--silent"], { cwd: root, env });

/** Cost of a plain Astro build. */
async function bareBuild(directory: string, size: BareSize): Promise<Cost> {
	await writeBareSite(directory, size);
	const measured = build(directory);
	await rm(directory, { recursive: true });
	return measured;
}

interface BuiltFile {
	readonly bytes: number;
	readonly digest: string;
}

async function filesOf(directory: string): Promise<ReadonlyMap<string, BuiltFile>> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const files = new Map<string, BuiltFile>();
	for (const path of paths) {
		const bytes = await readFile(path);
		files.set(path.slice(directory.length), { bytes: bytes.length, digest: hash("sha256", bytes) });
	}
	return files;
}

function changedFiles(before: ReadonlyMap<string, BuiltFile>, after: ReadonlyMap<string, BuiltFile>): number {
	const gone = [...before.keys()].filter((path) => !after.has(path)).length;
	return gone + [...after].filter(([path, { digest }]) => before.get(path)?.digest !== digest).length;
}
