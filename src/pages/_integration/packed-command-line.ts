import { execFile } from "node:child_process";
import { createHash, hash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { AstroIntegration } from "astro";
import type { Settings } from "#config/environment.ts";
import { reportFailure } from "#config/exit-code.ts";
import { shellQuoted, TARBALL, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { ifThere, readIfThere } from "#receipts/store/if-there.ts";

const start = promisify(execFile);

/**
 * Packs the CLI before pages refer to it, and adds it to the site with its installers. An installed package
 * packs its own folder, which npm unpacked, so the bytes are the same. With `SIGHTLINE_CLI`, uses the registry
 * instead.
 * @param isPackage whether this program is the package or a checkout
 */
export function packedCommandLineIntegration(settings: Settings, isPackage: boolean): AstroIntegration {
	const { baseUrl, cli, data } = settings;
	const kept = join(data, TARBALL);
	return {
		name: "sightline-packed-command-line",
		hooks: {
			"astro:build:start": async () => {
				await rm(dirname(kept), { recursive: true, force: true });
				if (cli !== undefined) return requirePublished(cli).catch(stop);
				await mkdir(dirname(kept), { recursive: true });
				await (isPackage ? pack(rootFile("."), kept) : packCheckout(settings, kept));
				const sha256 = hash("sha256", await readFile(kept), "hex");
				await writeFile(`${kept}.sha256`, `${sha256}  ${basename(TARBALL)}\n`);
				for (const [name, text] of await installers(baseUrl, sha256)) await writeFile(join(dirname(kept), name), text);
			},
			"astro:build:done": async ({ dir }) => {
				if (cli !== undefined) return;
				const output = dirname(join(fileURLToPath(dir), TARBALL));
				await mkdir(output, { recursive: true });
				for (const name of await readdir(dirname(kept))) await copyFile(join(dirname(kept), name), join(output, name));
			},
		},
	};
}

/**
 * Install script and Homebrew formula of an installation's CLI: name → text.
 * @param baseUrl no trailing slash
 * @param sha256 of the tarball served there
 */
export async function installers(baseUrl: string, sha256: string): Promise<ReadonlyMap<string, string>> {
	const { engines } = JSON.parse(await readFile(rootFile("package.json"), "utf8"));
	const values = {
		home: `${baseUrl}/`,
		address: `${baseUrl}/${TARBALL}`,
		sha256,
		node: engines.node.replace(">=", ""),
	};
	const quotes = { "install.sh": shellQuoted, "sightline.rb": JSON.stringify };
	return new Map(
		await Promise.all(
			Object.entries(quotes).map(async ([name, quoted]) => {
				const text = await readFile(rootFile(`install/${name}`), "utf8");
				return [name, text.replace(/\{\{(\w+)\}\}/g, (_, key: keyof typeof values) => quoted(values[key]))] as const;
			}),
		),
	);
}

/** Prints wrong settings, which the operator must fix, without Astro's stack trace. */
function stop(error: unknown): never {
	process.exit(reportFailure(error, process.stderr));
}

/** @throws Failure `input-invalid` for an unpublished name, which anyone could register */
export async function requirePublished(name: string): Promise<void> {
	const spec = `${name}@${VERSION}`;
	const found = await npm(["view", spec, "version"]).catch((error: Error) => {
		throw notPublished(spec, error.message.split("\n")[2]?.replace("npm error ", ""));
	});
	// npm prints nothing for a missing version.
	if (found.trim() === "") throw notPublished(spec, "The registry has no such version.");
}

function notPublished(spec: string, why = "npm cannot be run."): Failure {
	return new Failure("input-invalid", {
		what: `SIGHTLINE_CLI: npm does not find ${spec}.`,
		why,
		todo: "Publish it, or unset SIGHTLINE_CLI: the site then serves the command line itself.",
	});
}

/** Packing takes seconds, so the tarball is cached by a digest of its sources. */
async function packCheckout({ reports }: Settings, target: string): Promise<void> {
	const cached = rootFile(`node_modules/.cache/sightline/${await digestOfSources(reports)}.tgz`);
	const isCached = await copyFile(cached, target).then(
		() => true,
		() => false,
	);
	if (isCached) return;
	const made = await mkdtemp(join(tmpdir(), "sightline-package-"));
	try {
		await start(process.execPath, [rootFile("jobs/package.ts"), made]);
		await pack(made, target);
	} finally {
		await rm(made, { recursive: true, force: true });
	}
	await mkdir(dirname(cached), { recursive: true });
	await removeOlder(dirname(cached));
	await copyFile(target, `${cached}.${process.pid}`);
	await rename(`${cached}.${process.pid}`, cached);
}

const DAY_MS = 86_400_000;

async function removeOlder(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		const path = join(folder, name);
		// Another build may be removing it.
		const { mtimeMs } = (await ifThere(stat(path))) ?? { mtimeMs: Date.now() };
		if (mtimeMs < Date.now() - DAY_MS) await rm(path, { force: true });
	}
}

/** Digest of every file that `jobs/package.ts` may read, the lock file (for installed packages) and the log's keys. */
async function digestOfSources(reports: string): Promise<string> {
	const entries = await readdir(rootFile("."), { withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
	for (const folder of ["src", "jobs", "template", "install"])
		for (const entry of await readdir(rootFile(folder), { withFileTypes: true, recursive: true }))
			if (entry.isFile()) files.push(relative(rootFile("."), join(entry.parentPath, entry.name)));
	const digest = createHash("sha256").update((await readIfThere(join(reports, "log", "vkeys"))) ?? "");
	for (const file of files.sort()) digest.update(`\n${file}\n`).update(await readFile(rootFile(file)));
	return digest.digest("hex");
}

async function pack(folder: string, target: string): Promise<void> {
	await npm(["pack", folder, "--silent", "--ignore-scripts", "--pack-destination", dirname(target)]);
}

/** Path beside `lib` in the package or `src` in a checkout. */
function rootFile(path: string): string {
	return join(dirname(fileURLToPath(import.meta.resolve("sightline/package.json"))), path);
}

async function npm(given: readonly string[]): Promise<string> {
	const { stdout } = await start("npm", given, { shell: process.platform === "win32" });
	return stdout;
}
