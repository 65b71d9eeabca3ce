import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { auditResultSchema } from "#core/audit-result.ts";
import { some } from "#core/long-form.testkit.ts";
import {
	createLog,
	DOMAIN,
	leafOf,
	sampleReceipt,
	type TestLog,
	writeReports,
} from "#log/verify/verify-receipt.testkit.ts";
import { missingRegistry } from "#test/registry.testkit.ts";
import type { Bundled } from "../../jobs/bundle.ts";
import { type PackedPackage, packPackage, unpackInto } from "./packed-package.testkit.ts";
import { inRepository, run, startCommand } from "./process.testkit.ts";

let root = "";
let packed: PackedPackage;
let installed = "";
/** The log whose keys the package contains. */
let log: TestLog;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-bundle-"));
	log = await createLog([leafOf(await sampleReceipt())]);
	const reports = join(root, "reports");
	await writeReports(reports, [], log);
	packed = await packPackage(reports);
	installed = await unpackInto(root, packed);
});

/** Too long to parse in process, so it needs the worker. */
async function longSite(): Promise<string> {
	const site = await mkdtemp(join(root, "site-"));
	const text = "<p>Words that stand in the page.</p>".repeat(20_000);
	await writeFile(
		join(site, "index.html"),
		`<!doctype html><html lang="en"><title>Long</title><main><h1>Long</h1>${text}</main>`,
	);
	return site;
}

describe("the packed package", () => {
	it("passes publint, and has less than 8 MB", async () => {
		const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
		expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
		expect((await stat(packed.tarball)).size).toBeLessThan(8_000_000);
	});

	it("depends on what its code imports, and on Astro only as a peer", async () => {
		const { dependencies, peerDependenciesMeta } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
		const own = JSON.parse(await readFile(inRepository("package.json"), "utf8")).dependencies;
		expect(own).toMatchObject(dependencies);
		expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["axe-core", "playwright-core", "satori", "zod"]));
		expect(Object.keys(dependencies)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/better-auth|^astro$/)]),
		);
		expect(peerDependenciesMeta).toEqual({ astro: { optional: true } });
	});

	it("contains licences, README and an executable", async () => {
		const { bin } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
		const licences = ["LICENSE", "lib/LICENSES.txt", "src/styles/fonts/LICENSE"];
		expect(packed.files).toEqual(expect.arrayContaining([...licences, "README.md", bin.sightline]));
		expect(packed.files.filter((path) => /\.(test|testkit|contract)\.ts$/.test(path))).toEqual([]);
		expect(await readFile(join(installed, bin.sightline), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
	});

	it("has every file named in its style sheets", async () => {
		const sheets = packed.files.filter((path) => path.endsWith(".css"));
		const named = sheets.map(async (sheet) => {
			const text = await readFile(join(installed, sheet), "utf8");
			return Array.from(text.matchAll(/\burl\("(?!data:)([^"]+)"\)/g), ([, url = ""]) =>
				posix.join(dirname(sheet), url),
			);
		});
		const all = (await Promise.all(named)).flat();
		expect(all).not.toEqual([]);
		expect(packed.files).toEqual(expect.arrayContaining(all));
	});

	it("works in an empty folder, including its worker", { timeout: 60_000 }, async () => {
		const audit = ["audit", "--dir", await longSite(), "--as", "long.example.com", "--json"];
		const { code, stdout, stderr } = await run([join(installed, "lib", "sightline.js"), ...audit]);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		const { occurrences: _, ...rest } = JSON.parse(stdout);
		const result = auditResultSchema.parse(rest);
		expect(result.findings.find((each) => each.id === "text-without-js")?.outcome).toBe("pass");
	});

	it.each(
		some(CHECKS, CHECKS.length)
			.filter((_, at) => at % 40 === 0)
			.map(({ id }) => id),
	)("explains %s with its examples", async (id) => {
		const { code, stdout } = await run([join(installed, "lib", "sightline.js"), "explain", id, "--json"]);
		expect(code).toBe(0);
		expect(JSON.parse(stdout).examples).not.toEqual([]);
	});

	it("gives advice on an old Node", async () => {
		const program = await readFile(join(installed, "lib", "sightline.js"), "utf8");
		const old = join(installed, "lib", "old.js");
		// Only the version differs: the check comes before features that old Node lacks.
		await writeFile(old, program.replace(/process\.versions\.node/, '"20.11.1"'));
		const { code, stderr } = await run([old, "--version"]);
		const { engines } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
		const says = `needs Node ${engines.node.replace(">=", "")} or newer`;
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
	});
});

