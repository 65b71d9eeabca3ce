import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import { runSteps, type Step } from "../actions/runner.testkit.ts";
import { inRepository, run } from "./process.testkit.ts";
import { serveStatic } from "./static-host.testkit.ts";

const BASE_URL = "https://north-pier.github.io/wall";
const SAMPLE = "sample.example.com";

let root: string;
let wall: string;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-agency-"));
	wall = join(root, "wall");
	const packed = await unpackedPackage(join(root, "package"));
	const init = [join(packed, "lib", "sightline.js"), "init", wall, "--agency", "North Pier", "--base-url", BASE_URL];
	expect(await run(init)).toMatchObject({ code: 0, stderr: "" });
	await install(packed);
	expect(await command("npm run report")).toMatchObject({ code: 0, stderr: "" });
}, 240_000);
afterAll(() => rm(root, { recursive: true, force: true }));

/** The published package in a folder. */
async function unpackedPackage(place: string): Promise<string> {
	expect(await run([inRepository("jobs/package.ts"), place])).toMatchObject({ code: 0, stderr: "" });
	return place;
}

/** As `npm install` does: the packages that the repository and Sightline name and no others, here as links to those of the checkout. */
async function install(packed: string): Promise<void> {
	const named = JSON.parse(await text("package.json")).dependencies;
	const ours = JSON.parse(await readFile(join(packed, "package.json"), "utf8")).dependencies;
	for (const name of Object.keys({ ...named, ...ours })) {
		const place = join(wall, "node_modules", name);
		await mkdir(dirname(place), { recursive: true });
		if (name === "sightline") await cp(packed, place, { recursive: true });
		else await symlink(inRepository(`node_modules/${name}`), place);
	}
}

