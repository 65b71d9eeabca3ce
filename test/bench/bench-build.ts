// What a build of the site costs, against Astro alone with as many pages, and with as many pages and files: cold, again with
// nothing new, after a night in which everything was found the same, and with one domain in a hundred audited once more. `npm run bench` runs this file; `node test/bench/bench-build.ts 10000` builds more.
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BareSize, writeBareSite } from "./bare-site.testkit.ts";
import { addNight, benchHost, confirmNight, writeBuildLoad } from "./build-load.testkit.ts";

const domains = Number(process.argv[2] ?? 1000);
/**
 * Tells CPU time and peak memory of the whole process on file descriptor 3 when it ends. Linux counts the memory of the process
 * that started it in `maxRSS`, and its own alone in `VmHWM`.
 */
const TELL = `data:text/javascript,${encodeURIComponent(`
	import { existsSync, readFileSync, writeSync } from "node:fs";
	process.on("exit", () => {
		const usage = process.resourceUsage();
		const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
		const peak = Number(/^VmHWM:\\s+(\\d+) kB$/m.exec(status)?.[1] ?? usage.maxRSS);
		writeSync(3, JSON.stringify({ ...usage, maxRSS: peak }));
	});
`)}`;
const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const BASE_URL = "https://bench.example.com";

interface Measured {
	/** Of all threads, seconds. */
	readonly cpu: number;
	readonly mebibytes: number;
}

function run(args: readonly string[], cwd: string, environment: Record<string, string> = {}): Measured {
	const env = { ...process.env, CI: "", LOG_SIGNING_KEY: "", ASTRO_TELEMETRY_DISABLED: "1", ...environment };
	const child = spawnSync(process.execPath, ["--import", TELL, ...args], {
		cwd,
		env,
		stdio: ["ignore", "ignore", "inherit", "pipe"],
	});
	if (child.status !== 0) throw new Error(`node ${args.join(" ")} ended with ${child.status}.`);
	const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(String(child.output[3])) as NodeJS.ResourceUsage;
	return { cpu: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 };
}

const build = (root: string, environment?: Record<string, string>) =>
	run([inRepository("node_modules/astro/bin/astro.mjs"), "build", "--silent"], root, environment);

/** Of a site that Astro builds without us. */
async function bareBuild(directory: string, size: BareSize): Promise<Measured> {
	await writeBareSite(directory, size);
	const measured = build(directory);
	await rm(directory, { recursive: true });
	return measured;
}

/** Length and digest of each file of a built site. */
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

interface BuiltFile {
	readonly bytes: number;
	readonly digest: string;
}

function changed(before: ReadonlyMap<string, BuiltFile>, after: ReadonlyMap<string, BuiltFile>): number {
	const gone = [...before.keys()].filter((path) => !after.has(path)).length;
	return gone + [...after].filter(([path, { digest }]) => before.get(path)?.digest !== digest).length;
}

function tell(what: string, { cpu, mebibytes }: Measured, against: Measured, more = ""): void {
	const ratio = `CPU x ${(cpu / against.cpu).toFixed(2)}`;
	process.stdout.write(`${what.padEnd(44)} ${ratio}  (here ${cpu.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB)${more}\n`);
}

const place = await mkdtemp(join(tmpdir(), "sightline-bench-build-"));
const root = await mkdtemp(inRepository(".tmp-bench-build-"));
try {
	const [reports, data] = [join(place, "reports"), join(place, "data")];
	const settings = {
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: data,
		SIGHTLINE_BASE_URL: BASE_URL,
		SIGHTLINE_ADAPTER: "none",
	};
	const seal = () => run([inRepository("src/cli/sightline.ts"), "seal"], inRepository("."), settings);
	const config = pathToFileURL(inRepository("astro.config.mjs")).href;
	const project = `import config from ${JSON.stringify(config)};\nexport default { ...config, outDir: "./site" };\n`;
	await writeFile(join(root, "astro.config.mjs"), project);
	await writeBuildLoad(reports, domains);
	seal();
	const cold = build(root, settings);
	const first = await filesOf(join(root, "site"));
	const pages = [...first.keys()].filter((path) => path.endsWith(".html")).length;
	const size: BareSize = { pages, files: first.size - pages };
	const alone = await bareBuild(join(root, "bare"), { pages, files: 0 });
	const aloneWithFiles = await bareBuild(join(root, "bare"), size);

	process.stdout.write(`${domains} domains, ${pages} pages and ${size.files} other files\n`);
	const bytes = [...first.values()].reduce((sum, file) => sum + file.bytes, 0);
	const weight = `, ${(bytes / 2 ** 20).toFixed(0)} MiB of files`;
	tell("the whole site, against Astro's pages alone", cold, alone, `${weight}; the goal is x 2.5`);
	tell("the same, against Astro's pages and files", cold, aloneWithFiles);
	let last = first;
	const buildAgain = async (what: string, goal = "") => {
		const measured = build(root, settings);
		const now = await filesOf(join(root, "site"));
		tell(`${what}, against the whole site`, measured, cold, `, ${changed(last, now)} files changed${goal}`);
		last = now;
	};
	const hosts = (count: number) => Array.from({ length: count }, (_, place) => benchHost((place * 97) % domains));
	await buildAgain("nothing new", "; the goal is x 0.1");
	for (const [night, count] of [1, Math.max(1, Math.round(domains / 100))].entries()) {
		await addNight(reports, hosts(count), night + 1);
		seal();
		await buildAgain(`${count} audited again`, count === 1 ? "; the goal is 60" : "");
	}
	await confirmNight(
		reports,
		Array.from({ length: domains }, (_, place) => benchHost(place)),
		3,
	);
	seal();
	await buildAgain("all found the same");
} finally {
	await Promise.all([place, root].map((path) => rm(path, { recursive: true, force: true })));
}