describe("modules loaded at startup", () => {
	/** Packages and bytes of the files that a command loads. */
	async function loadedWith(entry: string) {
		const bundled = JSON.parse(await readFile(packed.account, "utf8")) as readonly Bundled[];
		const files = new Set<Bundled>();
		const walk = (file: Bundled) => {
			if (files.has(file)) return;
			files.add(file);
			for (const each of bundled) if (file.imports.includes(each.name)) walk(each);
		};
		walk(bundled.find(({ source }) => source === entry) ?? expect.fail(`no ${entry}`));
		const inputs = [...files].flatMap((file) => file.inputs);
		const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
		const bytes = [...files].reduce((sum, file) => sum + file.bytes, 0);
		const imports = [...files].flatMap((file) => file.imports);
		const unbundled = imports.filter((path) => !path.startsWith("node:") && bundled.every(({ name }) => name !== path));
		return { packages: new Set([...names, ...unbundled]), bytes, files: files.size };
	}

	it.each(["sightline", "main", "help"])("no package for src/cli/%s.ts", async (name) => {
		const { packages, bytes } = await loadedWith(`src/cli/${name}.ts`);
		expect([...packages]).toEqual([]);
		expect(bytes).toBeLessThan(100_000);
	});

	it("few files for an audit, because resolving takes longer than reading", async () => {
		expect((await loadedWith("src/cli/audit.ts")).files).toBeLessThan(13);
	});

	it.each([
		["audit.ts", []],
		["schedule.ts", ["kysely"]],
		["rescan.ts", ["undici"]],
		["seal.ts", []],
		["verify.ts", ["undici"]],
		["brief.ts", []],
		["explain.ts", []],
		["mcp.ts", ["@modelcontextprotocol/server"]],
	])("of what is heavy, for src/cli/%s only %j", async (name, own) => {
		const heavy = ["@modelcontextprotocol/server", "@octokit/rest", "aws4fetch", "cheerio", "kysely", "pg", "pg-boss"];
		const { packages, bytes } = await loadedWith(`src/cli/${name}`);
		expect([...heavy, "satori", "undici", "yaml"].filter((each) => packages.has(each))).toEqual(own);
		expect(bytes).toBeLessThan(own.includes("undici") ? 2_900_000 : 1_800_000);
	});
});

const missing = process.platform === "linux" ? missingRegistry() : "not Linux";

describe.skipIf(missing !== undefined)(`an installation by npm${missing ? ` (skipped: ${missing})` : ""}`, () => {
	it.each(["22", "24", "26"])("in an empty folder works under Node %s", { timeout: 300_000 }, async (version) => {
		const empty = await mkdtemp(join(root, `node-${version}-`));
		await writeFile(join(empty, "package.json"), "{}");
		const node = `node-linux-${process.arch}`;
		const install = [
			"npm",
			"install",
			"--prefix",
			empty,
			"--no-audit",
			"--no-fund",
			packed.tarball,
			`${node}@${version}`,
		];
		expect((await startCommand(install).ended).code).toBe(0);
		const program = [join(empty, "node_modules", node, "bin", "node"), join(empty, "node_modules/.bin/sightline")];
		const runHere = (...args: string[]) =>
			startCommand([...program, ...args], { SIGHTLINE_REPORTS: join(empty, "reports") }).ended;
		expect(await runHere("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("sightline <command>") });
		const audited = await runHere("audit", "--dir", await longSite(), "--as", "long.example.com", "--json");
		expect(audited.stderr).toBe("");
		expect(JSON.parse(audited.stdout).ok).toBe(true);
		const proof = join(empty, "p.tlog-proof");
		await writeFile(proof, await log.proof(0));
		expect(await runHere("verify", proof)).toMatchObject({ code: 0, stderr: "" });
	});
});

describe("verification by the package", () => {
	const verify = (settings: Record<string, string>, ...args: string[]) =>
		run([join(installed, "lib", "sightline.js"), "verify", ...args], settings);

	it("needs only a file, because the package has the log's key", async () => {
		const path = join(root, "p.tlog-proof");
		await writeFile(path, await log.proof(0));
		const { code, stdout, stderr } = await verify({ SIGHTLINE_REPORTS: join(root, "nowhere") }, path);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout.replaceAll(/\s+/g, " ")).toContain("a key pinned in this package");
	});

	it("does not trust keys in a downloaded folder", async () => {
		const reports = join(root, "handed-over");
		const receipt = await sampleReceipt();
		await writeReports(reports, [receipt], await createLog([leafOf(receipt)]));
		const forged = await verify({ SIGHTLINE_REPORTS: reports }, DOMAIN);
		expect(forged.code, "the pinned log's name, another key").toBe(1);
		await writeReports(reports, [receipt], await createLog([leafOf(receipt)], { origin: "other.example/log" }));
		expect(await verify({ SIGHTLINE_REPORTS: reports }, DOMAIN)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("This package knows that of audit.example.com/log"),
		});
	});
});
