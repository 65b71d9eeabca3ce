import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { TARBALL, VERSION } from "#core/brand.ts";
import { some } from "#core/long-form.testkit.ts";
import { installers, requirePublished } from "./packed-command-line.ts";

/** The server's answers: path → body or status. */
const answers = new Map<string, string | Buffer | number>();
let server: Server;
let origin = "";
let root = "";

beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-install-"));
	server = createServer((request, response) => {
		const answer = answers.get(request.url ?? "") ?? 404;
		response.writeHead(typeof answer === "number" ? answer : 200, { "content-type": "application/json" });
		response.end(typeof answer === "number" ? "{}" : answer);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
afterEach(() => {
	answers.clear();
	vi.unstubAllEnvs();
});

describe("a package named in SIGHTLINE_CLI", () => {
	const published = (name: string, ...versions: string[]) =>
		JSON.stringify({
			name,
			"dist-tags": { latest: versions[0] },
			versions: Object.fromEntries(versions.map((version) => [version, { name, version, dist: { tarball: origin } }])),
		});
	const ask = (name: string) => {
		vi.stubEnv("npm_config_registry", `${origin}/`);
		vi.stubEnv("npm_config_fetch_retries", "0");
		vi.stubEnv("npm_config_cache", join(root, "npm-cache"));
		return requirePublished(name);
	};

	it.each(some(["@acme/sightline", "sightline"], 2))("is used if the registry has this version: %s", async (name) => {
		answers.set(`/${name.replace("/", "%2f")}`, published(name, VERSION, "0.0.1"));
		await expect(ask(name)).resolves.toBeUndefined();
	});

	const LACKING: [string, (name: string) => string | number, RegExp][] = [
		[
			"has other versions alone",
			(name) => published(name, "0.0.1", `${VERSION}-rc.1`),
			/No match found|no such version/,
		],
		["is unknown there", () => 404, /404|not found/i],
		["cannot be asked for", () => 500, /500/],
	];
	it.each(some(LACKING, 3))("is refused with the reason if it %s", async (_, answer, why) => {
		answers.set("/sightline", answer("sightline"));
		const error = await ask("sightline").catch((reason: unknown) => reason);
		expect(error).toMatchObject({ code: "input-invalid" });
		expect(String(error)).toContain(`SIGHTLINE_CLI: npm does not find sightline@${VERSION}.`);
		expect(String(error)).toMatch(why);
	});
});

const shell = ["/bin/dash", "/usr/bin/dash"].find((path) => spawnSync(path, ["-c", ":"]).status === 0) ?? "sh";

describe(`the install script, run by ${shell}`, () => {
	let tarball: Buffer;
	beforeAll(async () => {
		const made = await mkdtemp(join(root, "package-"));
		const manifest = { name: "sightline", version: VERSION, bin: "program.js" };
		await writeFile(join(made, "package.json"), JSON.stringify(manifest));
		await writeFile(join(made, "program.js"), `#!/usr/bin/env node\nconsole.log("${VERSION}");\n`);
		await promisify(execFile)("npm", ["pack", made, "--silent", "--pack-destination", made]);
		tarball = await readFile(join(made, `sightline-${VERSION}.tgz`));
	});

	async function script(base = origin, sha256 = hash("sha256", tarball)): Promise<string> {
		const path = join(await mkdtemp(join(root, "script-")), "install.sh");
		await writeFile(path, (await installers(base, sha256)).get("install.sh") ?? "");
		return path;
	}

	async function run(path: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) {
		const env = { ...process.env, npm_config_registry: `${origin}/`, ...settings };
		return new Promise<{ code: number; output: string }>((resolve) => {
			execFile(shell, [path, ...args], { env }, (error, stdout, stderr) =>
				resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
			);
		});
	}

	/** A PATH with these system programs and our `node`. */
	async function pathWith(node: string | undefined): Promise<string> {
		const bin = await mkdtemp(join(root, "bin-"));
		for (const name of ["cat", "mktemp", "rm", "mkdir", "curl", "sha256sum"])
			await symlink(`/usr/bin/${name}`, join(bin, name));
		if (node === undefined) return bin;
		for (const name of ["node", "npm"]) {
			await writeFile(join(bin, name), `#!/bin/sh\necho ${node}\n`);
			await chmod(join(bin, name), 0o755);
		}
		return bin;
	}

	it("installs into a folder with a space in its name, says what to add to PATH, and uninstalls", async () => {
		answers.set(`/${TARBALL}`, tarball);
		const prefix = join(await mkdtemp(join(root, "prefix-")), "my tools");
		const path = await script();
		const installed = await run(path, ["--prefix", prefix]);
		expect(installed).toMatchObject({
			code: 0,
			output: expect.stringContaining(`Installed sightline ${VERSION}: ${prefix}/bin/sightline`),
		});
		expect(installed.output).toContain(`Add ${prefix}/bin to your PATH`);
		expect(await run(path, [`--prefix=${prefix}`, "--uninstall"])).toMatchObject({ code: 0 });
		expect(await readdir(join(prefix, "bin"))).toEqual([]);
		expect(await run(path, ["--uninstall", "--prefix", prefix])).toEqual({
			code: 1,
			output: `install.sh: There is no sightline in ${prefix}. Name the folder with --prefix.\n`,
		});
	});

	it("installs nothing if the tarball differs or is missing", async () => {
		const prefix = await mkdtemp(join(root, "prefix-"));
		answers.set(`/${TARBALL}`, Buffer.concat([tarball, Buffer.from("x")]));
		const other = await run(await script(), ["--prefix", prefix]);
		expect(other).toMatchObject({ code: 1, output: expect.stringMatching(/SHA-256 .* Nothing was installed\./) });
		answers.clear();
		const missing = await run(await script(), ["--prefix", prefix]);
		expect(missing).toMatchObject({ code: 1, output: expect.stringContaining("could not be downloaded") });
		expect(await readdir(prefix)).toEqual([]);
	});

	it("never executes a part of the site's URL", async () => {
		const made = join(root, "made-by-address");
		const hostile = `${origin}/'$(touch ${made})\`touch ${made}\``;
		answers.set(`${hostile.slice(origin.length)}/${TARBALL}`, tarball);
		const { output } = await run(await script(hostile), ["--prefix", await mkdtemp(join(root, "prefix-"))]);
		expect(output).toContain("could not be downloaded");
		await expect(readFile(made)).rejects.toThrow("ENOENT");
	});

	it.each([
		["v20.19.4", "Node.js 20.19.4 is too old. Install 22.19 or newer"],
		["v22.18.0", "Node.js 22.18.0 is too old"],
		["v9.22.0", "Node.js 9.22.0 is too old"],
		[undefined, "node was not found. Install Node.js 22.19 or newer"],
	])("refuses Node %s in clear words", async (node, says) => {
		const { code, output } = await run(await script(), ["--prefix", root], { PATH: await pathWith(node) });
		expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(says) });
	});

	it.each(["v22.19.0", "v23.0.0", "v100.1.0"])("accepts Node %s", async (node) => {
		const { output } = await run(await script(), ["--prefix", root], { PATH: await pathWith(node) });
		expect(output).toContain("could not be downloaded");
	});

	it.each([["--force"], ["--prefix"], ["--prefix", ""], ["here"]])(
		"exits with 2 for bad arguments: %j %j",
		async (...args) => {
			expect(await run(await script(), args)).toMatchObject({
				code: 2,
				output: expect.stringMatching(/^install\.sh: /),
			});
		},
	);

	it("does nothing if it is truncated", async () => {
		const path = await script();
		const text = await readFile(path, "utf8");
		const prefix = join(await mkdtemp(join(root, "prefix-")), "none");
		await writeFile(path, text.slice(0, text.lastIndexOf("main")));
		expect(await run(path, ["--prefix", prefix])).toEqual({ code: 0, output: "" });
	});

	const linter = spawnSync("shellcheck", ["--version"]).status === 0;
	it.skipIf(!linter)(`passes shellcheck${linter ? "" : " (skipped: no shellcheck)"}`, async () => {
		const { stdout, status } = spawnSync("shellcheck", ["--shell=sh", await script()], { encoding: "utf8" });
		expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
	});
});

describe("the Homebrew formula", () => {
	const formula = async () =>
		(await installers("https://audit.example.com/base", "ab".repeat(32))).get("sightline.rb") ?? "";

	it("contains only the URL and SHA-256 of the installation's tarball", async () => {
		const text = await formula();
		expect(text).toContain(`url "https://audit.example.com/base/${TARBALL}"`);
		expect(text).toContain(`sha256 "${"ab".repeat(32)}"`);
		expect(text).not.toContain("{{");
		const [, desc = ""] = /desc "([^"]+)"/.exec(text) ?? [];
		// Homebrew's audit requires these.
		expect(desc.length).toBeLessThanOrEqual(80);
		expect(desc).not.toMatch(/^(?:an?|the|sightline)\b|\.$/i);
	});

	const ruby = spawnSync("ruby", ["--version"]).status === 0;
	it.skipIf(!ruby)(`is Ruby${ruby ? "" : " (skipped: no ruby)"}`, async () => {
		await mkdir(join(root, "formula"), { recursive: true });
		const path = join(root, "formula", "sightline.rb");
		await writeFile(path, await formula());
		const { stderr, status } = spawnSync("ruby", ["-wc", path], { encoding: "utf8" });
		expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
	});
});