/** Runs a README command with this Node, without the tests' settings. */
async function command(line: string, environment: Record<string, string> = {}) {
	const own = Object.entries(process.env).filter(
		([name]) => !/^(SIGHTLINE_|LOG_|DATABASE_URL|NODE_|VITEST|npm_|CI$)/.test(name),
	);
	const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
	const env = { ...Object.fromEntries(own), PATH: path, npm_config_loglevel: "error", ...environment };
	const [program = "", ...args] = line.split(" ");
	return promisify(execFile)(program, args, { cwd: wall, env, maxBuffer: 1 << 26 }).then(
		({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
		({ code, stdout, stderr }) => ({ code, stdout, stderr }),
	);
}

const text = (path: string) => readFile(join(wall, path), "utf8");

describe("a repository made by sightline init, with what npm pack would publish", () => {
	it("shows the sample on the wall with the agency's brief, a badge and a proof", async () => {
		const page = load(await text("dist/wall/index.html"));
		expect(page(`a[href="/wall/brief/${SAMPLE}/"]`).text()).toBe(SAMPLE);
		const brief = await text(`dist/brief/${SAMPLE}/index.html`);
		expect(brief).toContain("North Pier");
		expect(brief).toContain("Audited from a folder");
		expect(await text(`dist/badge/${SAMPLE}.svg`)).toContain("from a folder");
		const [receipt = ""] = await readdir(join(wall, "dist/receipts")).then((names) =>
			names.filter((name) => name.endsWith(".json")),
		);
		expect(await text(`dist/receipts/${receipt.replace(".json", ".tlog-proof")}`)).toContain(
			"north-pier.github.io/wall/log",
		);
		// The receipt, the leaf that binds the lines of its run, and the domain index.
		expect(await text("dist/log/checkpoint")).toContain("north-pier.github.io/wall/log\n3\n");
		expect(await text("dist/favicon.svg")).toContain("<svg");
	});

	it("has no dead links below its path", async () => {
		const host = await serveStatic(join(wall, "dist"), "/wall/");
		try {
			const seen = new Set<string>();
			const missing: string[] = [];
			for (const start of ["", "wall/", `brief/${SAMPLE}/`, `brief/${SAMPLE}/findings/`, `share/${SAMPLE}/`, "log/"]) {
				const page = load(await (await fetch(host.home + start)).text());
				for (const element of page("[href], [src]")) {
					const address = new URL(page(element).attr("href") ?? page(element).attr("src") ?? "", host.home + start);
					if (address.origin !== new URL(host.home).origin || seen.has(address.pathname)) continue;
					seen.add(address.pathname);
					if (!(await fetch(address)).ok) missing.push(address.pathname);
				}
			}
			expect({ missing, isMuch: seen.size > 60 }).toEqual({ missing: [], isMuch: true });
		} finally {
			host.close();
		}
	});

	it("verifies its log with the README's command", async () => {
		const { code, stdout } = await command("npm run verify");
		expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("The log has no faults") });
	});

	it("runs its workflow like the runner, and pushes new data", async () => {
		const git = async (...args: string[]) => (await promisify(execFile)("git", args, { cwd: wall })).stdout;
		const origin = join(root, "origin.git");
		await git("init", "--quiet", "--initial-branch=main");
		await git("init", "--quiet", "--bare", "--initial-branch=main", origin);
		await git("remote", "add", "origin", origin);
		const person = ["-c", "user.name=A", "-c", "user.email=a@north.example"];
		await git("add", ".");
		await git(...person, "commit", "--quiet", "--message", "The wall");
		await git("push", "--quiet", "--set-upstream", "origin", "main");
		const { jobs } = parse(await text(".github/workflows/nightly.yml"));
		const steps = jobs.night.steps.filter(({ run }: Step) => run !== "npm ci");
		const result = await runSteps(steps, {
			workspace: wall,
			temp: await mkdtemp(join(root, "runner-")),
			github: { repository: "north-pier/wall", repository_owner: "north-pier", ref_name: "main", token: "" },
			contexts: { secrets: { LOG_SIGNING_KEY: (await text(".sightline/log/signing-key")).trim() } },
			env: { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
		});
		expect(result.conclusion, result.log).toBe("success");
		// The audit found the same again: behind the three, a recheck, what binds the lines of its run, and the index.
		expect(await git("show", "origin/main:reports/log/checkpoint")).toContain("north-pier.github.io/wall/log\n6\n");
		expect(await git("ls-tree", "-r", "--name-only", "origin/main")).not.toContain(".sightline");
	});

	it("builds no server: the package has none", async () => {
		const server = await command("npm run build", { SIGHTLINE_ADAPTER: "node" });
		expect(server).toMatchObject({ code: 2, stderr: expect.stringContaining("builds a site of files") });
	});

	it("builds without the sample, for another address, with its own page and file", async () => {
		await rm(join(wall, "sample"), { recursive: true });
		const watchlist = await text("reports/watchlist.json");
		await writeFile(join(wall, "reports/watchlist.json"), watchlist.replace(/^.*sample.*\n/m, ""));
		await mkdir(join(wall, "src/pages"), { recursive: true });
		await writeFile(join(wall, "src/pages/imprint.astro"), "<h1>Imprint</h1>");
		await mkdir(join(wall, "public"));
		await writeFile(join(wall, "public/favicon.svg"), "<svg>own</svg>");
		const brand = JSON.parse(await text("reports/agencies/north-pier.json"));
		const reachable = { ...brand, contact: "hello@north.example" };
		await writeFile(join(wall, "reports/agencies/north-pier.json"), JSON.stringify(reachable));
		const built = await command("npm run build", { SIGHTLINE_BASE_URL: "https://audits.north.example" });
		expect(built.code, built.stderr).toBe(0);
		expect(await text("dist/imprint/index.html")).toContain("Imprint");
		expect(await text("dist/favicon.svg")).toBe("<svg>own</svg>");
		expect(await text("dist/wall/index.html")).not.toContain(SAMPLE);
		const home = load(await text("dist/index.html"));
		expect(home('link[rel="canonical"]').attr("href")).toBe("https://audits.north.example/");
		const button = home(".agency-action a");
		expect([button.text(), button.attr("href")]).toEqual(["Contact North Pier", "mailto:hello@north.example"]);
	});
});
